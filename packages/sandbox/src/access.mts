/** How to reach a running sandbox. */
export interface SandboxAccess {
	/** For example `http://127.0.0.1:4010`, without a slash at the end. */
	url: string;
	clientId: string;
	clientSecret: string;
	properties: Array<{ id: string; name: string }>;
}

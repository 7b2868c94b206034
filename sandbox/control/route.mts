import type { Sandbox } from '../sandbox.mts';

/** A control request after parsing. */
export interface ControlCall {
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, unknown>>;
	/** The JSON body; undefined when there was none. */
	body: unknown;
}

/** One request of the control interface, below `/__sandbox`. The answer is JSON; undefined = 204. */
export interface ControlRoute {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** With `:name` for path parameters. */
	path: string;
	/** Default 200. */
	status?: number;
	handle: (sandbox: Sandbox, call: ControlCall) => unknown;
}

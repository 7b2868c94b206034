/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-http-request-with-manual-auth --
   what a host does, with n8n's own OAuth2 client */
import { ClientOAuth2 } from '@n8n/client-oauth2';
import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IPollFunctions,
	type IWorkflowExecuteAdditionalData,
	type JsonObject,
} from 'n8n-workflow';

type Context = IExecuteFunctions | IPollFunctions;

interface Refusal {
	response?: { status?: number };
}

/**
 * n8n 1.123 as this package notices it (n8n-core 1.122, request-helper-functions.js; n8n-workflow 1.120,
 * execution-base.error.js): every form of `ignoreHttpStatusErrors` ignores all statuses, each refused request renews
 * the token for itself, and errors come without their cause.
 */
export function asOlderHost<T extends Context>(
	context: T,
	{ credentialsHelper }: IWorkflowExecuteAdditionalData,
): T {
	const { httpRequest } = context.helpers;
	const node = context.getNode();

	async function request(this: Context, type: string, options: IHttpRequestOptions): Promise<unknown> {
		const credential: IDataObject = await this.getCredentials(type);
		const client = clientOf(credential);
		const signed = (data: unknown) =>
			client.createToken(data as never).sign({ ...options } as never) as unknown as IHttpRequestOptions;
		const renewed = async () => {
			const { data } = await client.credentials.getToken();
			credential.oauthTokenData = data;
			const stored = node.credentials?.[type] as { id: string; name: string };
			await credentialsHelper.updateCredentialsOauthTokenData(stored, type, credential as never, {} as never);
			return data;
		};
		const tokenData = credential.oauthTokenData ?? (await renewed());
		return await this.helpers.httpRequest(signed(tokenData)).catch(async (error: Refusal) => {
			if (error.response?.status !== 401) throw error;
			return (await this.helpers.httpRequest(signed(await renewed()))) as unknown;
		});
	}

	context.helpers.httpRequest = async (options) => {
		const ignoreHttpStatusErrors = Boolean(options.ignoreHttpStatusErrors);
		return (await httpRequest({ ...options, ignoreHttpStatusErrors })) as unknown;
	};
	context.helpers.httpRequestWithAuthentication = async function (this: Context, type, options) {
		return await request.call(this, type, options).catch((error: JsonObject) => {
			throw Object.assign(new NodeApiError(node, error), { cause: undefined });
		});
	} as Context['helpers']['httpRequestWithAuthentication'];
	return context;
}

function clientOf({ clientId, clientSecret, accessTokenUrl, scope }: IDataObject): ClientOAuth2 {
	return new ClientOAuth2({
		clientId: String(clientId),
		clientSecret: String(clientSecret),
		accessTokenUri: String(accessTokenUrl),
		scopes: String(scope ?? '').split(' '),
		authentication: 'body',
	});
}

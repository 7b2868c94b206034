import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { isRecord } from '../util/json';
import { CREDENTIAL_TYPE, issuedTo, type Connection } from './connection';
import type { ApiContext } from './types';

/**
 * The only caller of n8n's HTTP helper. n8n reads the credential for each request and again after a 401. It may have
 * been edited in between, and a token would then go to the wrong host, so n8n gets the same copy of the credential
 * that the URL was built from. This works from n8n 1.123 on: the helper takes credential, cancel signal and HTTP
 * client from its `this`.
 */

/** Sends a request with the connection's token. Every response is returned as data, even 401, on every host. */
export async function sendAuthenticated(
	context: ApiContext,
	connection: Connection,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const httpRequest = async (sent: IHttpRequestOptions): Promise<unknown> =>
		await context.helpers.httpRequest(sent).catch(unauthorizedAsData);
	const hostContext = contextForHost(context, connection, signal, httpRequest);
	return (await hostContext.helpers.httpRequestWithAuthentication.call(hostContext, CREDENTIAL_TYPE, {
		...options,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	})) as IN8nHttpFullResponse;
}

/**
 * A 401 whose body breaks off is an error, which n8n would follow by itself: it would send the secret, whatever is known
 * of the token address, and then the request again.
 */
function unauthorizedAsData(error: unknown): Partial<IN8nHttpFullResponse> {
	const response = isRecord(error) ? error.response : undefined;
	if (!isRecord(response) || response.status !== 401) throw error;
	return { statusCode: 401, headers: { ...(response.headers as IDataObject) }, body: {} };
}

/**
 * Makes n8n fetch and store a token, under its lock where it has one, without sending any other request. n8n does so
 * when there is no token or after a 401, so the 401 that the API returned is thrown again here.
 */
export async function renewToken(
	context: ApiContext,
	connection: Connection,
	signal: AbortSignal,
): Promise<void> {
	let refusals = connection.accessToken === undefined ? 0 : 1;
	const httpRequest = async () => {
		if (refusals-- > 0) throw Object.assign(new Error('refused'), { response: { status: 401 } });
		return await Promise.resolve({});
	};
	const hostContext = contextForHost(context, connection, signal, httpRequest);
	await hostContext.helpers.httpRequestWithAuthentication.call(hostContext, CREDENTIAL_TYPE, {
		url: connection.baseUrl,
	});
}

/** Sends what a request for a token would be without ID and secret. Redirects are not followed. */
export async function askWithoutSecret(
	context: ApiContext,
	url: string,
	timeoutMs: number,
	signal: AbortSignal,
): Promise<Partial<IN8nHttpFullResponse>> {
	const response: unknown = await context.helpers.httpRequest({
		method: 'POST',
		url,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: 'grant_type=client_credentials',
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: timeoutMs,
		abortSignal: signal,
	});
	// Evaluations with mocked responses may give anything.
	return isRecord(response) ? response : {};
}

function contextForHost(
	context: ApiContext,
	connection: Connection,
	signal: AbortSignal,
	httpRequest: (options: IHttpRequestOptions) => Promise<unknown>,
): ApiContext {
	const credential = credentialFor(connection);
	return Object.create(context, {
		getCredentials: { value: async () => await Promise.resolve(credential) },
		getExecutionCancelSignal: { value: () => signal },
		helpers: { value: { ...context.helpers, httpRequest } },
	}) as ApiContext;
}

/** n8n stores the token data that it assigns here; for whom the token was issued is added. */
function credentialFor({ identity, accessToken, credential }: Connection): ICredentialDataDecryptedObject {
	let tokenData = accessToken === undefined ? undefined : credential.oauthTokenData;
	return Object.defineProperty({ ...credential }, 'oauthTokenData', {
		enumerable: true,
		get: () => tokenData,
		set: (fetched: typeof tokenData) => {
			tokenData = isRecord(fetched) ? issuedTo(identity, fetched) : fetched;
		},
	});
}

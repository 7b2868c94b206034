import type { ICredentialDataDecryptedObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isRecord } from '../util/json';
import { CREDENTIAL_TYPE, issuedTo, type Connection } from './connection';
import type { ApiContext } from './types';

/**
 * The only caller of n8n's HTTP helper. n8n reads the credential for each request, and after a 401 once more;
 * it may have been edited in between, and then a token would go to a host that it is not for. So n8n is given
 * the very reading that the URL was made from. This holds for all hosts from 1.123 on: there, too, the helper
 * takes credential, cancel signal and HTTP client from its `this`.
 */

/** Sends with the connection's token. Every answer comes back as data, a 401 as well, on every host. */
export async function sendAuthenticated(
	context: ApiContext,
	connection: Connection,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const seen = seenByHost(context, connection, signal);
	return (await seen.helpers.httpRequestWithAuthentication.call(seen, CREDENTIAL_TYPE, {
		...options,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	})) as IN8nHttpFullResponse;
}

/**
 * Makes n8n fetch a token and store it, under its lock where it has one; no other request is sent. n8n does so
 * when there is no token, or when a request is refused with 401: it gets to see the refusal that we have seen.
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
	const seen = seenByHost(context, connection, signal, { ...context.helpers, httpRequest });
	await seen.helpers.httpRequestWithAuthentication.call(seen, CREDENTIAL_TYPE, { url: connection.baseUrl });
}

function seenByHost(
	context: ApiContext,
	connection: Connection,
	signal: AbortSignal,
	helpers = context.helpers,
): ApiContext {
	const credential = credentialFor(connection);
	return Object.create(context, {
		getCredentials: { value: async () => await Promise.resolve(credential) },
		getExecutionCancelSignal: { value: () => signal },
		helpers: { value: helpers },
	}) as ApiContext;
}

/** What n8n puts in as token data, it stores: there it is noted whose token it is. */
function credentialFor({ client, accessToken, credential }: Connection): ICredentialDataDecryptedObject {
	let tokenData = accessToken === undefined ? undefined : credential.oauthTokenData;
	return Object.defineProperty({ ...credential }, 'oauthTokenData', {
		enumerable: true,
		get: () => tokenData,
		set: (fetched: typeof tokenData) => {
			tokenData = isRecord(fetched) ? issuedTo(client, fetched) : fetched;
		},
	});
}

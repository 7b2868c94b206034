import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, OperationalError } from 'n8n-workflow';
import type { Answer, Network, Sent } from '../network/network.mts';
import type { Owner } from '../kernel/virtualTime.mts';
import type { Database } from './database.mts';

/**
 * n8n's HTTP helpers for a credential that extends `oAuth2Api` with client credentials, as of n8n-core 2.41.1:
 * node-execution-context/utils/request-helpers/authentication.js and oauth.js, with @n8n/client-oauth2
 * (client-oauth2.js) and @n8n/backend-network (http/axios). n8n 1.123 renews without lease and lock, and takes any
 * `ignoreHttpStatusErrors` for "all".
 */

export interface HostOfRequests {
	owner: Owner;
	network: Network;
	database: Database;
	/** Renewals of tokens under way in this process, by credential id. */
	renewals: Map<string, Promise<TokenData>>;
	/** Whether a renewal is shared by those who ask for it while it is under way. */
	sharesRenewals: boolean;
}

type TokenData = IDataObject & { access_token?: string };

/** What the helpers take from their `this`. */
interface Caller {
	getCredentials(type: string): Promise<IDataObject>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> };
}

const TOKEN_TIMEOUT_MS = 300_000;
const REQUEST_TIMEOUT_MS = 300_000;

export function requestHelpers(host: HostOfRequests, node: INode) {
	return {
		httpRequest: async (options: IHttpRequestOptions) => await httpRequest(host, options),
		async httpRequestWithAuthentication(this: Caller, type: string, options: IHttpRequestOptions) {
			if ('getExecutionCancelSignal' in this) {
				options = { ...options, abortSignal: this.getExecutionCancelSignal?.() };
			}
			try {
				return await requestOAuth2(host, this, node, type, options);
			} catch (error) {
				throw new NodeApiError(node, error as never);
			}
		},
	};
}

/** @throws an error like axios's: with `code`, or with `response` for a status that is not to be ignored */
async function httpRequest(
	{ network, owner, sharesRenewals: isNewest }: HostOfRequests,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const signal = options.abortSignal as AbortSignal | undefined;
	const answer = await network.send(owner, sentBy(options), {
		timeoutMs: options.timeout ?? REQUEST_TIMEOUT_MS,
		...(signal && { signal }),
	});
	if (!isIgnored(options.ignoreHttpStatusErrors, answer.status, isNewest)) throw statusError(answer);
	const body = parsed(answer.body);
	return options.returnFullResponse
		? { body, headers: answer.headers, statusCode: answer.status, statusMessage: '' }
		: body;
}

function isIgnored(
	ignored: IHttpRequestOptions['ignoreHttpStatusErrors'],
	status: number,
	isNewest: boolean,
): boolean {
	if (status < 400) return true;
	if (ignored === undefined || ignored === false) return false;
	if (ignored === true || !isNewest) return true;
	return ignored.ignore && !ignored.except?.includes(status);
}

function sentBy({ url, method = 'GET', qs = {}, body, headers = {} }: IHttpRequestOptions): Sent {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(qs as Record<string, unknown>)) {
		for (const one of [value].flat()) if (one !== null && one !== undefined) query.append(name, String(one));
	}
	const search = query.toString();
	const isText = typeof body === 'string';
	return {
		method,
		url: search === '' ? url : `${url}?${search}`,
		headers: {
			...(body !== undefined && !isText && { 'content-type': 'application/json' }),
			...(headers as Record<string, string>),
		},
		...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
	};
}

function statusError(answer: Answer): Error {
	return Object.assign(new Error(`Request failed with status code ${answer.status}`), {
		code: answer.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE',
		response: { status: answer.status, headers: answer.headers, data: parsed(answer.body) },
	});
}

/** axios parses what can be parsed and leaves the rest. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

async function requestOAuth2(
	host: HostOfRequests,
	caller: Caller,
	node: INode,
	type: string,
	options: IHttpRequestOptions,
): Promise<unknown> {
	const credential = await caller.getCredentials(type);
	const id = String(node.credentials?.[type]?.id);
	let tokenData = (credential.oauthTokenData ?? {}) as TokenData;
	if (Object.keys(tokenData).length === 0 || tokenData.access_token === '') {
		const fetched = await fetchToken(host, credential).catch((error: Error) => {
			throw new OperationalError(`Failed to acquire OAuth2 access token: ${error.message}`, { cause: error });
		});
		tokenData = await storeToken(host, credential, id, fetched);
	}
	const signed = (data: TokenData): IHttpRequestOptions => ({
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${data.access_token}` },
	});
	try {
		return await caller.helpers.httpRequest(signed(tokenData));
	} catch (error) {
		if ((error as { response?: { status?: number } }).response?.status !== 401) throw error;
		const renewed = await renewToken(host, credential, id, tokenData, node, type);
		return await caller.helpers.httpRequest(signed(renewed));
	}
}

async function renewToken(
	host: HostOfRequests,
	credential: IDataObject,
	id: string,
	old: TokenData,
	node: INode,
	type: string,
): Promise<TokenData> {
	const underWay = host.sharesRenewals ? host.renewals.get(id) : undefined;
	if (underWay) return await underWay;
	const renewal = (async () => {
		if (host.sharesRenewals) {
			const stored = await host.database.visit(host.owner, () => host.database.credentials.get(id)?.data);
			const current = (stored?.oauthTokenData ?? {}) as TokenData;
			if (current.access_token !== old.access_token) return current;
		}
		const fetched = await fetchToken(host, credential).catch((error: { body?: { error?: string } }) => {
			if (error.body?.error !== 'invalid_grant') throw error;
			throw Object.assign(
				new NodeOperationError(
					node,
					`The credential "${node.credentials?.[type]?.name}" needs to be reconnected.`,
				),
				{ failure: { cause: 'credential-invalid' } },
			);
		});
		return await storeToken(host, credential, id, { ...old, ...fetched });
	})();
	host.renewals.set(id, renewal);
	return await renewal.finally(() => {
		if (host.renewals.get(id) === renewal) host.renewals.delete(id);
	});
}

/** n8n stores what it finds in `oauthTokenData` after it has put the token there. */
async function storeToken(
	{ database, owner }: HostOfRequests,
	credential: IDataObject,
	id: string,
	fetched: TokenData,
): Promise<TokenData> {
	const seconds = Number(fetched.expires_in);
	credential.oauthTokenData = {
		...fetched,
		...(seconds > 0 && { n8n_expires_at: String(Date.now() + seconds * 1000) }),
	};
	const tokenData = credential.oauthTokenData as TokenData;
	await database.visit(owner, () => {
		const stored = database.credentials.get(id);
		if (stored) stored.data.oauthTokenData = structuredClone(tokenData);
	});
	return tokenData;
}

/** @throws AuthError and ResponseError of @n8n/client-oauth2, as far as they can be told apart; axios's errors */
async function fetchToken(
	{ network, owner }: HostOfRequests,
	{ accessTokenUrl, clientId, clientSecret }: IDataObject,
): Promise<TokenData> {
	const answer = await network.send(
		owner,
		{
			method: 'POST',
			url: String(accessTokenUrl),
			headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
			body: new URLSearchParams({
				grant_type: 'client_credentials',
				scope: '',
				client_id: String(clientId),
				client_secret: String(clientSecret),
			}).toString(),
		},
		{ timeoutMs: TOKEN_TIMEOUT_MS },
	);
	if (answer.status >= 500) throw statusError(answer);
	const body = parsed(answer.body);
	const isRecord = typeof body === 'object' && body !== null;
	if (answer.status >= 400 && isRecord && 'error' in body) {
		const { error, error_description: description } = body as Record<string, string>;
		throw Object.assign(new Error(description ?? error), { name: 'AuthError', code: 'EAUTH', body });
	}
	if (answer.status >= 300 || !isRecord) {
		throw Object.assign(new Error(`HTTP status ${answer.status}`), {
			code: 'ESTATUS',
			status: answer.status,
			body: answer.body,
		});
	}
	return body as TokenData;
}

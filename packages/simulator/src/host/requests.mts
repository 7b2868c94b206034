import { AxiosError, CanceledError } from 'axios';
import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, OperationalError } from 'n8n-workflow';
import { ConnectionError, type HttpResponse, type Network, type HttpRequest } from '../network/network.mts';
import type { Owner } from '../kernel/virtualTime.mts';
import type { Database } from './database.mts';
import { OAUTH_ERRORS } from './oauthErrors.mts';

/**
 * n8n's HTTP helpers for a credential that extends `oAuth2Api` with client credentials, as of n8n-core 2.41.1:
 * node-execution-context/utils/request-helpers/authentication.js and oauth.js, with @n8n/client-oauth2
 * (client-oauth2.js, credentials-flow.js) and @n8n/backend-network (http/axios/request.js). Redirects are not followed
 * and lists in the query are always repeated, as this package sets them.
 */

export interface HostOfRequests {
	owner: Owner;
	network: Network;
	database: Database;
	/** Token renewals in progress in this process, by credential id. */
	renewals: Map<string, Promise<TokenData>>;
	/**
	 * False for n8n 1.123 (n8n-core 1.122, request-helper-functions.js): renewals are not shared, any
	 * `ignoreHttpStatusErrors` ignores all statuses, and errors have no cause (n8n-workflow 1.120,
	 * execution-base.error.js).
	 */
	isNewest: boolean;
}

export type TokenData = IDataObject & { access_token?: string };

/** What the helpers use of their `this`. */
interface Caller {
	getCredentials(type: string): Promise<IDataObject>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> };
}

const TIMEOUT_MS = 300_000;
const FORM = 'application/x-www-form-urlencoded';

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
				const wrapped = new NodeApiError(node, error as never);
				throw host.isNewest ? wrapped : Object.assign(wrapped, { cause: undefined });
			}
		},
	};
}

async function httpRequest(host: HostOfRequests, options: IHttpRequestOptions): Promise<unknown> {
	const signal = options.abortSignal as AbortSignal | undefined;
	const response = await send(host, requestOf(options), options.timeout ?? TIMEOUT_MS, signal);
	const body = parsed(response.body);
	if (!isAccepted(options.ignoreHttpStatusErrors, response.status, host.isNewest)) {
		throw statusError(response, body);
	}
	return options.returnFullResponse
		? { body, headers: response.headers, statusCode: response.status, statusMessage: '' }
		: body;
}

/** @throws what axios throws if no response arrives */
async function send(
	{ network, owner }: HostOfRequests,
	request: HttpRequest,
	timeoutMs: number,
	signal?: AbortSignal,
): Promise<HttpResponse> {
	try {
		return await network.send(owner, request, { timeoutMs, ...(signal && { signal }) });
	} catch (error) {
		if (!(error instanceof ConnectionError)) throw error;
		throw axiosError(error, timeoutMs);
	}
}

function axiosError(error: ConnectionError, timeoutMs: number): AxiosError {
	const { code, partial } = error;
	if (partial) return withResponse('stream has been aborted', 'ERR_BAD_RESPONSE', partial);
	if (code === 'ERR_CANCELED') return new CanceledError();
	if (code === 'ECONNABORTED') return new AxiosError(`timeout of ${timeoutMs}ms exceeded`, code);
	return AxiosError.from(error, code);
}

function isAccepted(
	ignored: IHttpRequestOptions['ignoreHttpStatusErrors'],
	status: number,
	isNewest: boolean,
): boolean {
	if (!ignored) return status >= 200 && status < 300;
	if (!isNewest || ignored === true || !ignored.ignore) return true;
	return !ignored.except?.includes(status);
}

function requestOf({ url, method = 'GET', qs, body, headers, json }: IHttpRequestOptions): HttpRequest {
	const search = queryOf((qs ?? {}) as IDataObject);
	const data = isEmpty(body) ? undefined : body;
	const isText = typeof data === 'string';
	return {
		method,
		url: search === '' ? url : `${url}?${search}`,
		headers: {
			accept: json ? 'application/json' : 'application/json, text/plain, */*',
			...(data !== undefined && { 'content-type': isText ? FORM : 'application/json' }),
			...lowered((headers ?? {}) as Record<string, string>),
		},
		...(data !== undefined && { body: isText ? data : JSON.stringify(data) }),
	};
}

/** Nulls are sent without a value. */
function queryOf(values: IDataObject): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(values)) {
		for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one ?? ''));
	}
	return query.toString();
}

function isEmpty(body: unknown): boolean {
	return !body || (typeof body === 'object' && Object.keys(body).length === 0);
}

function lowered(headers: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function statusError({ status, headers }: HttpResponse, data: unknown): AxiosError {
	const code = Math.floor(status / 100) === 4 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
	return withResponse(`Request failed with status code ${status}`, code, { status, headers, data });
}

function withResponse(
	message: string,
	code: string,
	response: { status: number; headers: Record<string, string>; data?: unknown },
): AxiosError {
	return new AxiosError(message, code, undefined, undefined, response as never);
}

/** Like axios: JSON if it can be parsed, else the text. */
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
	let tokenData = credential.oauthTokenData as TokenData | undefined;
	if (tokenData === undefined || Object.keys(tokenData).length === 0 || tokenData.access_token === '') {
		const fetched = await fetchToken(host, credential).catch((error: Error) => {
			if (!host.isNewest) throw error;
			throw new OperationalError(`Failed to acquire OAuth2 access token: ${error.message}`, { cause: error });
		});
		tokenData = await storeToken(host, credential, id, fetched);
	}
	const current = tokenData;
	try {
		return await caller.helpers.httpRequest(signed(options, current));
	} catch (error) {
		if ((error as AxiosError).response?.status !== 401) throw error;
		const renewed = host.isNewest
			? await renewToken(host, credential, id, current, node, type)
			: await storeToken(host, credential, id, await fetchToken(host, credential));
		return await caller.helpers.httpRequest(signed(options, renewed));
	}
}

function signed(options: IHttpRequestOptions, { access_token: token }: TokenData): IHttpRequestOptions {
	if (!token) throw new Error('Unable to sign without access token');
	return { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } };
}

/** Concurrent renewals of a process are one; the lease excludes other processes. */
async function renewToken(
	host: HostOfRequests,
	credential: IDataObject,
	id: string,
	old: TokenData,
	node: INode,
	type: string,
): Promise<TokenData> {
	const underWay = host.renewals.get(id);
	if (underWay) return await underWay;
	const { database, owner } = host;
	const renewal = database
		.withLease(owner, id, async () => {
			const stored = await database.roundTrip(owner, () => database.credentials.get(id)?.data.oauthTokenData);
			const current = stored as TokenData | undefined;
			if (current?.access_token !== old.access_token) return withToken(current);
			const fetched = await fetchToken(host, credential).catch((error: { body?: { error?: string } }) => {
				throw error.body?.error === 'invalid_grant' ? reconnectError(node, type) : error;
			});
			return await storeToken(host, credential, id, { ...old, ...fetched });
		})
		.finally(() => host.renewals.delete(id));
	host.renewals.set(id, renewal);
	return await renewal;
}

/** n8n assumes that a changed credential still has token data, and fails if it has none. */
function withToken(current: TokenData | undefined): TokenData {
	if (current === undefined) throw new TypeError('There are no token data');
	return current;
}

function reconnectError(node: INode, type: string): Error {
	const message = `The credential "${node.credentials?.[type]?.name}" needs to be reconnected.`;
	return new NodeOperationError(node, message, { failure: { cause: 'credential-invalid' } });
}

/** n8n puts the token into `oauthTokenData` of the credential and stores what it reads back from there. */
async function storeToken(
	{ database, owner, isNewest }: HostOfRequests,
	credential: IDataObject,
	id: string,
	fetched: TokenData,
): Promise<TokenData> {
	const seconds = Number(fetched.expires_in);
	credential.oauthTokenData = {
		...fetched,
		...(isNewest && seconds > 0 && { n8n_expires_at: String(Date.now() + seconds * 1000) }),
	};
	const tokenData = credential.oauthTokenData as TokenData;
	await database.roundTrip(owner, () => {
		const stored = database.credentials.get(id);
		if (stored) stored.data.oauthTokenData = structuredClone(tokenData);
	});
	return tokenData;
}

/** @throws AuthError and ResponseError of @n8n/client-oauth2, and axios's errors */
async function fetchToken(
	host: HostOfRequests,
	{ accessTokenUrl, clientId, clientSecret }: IDataObject,
): Promise<TokenData> {
	const response = await send(
		host,
		{
			method: 'POST',
			url: String(accessTokenUrl),
			headers: {
				'content-type': FORM,
				accept: `application/json, ${FORM}`,
			},
			body: new URLSearchParams({
				grant_type: 'client_credentials',
				...(!host.isNewest && { scope: '' }),
				client_id: String(clientId),
				client_secret: String(clientSecret),
			}).toString(),
		},
		TIMEOUT_MS,
	);
	if (response.status >= 500) throw statusError(response, response.body);
	if (response.status < 300) return { ...(tokenResponse(response, host.isNewest) as TokenData) };
	if (response.status >= 400) {
		const body = tokenResponse(response, host.isNewest) as Record<string, string>;
		const { error, error_description: description } = body;
		const message = OAUTH_ERRORS[error ?? ''] ?? description ?? error;
		if (message) throw Object.assign(new Error(message), { code: 'EAUTH', body });
	}
	throw responseError(response, `HTTP status ${response.status}`);
}

function tokenResponse(response: HttpResponse, isNewest: boolean): unknown {
	const type = response.headers['content-type'] ?? '';
	if (type.startsWith(FORM)) {
		return Object.fromEntries(new URLSearchParams(response.body));
	}
	if (!isNewest) {
		if (type.startsWith('application/json')) return JSON.parse(response.body) as unknown;
		throw responseError(response, `Unsupported content type: ${type}`);
	}
	try {
		return JSON.parse(response.body) as unknown;
	} catch {
		throw responseError(response, 'Expected JSON response from OAuth2 token endpoint');
	}
}

function responseError({ status, body }: HttpResponse, message: string): Error {
	return Object.assign(new Error(message), { code: 'ESTATUS', status, body });
}

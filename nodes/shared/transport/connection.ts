import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { expiryOf } from './accessToken';
import { apiAreas, type ApiArea } from './areas';
import { normalizeBaseUrl } from './baseUrl';
import { fillPath } from './path';
import type { ApiContext, ApiRequest } from './types';

export const CREDENTIAL_TYPE = 'partnerHotelOAuth2Api';

/** What the transport needs of the credential. */
export interface Connection {
	/** What the service counts limits by: base URL and client id. */
	client: string;
	baseUrl: string;
	/** Base URLs of areas that have one of their own. */
	areaBaseUrls: Partial<Record<ApiArea, string>>;
	/** Values that must never be shown. */
	secrets: string[];
	accessToken?: string;
	/** Epoch milliseconds, where the token says so. */
	tokenExpiresAt?: number;
	/** A request was let in with what the credential holds, whatever the token says. */
	letIn?: true;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const baseUrl = normalizeBaseUrl(text(credential.baseUrl));
	const accessToken = text(
		(credential.oauthTokenData as { access_token?: unknown } | undefined)?.access_token,
	);
	return {
		client: `${baseUrl} ${text(credential.clientId).trim()}`,
		baseUrl,
		areaBaseUrls: credential.useAreaBaseUrls === true ? areaBaseUrlsOf(credential) : {},
		secrets: [text(credential.clientSecret), accessToken].filter((secret) => secret !== ''),
		...(accessToken !== '' && { accessToken, tokenExpiresAt: expiryOf(accessToken) }),
	};
}

/** The credential's field for the base URL of one area: `contentBaseUrl`, `pmsAnalyticsBaseUrl`. */
export function areaBaseUrlField(area: ApiArea): string {
	return `${area}BaseUrl`;
}

function areaBaseUrlsOf(credential: ICredentialDataDecryptedObject): Partial<Record<ApiArea, string>> {
	const areas = Object.keys(apiAreas) as ApiArea[];
	const entries = areas.map((area) => [area, normalizeBaseUrl(text(credential[areaBaseUrlField(area)]))]);
	return Object.fromEntries(entries.filter(([, url]) => url !== '')) as Partial<Record<ApiArea, string>>;
}

/** n8n decrypts and resolves the whole credential each time, so it is read once for a run of a node. */
const connections = new WeakMap<ApiContext, Promise<Connection>>();

export async function connectionFor(context: ApiContext): Promise<Connection> {
	return await (connections.get(context) ?? readConnection(context));
}

/** Reads the credential anew: its token may be another one by now. */
export async function readConnection(context: ApiContext): Promise<Connection> {
	const reading = (async () => connectionOf(await context.getCredentials(CREDENTIAL_TYPE)))();
	connections.set(context, reading);
	reading.catch(() => connections.delete(context));
	return await reading;
}

/** Whether requests can be expected to be let in, so that none of them makes n8n fetch a token first. */
export function hasToken({ accessToken, tokenExpiresAt = Infinity, letIn }: Connection): boolean {
	return letIn === true || (accessToken !== undefined && tokenExpiresAt > Date.now());
}

/**
 * A request was let in: whatever the token says now, the others need not wait for it any more. Never fails, for
 * the answer of that request matters more.
 */
export async function noteLetIn(context: ApiContext): Promise<void> {
	const connection = await readConnection(context).catch(() => undefined);
	if (connection && !hasToken(connection)) connection.letIn = true;
}

/** @throws ParameterError for a value that cannot be part of a path */
export function urlOf(connection: Connection, request: ApiRequest): string {
	const base = connection.areaBaseUrls[request.area] ?? connection.baseUrl;
	return `${base}${request.prefix ?? apiAreas[request.area].prefix}${fillPath(request.path, request.pathParameters)}`;
}

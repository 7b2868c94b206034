import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

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
		...(accessToken !== '' && { accessToken }),
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

export async function readConnection(context: ApiContext): Promise<Connection> {
	return connectionOf(await context.getCredentials(CREDENTIAL_TYPE));
}

/** @throws ParameterError for a value that cannot be part of a path */
export function urlOf(connection: Connection, request: ApiRequest): string {
	const base = connection.areaBaseUrls[request.area] ?? connection.baseUrl;
	return `${base}${request.prefix ?? apiAreas[request.area].prefix}${fillPath(request.path, request.pathParameters)}`;
}

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { apiAreas, type ApiArea } from './areas';
import { normalizeBaseUrl } from './baseUrl';
import { fillPath } from './path';
import type { ApiContext, ApiRequest } from './types';

export const CREDENTIAL_TYPE = 'partnerHotelOAuth2Api';

/** What the transport needs of the credential. */
export interface Connection {
	/** The client that rate limits apply to: base URL and client ID. */
	client: string;
	baseUrl: string;
	/** Base URLs of areas that have their own. */
	areaBaseUrls: Partial<Record<ApiArea, string>>;
	/** Values that must never be shown. */
	secrets: string[];
	/** The stored token, unless it was issued to another client. */
	accessToken?: string;
	/** The credential this was read from, with ID and secret as meant: white space around them is not part of them. */
	credential: ICredentialDataDecryptedObject;
}

const ISSUED_TO = 'issued_to_client';

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const baseUrl = normalizeBaseUrl(text(credential.baseUrl));
	const [clientId, clientSecret] = [text(credential.clientId).trim(), text(credential.clientSecret).trim()];
	const client = `${baseUrl} ${clientId}`;
	const tokenData = (credential.oauthTokenData ?? {}) as IDataObject;
	const isOurs = (tokenData[ISSUED_TO] ?? client) === client;
	const accessToken = isOurs ? text(tokenData.access_token) : '';
	return {
		client,
		baseUrl,
		areaBaseUrls: credential.useAreaBaseUrls === true ? areaBaseUrlsOf(credential) : {},
		secrets: [clientSecret, accessToken].filter((secret) => secret !== ''),
		...(accessToken !== '' && { accessToken }),
		credential: { ...credential, clientId, clientSecret },
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

/** Reads the credential, which may have been edited at any time; n8n reads it for each request as well. */
export async function readConnection(context: ApiContext): Promise<Connection> {
	return connectionOf(await context.getCredentials(CREDENTIAL_TYPE));
}

/** Adds the client that a token was issued to, because an edited credential keeps its former token. */
export function issuedTo(client: string, tokenData: IDataObject): IDataObject {
	return { ...tokenData, [ISSUED_TO]: client };
}

/** @throws ParameterError for a value that cannot be part of a path */
export function pathOf({ area, prefix, path, pathParameters }: ApiRequest): string {
	return `${prefix ?? apiAreas[area].prefix}${fillPath(path, pathParameters)}`;
}

/** @throws ParameterError as above */
export function urlOf(connection: Connection, request: ApiRequest): string {
	return `${connection.areaBaseUrls[request.area] ?? connection.baseUrl}${pathOf(request)}`;
}

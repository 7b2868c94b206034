import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { apiAreas, type ApiArea } from './areas';
import { normalizeBaseUrl, refusalOf } from './baseUrl';
import { fillPath } from './path';
import type { ApiContext, ApiRequest } from './types';

export const CREDENTIAL_TYPE = 'partnerHotelOAuth2Api';

/** The switch of the credential. */
export const ALLOW_HTTP = { name: 'allowUnencryptedHttp', label: 'Allow Unencrypted HTTP' } as const;

/** The fields of the form. n8n's own, `clientId` and `clientSecret`, are computed from them. */
export const CLIENT_ID = 'apiClientId';
export const CLIENT_SECRET = 'apiClientSecret';

/** What the transport needs of the credential. */
export interface Connection {
	/**
	 * For what is cached and for tokens: a hash of everything that decides what is read. Base URL and client ID are
	 * known to others; whoever does not know the secret gets nothing that was read with it.
	 */
	identity: string;
	clientId: string;
	baseUrl: string;
	/** Base URLs of areas that have their own. */
	areaBaseUrls: Partial<Record<ApiArea, string>>;
	/** Values that must never be shown. */
	secrets: string[];
	/** The stored token, if it was issued to this client, at these addresses and with this secret. */
	accessToken?: string;
	/** The credential this was read from; n8n's own fields have the ID and secret that were entered, trimmed. */
	credential: ICredentialDataDecryptedObject;
}

/** An address in the credential to which nothing is sent. The text does not quote it: it may hold a password. */
export class AddressRefusedError extends Error {
	constructor(
		field: string,
		problem: string,
		readonly advice = `Open the credential 'Partner Hotel OAuth2 API' and enter the address as the provider names it: it begins with https://. If the provider has none, '${ALLOW_HTTP.label}' sends data of guests and the client secret so that everybody on the way can read them.`,
	) {
		super(`'${field}' ${problem}, so nothing was sent`);
		this.name = 'AddressRefusedError';
	}
}

const ISSUED_TO = 'issued_to';

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function entered(credential: ICredentialDataDecryptedObject, field: string): string {
	return text(credential[field]).trim();
}

/** @throws AddressRefusedError */
export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const baseUrl = addressIn(credential, 'baseUrl', 'Base URL');
	const areaBaseUrls = credential.useAreaBaseUrls === true ? areaBaseUrlsOf(credential) : {};
	// Not of n8n's own fields: n8n 1 does not compute them from an expression, such as one that reads a vault.
	const [clientId, clientSecret] = [entered(credential, CLIENT_ID), entered(credential, CLIENT_SECRET)];
	const identity = hash([baseUrl, Object.entries(areaBaseUrls).sort(), clientId, hash(clientSecret)]);
	const tokenData = (credential.oauthTokenData ?? {}) as IDataObject;
	const accessToken = tokenData[ISSUED_TO] === identity ? text(tokenData.access_token) : '';
	return {
		identity,
		clientId,
		baseUrl,
		areaBaseUrls,
		secrets: [clientSecret, accessToken].filter((secret) => secret !== ''),
		...(accessToken !== '' && { accessToken }),
		credential: { ...credential, clientId, clientSecret },
	};
}

function hash(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

/** The credential's field for the base URL of one area: `contentBaseUrl`, `pmsAnalyticsBaseUrl`. */
export function areaBaseUrlField(area: ApiArea): string {
	return `${area}BaseUrl`;
}

function areaBaseUrlsOf(credential: ICredentialDataDecryptedObject): Partial<Record<ApiArea, string>> {
	const areas = Object.keys(apiAreas) as ApiArea[];
	const entries = areas.map((area) => {
		const label = `${apiAreas[area].label} Base URL`;
		return [area, addressIn(credential, areaBaseUrlField(area), label)] as const;
	});
	return Object.fromEntries(entries.filter(([, url]) => url !== ''));
}

function addressIn(credential: ICredentialDataDecryptedObject, field: string, label: string): string {
	const entered = text(credential[field]);
	const allowsHttp = credential[ALLOW_HTTP.name] === true;
	const problem = refusalOf(entered, allowsHttp);
	if (problem !== undefined) throw new AddressRefusedError(label, problem);
	return normalizeBaseUrl(entered, allowsHttp);
}

/**
 * Reads the credential, which may have been edited at any time; n8n reads it for each request as well.
 * @throws AddressRefusedError
 */
export async function readConnection(context: ApiContext): Promise<Connection> {
	return connectionOf(await context.getCredentials(CREDENTIAL_TYPE));
}

/** Adds for whom a token was issued, because an edited credential keeps its former token. */
export function issuedTo(identity: string, tokenData: IDataObject): IDataObject {
	return { ...tokenData, [ISSUED_TO]: identity };
}

/** Where requests to an area go. */
export function baseUrlOf({ areaBaseUrls, baseUrl }: Connection, area: ApiArea): string {
	return areaBaseUrls[area] ?? baseUrl;
}

/**
 * Whom a service counts the requests to an area for: a server that somebody entered for an area of his own cannot
 * stop the requests of the same client elsewhere. Requests for reviews count per IP address.
 */
export function limitedClient(connection: Connection, area: ApiArea): string {
	const host = hostOf(baseUrlOf(connection, area));
	return area === 'reviews' ? host : `${host} ${connection.clientId}`;
}

/** Host and port, as the service that counts is one behind all paths. */
export function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : url;
}

/** @throws ParameterError for a value that cannot be part of a path */
export function pathOf({ area, prefix, path, pathParameters }: ApiRequest): string {
	return `${prefix ?? apiAreas[area].prefix}${fillPath(path, pathParameters)}`;
}

/** @throws ParameterError as above */
export function urlOf(connection: Connection, request: ApiRequest): string {
	return `${baseUrlOf(connection, request.area)}${pathOf(request)}`;
}

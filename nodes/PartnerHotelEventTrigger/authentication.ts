import { createHash, timingSafeEqual } from 'crypto';
import type { IDataObject, INodeCredentialDescription, IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../shared/transport/connection';

/** What the provider has to send. */
export interface ExpectedHeader {
	/** In lower case. */
	header: string;
	secret: string;
	/** Of the beginning of the value, as in `Basic`, upper and lower case are alike. */
	scheme?: string;
}

const BASIC_AUTH = 'httpBasicAuth';
const HEADER_AUTH = 'httpHeaderAuth';

/**
 * For deliveries, n8n's own types, as its Webhook node has them; for what the events are about, ours. (n8n's lint of the
 * description knows only the types of this package.)
 */
export const credentials: INodeCredentialDescription[] = [
	{ name: HEADER_AUTH, required: true, displayOptions: { show: { authentication: ['headerAuth'] } } },
	{ name: BASIC_AUTH, required: true, displayOptions: { show: { authentication: ['basicAuth'] } } },
	{ name: CREDENTIAL_TYPE, required: false },
];

export async function expectedHeader(
	context: IWebhookFunctions,
	authentication: string,
): Promise<ExpectedHeader | undefined> {
	switch (authentication) {
		case 'basicAuth':
			return basicHeader(await context.getCredentials(BASIC_AUTH));
		case 'headerAuth':
			return apiKeyHeader(await context.getCredentials(HEADER_AUTH));
		default:
			return undefined;
	}
}

export function basicHeader({ user, password }: IDataObject): ExpectedHeader {
	const pair = Buffer.from(`${String(user ?? '')}:${String(password ?? '')}`).toString('base64');
	return { header: 'authorization', scheme: 'basic ', secret: pair };
}

export function apiKeyHeader({ name, value }: IDataObject): ExpectedHeader {
	return {
		header: String(name ?? '')
			.trim()
			.toLowerCase(),
		secret: String(value ?? ''),
	};
}

/** Takes the same time whatever the header says. An empty secret authorizes nobody. */
export function isAuthorized(
	headers: Readonly<Record<string, string | string[] | undefined>>,
	{ header, secret, scheme = '' }: ExpectedHeader,
): boolean {
	const sent = headers[header];
	if (secret === '' || typeof sent !== 'string' || !sent.toLowerCase().startsWith(scheme)) return false;
	return timingSafeEqual(digest(sent.slice(scheme.length).trim()), digest(secret.trim()));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

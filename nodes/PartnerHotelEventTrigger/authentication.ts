import { createHash, timingSafeEqual } from 'crypto';
import type {
	IDataObject,
	IHookFunctions,
	INodeCredentialDescription,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../shared/transport/connection';
import { ParameterError } from '../shared/util/parameterError';

/** What the provider has to send. */
interface ExpectedHeader {
	/** In lower case. */
	header: string;
	/** Each of them authorizes. */
	secrets: readonly string[];
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
	{
		name: CREDENTIAL_TYPE,
		required: true,
		displayOptions: { show: { output: ['booking', 'reservation', 'simplified'] } },
	},
];

/**
 * @param twoKeys the credential may have two keys or passwords, separated by spaces
 * @throws ParameterError if the credential would authorize everybody, or nobody
 */
export async function expectedHeader(
	context: IWebhookFunctions | IHookFunctions,
	authentication: string,
	twoKeys: boolean,
): Promise<ExpectedHeader | undefined> {
	switch (authentication) {
		case 'basicAuth':
			return basicHeader(await context.getCredentials(BASIC_AUTH), twoKeys);
		case 'headerAuth':
			return apiKeyHeader(await context.getCredentials(HEADER_AUTH), twoKeys);
		default:
			return undefined;
	}
}

function basicHeader({ user, password }: IDataObject, twoKeys: boolean): ExpectedHeader {
	const advice = 'Choose a Basic Auth credential with a user and a password.';
	const name = filled(user, 'needs a user', advice);
	const passwords = keysIn(filled(password, 'needs a password', advice), twoKeys);
	const secrets = passwords.map((each) => Buffer.from(`${name}:${each}`).toString('base64'));
	return { header: 'authorization', scheme: 'basic ', secrets };
}

function apiKeyHeader({ name, value }: IDataObject, twoKeys: boolean): ExpectedHeader {
	const advice = 'Choose a Header Auth credential whose name is API-KEY and whose value is the key.';
	const header = filled(name, 'needs the name of the header', advice).trim().toLowerCase();
	const keys = keysIn(filled(value, 'needs a key', advice), twoKeys);
	return { header, secrets: keys.map((key) => key.trim()) };
}

function filled(value: unknown, problem: string, advice: string): string {
	if (typeof value === 'string' && value.trim() !== '') return value;
	throw new ParameterError('authentication', '', problem, advice);
}

/** Never more than two: the words of a passphrase are no keys. */
function keysIn(value: string, twoKeys: boolean): string[] {
	if (!twoKeys) return [value];
	const keys = value.trim().split(/\s+/);
	if (keys.length <= 2) return keys;
	throw new ParameterError(
		'acceptTwoKeys',
		'',
		'found more than two keys in the credential',
		'Leave two of them, separated by a space, or remove {acceptTwoKeys}.',
	);
}

/**
 * Why the sender is not authorized; nothing of what it sent is repeated. Takes the same time whatever the header says.
 */
export function whyUnauthorized(
	headers: Readonly<Record<string, unknown>>,
	{ header, secrets, scheme = '' }: ExpectedHeader,
): string | undefined {
	const sent = Object.hasOwn(headers, header) ? headers[header] : undefined;
	if (typeof sent !== 'string') return `The header '${header}' is missing.`;
	const received = digest(sent.slice(scheme.length).trim());
	const matching = secrets.filter((secret) => timingSafeEqual(received, digest(secret)));
	if (matching.length > 0 && sent.toLowerCase().startsWith(scheme)) return undefined;
	return `The header '${header}' does not have the value of the credential.`;
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

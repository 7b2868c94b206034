const MAX_LENGTH = 2_000;
const THIS_MACHINE = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?`;
/** No user, no query: both would end up in other addresses and in texts. */
const REST = String.raw`[^@\\?#]*`;

/** No such scheme exists, so that nothing can be sent there. */
const REFUSED = 'refused-base-url:';
const UNACCEPTABLE = '@';

type Step = readonly [pattern: RegExp, replacement: string];

const tooLong: Step = [new RegExp(`^[^]{${MAX_LENGTH + 1},}$`), UNACCEPTABLE];
const whiteSpace: Step = [/\s+/g, ''];
const loopbackWithoutScheme: Step = [new RegExp(String.raw`^(?=${THIS_MACHINE}(?:\/|$))`, 'i'), 'http://'];
const withoutScheme: Step = [/^(?!https?:\/\/|$)/i, 'https://'];
/** What belongs to the addresses of operations and of the token, and trailing slashes. */
const ownPath: Step = [/(?<![:/])(?:\/+api|\/+auth(?:\/+token)?)?\/*$/i, ''];

const reading: readonly Step[] = [tooLong, whiteSpace, loopbackWithoutScheme, withoutScheme, ownPath];

function unless(accepted: string): Step {
	return [new RegExp(`^(?!$|${accepted}$).*$`, 'i'), REFUSED];
}

const encrypted = String.raw`https:\/\/[^@\\?#/]${REST}`;
const withinThisMachine = String.raw`http:\/\/${THIS_MACHINE}(?:\/${REST})?`;
const refusing = {
	unencrypted: unless(`(?:${encrypted}|${withinThisMachine})`),
	none: unless(encrypted.replace('https', 'https?')),
};

/**
 * `hotel.example/` and `https://hotel.example/auth/token` → `https://hotel.example`; a loopback address without a
 * scheme means http. What must not be asked becomes an address that cannot be.
 */
export function normalizeBaseUrl(text: string, allowsHttp = false): string {
	const steps = [...reading, allowsHttp ? refusing.none : refusing.unencrypted];
	return steps.reduce((url, [pattern, replacement]) => url.replace(pattern, replacement), text);
}

/**
 * The same rule as an n8n expression over credential fields, for what n8n evaluates itself.
 * @param allowsHttp a field that is true or false
 */
export function baseUrlExpression(source: string, allowsHttp: string): string {
	const step = ([pattern, replacement]: Step) => `.replace(${pattern}, "${replacement}")`;
	const { none, unencrypted } = refusing;
	return `(${source} || "")${reading.map(step).join('')}.replace(${allowsHttp} ? ${none[0]} : ${unencrypted[0]}, "${REFUSED}")`;
}

/** Why an address is not asked, in words that do not quote it; `undefined` if it is. */
export function refusalOf(text: string, allowsHttp = false): string | undefined {
	if (normalizeBaseUrl(text, allowsHttp) !== REFUSED) return undefined;
	if (text.length > MAX_LENGTH) return 'is longer than any address';
	if (text.includes('@')) return "contains '@', as a user name or a password in an address does";
	if (normalizeBaseUrl(text, true) !== REFUSED) return 'is not encrypted (http)';
	return 'is not the address of a host';
}

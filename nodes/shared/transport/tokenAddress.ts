import type { IN8nHttpFullResponse } from 'n8n-workflow';

/** Within a host, so many redirects are looked at. */
const MAX_HOPS = 5;
const MAX_LENGTH = 2_000;

/** Sends a request for a token without ID and secret, and follows no redirect. */
type AskWithoutSecret = (url: string) => Promise<Partial<IN8nHttpFullResponse>>;

/**
 * Where the token address redirects to, if that is another host or scheme: n8n would follow and send the client
 * secret there (307 and 308), or has sent it in clear text (from http to https).
 * @throws a response of 429 or 5xx, as n8n's HTTP helper does
 */
export async function redirectAway(tokenUrl: string, ask: AskWithoutSecret): Promise<string | undefined> {
	let url = tokenUrl;
	for (let hops = 0; hops < MAX_HOPS; hops++) {
		const { statusCode = 0, headers = {} } = await ask(url);
		if (statusCode === 429 || statusCode >= 500) {
			throw Object.assign(new Error('no response'), { response: { status: statusCode, headers } });
		}
		const isRedirect = statusCode >= 300 && statusCode < 400;
		const location = headers.location;
		if (!isRedirect || typeof location !== 'string') return undefined;
		if (location.length > MAX_LENGTH) return location;
		const next = absolute(location, url);
		if (next === undefined || originOf(next) !== originOf(tokenUrl)) return location;
		url = next;
	}
	return url;
}

/** `undefined` for what is no address of the web. */
function absolute(location: string, from: string): string | undefined {
	if (/^https?:/i.test(location)) return location;
	if (location.startsWith('//')) return `${/^\w+:/.exec(from)?.[0] ?? ''}${location}`;
	if (location.startsWith('/')) return `${originOf(from) ?? ''}${location}`;
	return /^[a-z][a-z0-9+.-]*:/i.test(location)
		? undefined
		: `${from.slice(0, from.lastIndexOf('/') + 1)}${location}`;
}

/** Scheme, host and port, in lower case: `https://api.hotel.example:8443`. */
function originOf(url: string): string | undefined {
	return /^https?:\/\/[^/?#\\]+/i
		.exec(url)?.[0]
		.toLowerCase()
		.replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2');
}

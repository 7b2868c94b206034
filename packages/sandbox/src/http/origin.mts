import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** The part of a request that identifies its sender. */
export interface Sender {
	method: string;
	headers: IncomingHttpHeaders;
}

/**
 * Whether a browser sent the request for a page of another origin. Other programs send no origin, and are accepted.
 */
export function isFromOtherOrigin({ headers }: Sender): boolean {
	const { origin, host } = headers;
	if (origin !== undefined) return !URL.canParse(origin) || new URL(origin).host !== host;
	const site = headers['sec-fetch-site'];
	return site === 'cross-site' || site === 'same-site';
}

/** Whether a browser opens the address because somebody followed a link or typed it. */
export function isNavigation({ method, headers }: Sender): boolean {
	return (
		method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
	);
}

/**
 * Whether the Host header is an IP address, `localhost` or the name that the sandbox listens on. Any other name may be
 * DNS rebinding.
 */
export function namesThisMachine({ headers }: Pick<Sender, 'headers'>, listensOn: string): boolean {
	const { host } = headers;
	if (host === undefined || !URL.canParse(`http://${host}`)) return false;
	const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
	return isIP(name) !== 0 || name === 'localhost' || name === listensOn.toLowerCase();
}

export const CONTROL_PREFIX = '/__sandbox';
export const PAGE_PREFIX = '/page/';

/** The path of a request as the router reads it: without address and query, its characters decoded. */
export function pathOf(url: string): string {
	const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/, 1);
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

export function isControlPath(path: string): boolean {
	return path.startsWith(`${CONTROL_PREFIX}/`);
}

/** Whether the path is the page's, not the API's. */
export function isPagePath(path: string): boolean {
	return path === '/' || path.startsWith(PAGE_PREFIX);
}

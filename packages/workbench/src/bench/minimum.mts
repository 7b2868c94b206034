import { WINDOW_MS, WINDOWS, type Limits } from '../../../sandbox/src/http/limits/table.mts';

/** The batching of HTTP Request: so many items at once, then a pause. */
export interface Batching {
	size: number;
	intervalMs: number;
}

/**
 * The earliest times at which so many requests can arrive, in ms after the first: each window has at most its limit, so
 * a request waits until the one that many places before it has left the window.
 */
export function earliestArrivals(limits: Limits, requests: number): number[] {
	const arrivals: number[] = [];
	for (let place = 0; place < requests; place += 1) {
		const frees = WINDOWS.map((window) => {
			const blocking = arrivals[place - limits[window]];
			return blocking === undefined ? 0 : blocking + WINDOW_MS[window];
		});
		arrivals.push(Math.max(arrivals.at(-1) ?? 0, ...frees));
	}
	return arrivals;
}

/** The shortest time for independent requests: the last of them arrives, and its response comes. */
export function shortestMs(limits: Limits, requests: number, latencyMs = 0): number {
	return (earliestArrivals(limits, requests).at(-1) ?? 0) + latencyMs;
}

/** The shortest time for pages, each of which needs the cursor of the previous response. */
export function shortestMsOfPages(limits: Limits, pages: number, latencyMs: number): number {
	return Math.max(shortestMs(limits, pages, latencyMs), pages * latencyMs);
}

/**
 * The fastest batching that never exceeds the limits. A batch of 10 every 3 s is 200 a minute.
 * @param margin how much longer the pauses are, so that late requests do not collide with the next ones
 */
export function fastestBatching(limits: Limits, requests: number, margin: number): Batching {
	const maxSize = Math.min(...WINDOWS.map((window) => limits[window]));
	const candidates = Array.from({ length: maxSize }, (_, index): Batching => {
		const size = index + 1;
		const pauses = WINDOWS.filter((window) => requests > limits[window]).map(
			(window) => WINDOW_MS[window] / Math.floor(limits[window] / size),
		);
		return { size, intervalMs: Math.ceil(Math.max(0, ...pauses) * (1 + margin)) };
	});
	return candidates.reduce((best, each) =>
		batchedMs(each, requests) < batchedMs(best, requests) ? each : best,
	);
}

/** When the last batch leaves. */
export function batchedMs({ size, intervalMs }: Batching, requests: number): number {
	return (Math.ceil(requests / size) - 1) * intervalMs;
}

/** The shortest pause between pages asked for one after another, each `latencyMs` long, that keeps the limits. */
export function pauseBetweenPagesMs(
	limits: Limits,
	pages: number,
	latencyMs: number,
	margin: number,
): number {
	const gaps = WINDOWS.filter((window) => pages > limits[window]).map(
		(window) => WINDOW_MS[window] / limits[window],
	);
	return Math.max(0, Math.ceil(Math.max(0, ...gaps) * (1 + margin)) - latencyMs);
}

import {
	batchedMs,
	earliestArrivals,
	fastestBatching,
	pauseBetweenPagesMs,
	shortestMs,
	shortestMsOfPages,
} from '../../src/bench/minimum.mts';

const details = { second: 10, minute: 200, hour: 4_000 };
const searches = { second: 3, minute: 20, hour: 900 };
const lists = { second: 3, minute: 100, hour: 3_000 };

describe('The shortest time for requests within limits', () => {
	it.each([
		['one request', details, 1, 0],
		['as many as fit into a second', details, 10, 0],
		['one more than fits into a second', details, 11, 1_000],
		['as many as fit into a minute', details, 200, 19_000],
		['one more than fits into a minute', details, 201, 60_000],
		['300 booking details', details, 300, 69_000],
		['600 booking details', details, 600, 139_000],
		['60 lowest-price searches', searches, 60, 126_000],
		['one more than fits into an hour', details, 4_001, 3_600_000],
	])('is exact for %s', (_, limits, requests, expected) => {
		expect(shortestMs(limits, requests)).toBe(expected);
	});

	it('ends with the answer to the last request', () => {
		expect(shortestMs(details, 300, 100)).toBe(69_100);
	});

	it('never has more requests in a trailing window than its limit', () => {
		const arrivals = earliestArrivals(searches, 200);
		for (const [windowMs, limit] of [
			[1_000, 3],
			[60_000, 20],
		] as const) {
			const atOnce = arrivals.map((end) => arrivals.filter((at) => at <= end && at > end - windowMs).length);
			expect(Math.max(...atOnce)).toBe(limit);
		}
	});

	it('of pages is the limit where answers are quick', () => {
		expect(shortestMsOfPages(lists, 100, 100)).toBe(33_100);
	});

	it('of pages is their latency where answers are slow', () => {
		expect(shortestMsOfPages(lists, 100, 500)).toBe(50_000);
	});
});

describe('The fastest batching of HTTP Request', () => {
	it('of booking details is ten every three seconds', () => {
		const batching = fastestBatching(details, 300, 0);
		expect(batching).toEqual({ size: 10, intervalMs: 3_000 });
		expect(batchedMs(batching, 300)).toBe(87_000);
	});

	it('of lowest-price searches is two every six seconds', () => {
		expect(fastestBatching(searches, 60, 0)).toEqual({ size: 2, intervalMs: 6_000 });
	});

	it('needs no pause beyond the second when the minute is not used up', () => {
		const rooms = { second: 50, minute: 200, hour: 3_000 };
		expect(fastestBatching(rooms, 200, 0)).toEqual({ size: 50, intervalMs: 1_000 });
	});

	it('has pauses longer by the margin', () => {
		expect(fastestBatching(details, 300, 0.02)).toEqual({ size: 10, intervalMs: 3_060 });
	});

	it('between pages leaves out the time of the answer', () => {
		expect(pauseBetweenPagesMs(lists, 100, 100, 0)).toBe(234);
		expect(pauseBetweenPagesMs(lists, 100, 500, 0)).toBe(0);
	});
});

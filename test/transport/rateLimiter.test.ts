import { RateLimiter, RateLimitWaitError, waitForPlace } from '../../nodes/shared/transport/rateLimiter';
import { HOUR_MS, MINUTE_MS, rateScopes, SECOND_MS } from '../../nodes/shared/transport/rateLimits';
import { FakeClock } from '../support/fakeClock';

const FOREVER = 10 * HOUR_MS;
const client = 'https://api.hotel.example client-1';

describe('how long to wait for a place in the windows', () => {
	const windows = [{ name: 'second' as const, windowMs: 1000, limit: 3 }];

	it.each([
		['nothing was sent yet', [], 0, 0],
		['there is still a place', [9_500, 9_600], 0, 0],
		['the window is full', [9_500, 9_600, 9_700], 0, 500],
		['the oldest has just left the window', [9_000, 9_600, 9_700], 0, 0],
		['requests on their way take places', [9_500, 9_600], 1, 500],
		['only an answer can free a place', [], 3, Infinity],
	])('%s', (_, answered, inFlight, expected) => {
		expect(waitForPlace(windows, answered, inFlight, 10_000).waitMs).toBe(expected);
	});

	it('the longest wait of all windows counts, and its window is told', () => {
		const both = [...windows, { name: 'minute' as const, windowMs: MINUTE_MS, limit: 4 }];
		const { waitMs, window } = waitForPlace(both, [1_000, 9_500, 9_600, 9_700], 0, 10_000);
		expect([waitMs, window?.name]).toEqual([51_000, 'minute']);
	});
});

describe('the rate limiter', () => {
	/** Sends `count` requests that are answered after `latencyMs`; gives the times of sending. */
	async function sendMany(count: number, scope: keyof typeof rateScopes, latencyMs = 0): Promise<number[]> {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const sent: number[] = [];
		const one = async () => {
			const slot = await limiter.acquire(client, rateScopes[scope], FOREVER);
			sent.push(clock.now());
			if (latencyMs > 0) await clock.sleep(latencyMs);
			slot.release();
		};
		await clock.run(Promise.all(Array.from({ length: count }, one)));
		return sent;
	}

	function mostIn(times: number[], windowMs: number): number {
		return Math.max(
			...times.map((start) => times.filter((time) => time >= start && time < start + windowMs).length),
		);
	}

	it.each([
		['bookingList', 250, 0],
		['bookingDetail', 450, 0],
		['bookingDetail', 60, 300],
		['lowestPriceSearch', 50, 0],
		['default', 420, 20],
	] as const)(
		'%s: %i requests never exceed a window (answers after %i ms)',
		async (scope, count, latencyMs) => {
			const sent = await sendMany(count, scope, latencyMs);
			expect(sent).toHaveLength(count);
			for (const { windowMs, limit } of rateScopes[scope].windows) {
				expect(mostIn(sent, windowMs)).toBeLessThanOrEqual(limit);
			}
		},
	);

	it('uses the windows to the full: 300 booking details take one minute and ten seconds', async () => {
		const sent = await sendMany(300, 'bookingDetail');
		expect(Math.max(...sent) - Math.min(...sent)).toBe(MINUTE_MS + 9 * SECOND_MS);
	});

	it('serves first come, first served', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const order: number[] = [];
		const requests = Array.from({ length: 20 }, async (_, index) => {
			const slot = await limiter.acquire(client, rateScopes.bookingList, FOREVER);
			order.push(index);
			slot.release();
		});
		await clock.run(Promise.all(requests));
		expect(order).toEqual([...Array(20).keys()]);
	});

	it.each([
		['another client', 'https://api.hotel.example client-2', rateScopes.bookingList],
		['another base URL', 'https://other.hotel.example client-1', rateScopes.bookingList],
		['another scope', client, rateScopes.bookingDetail],
	])('%s has windows of its own', async (_, otherClient, otherScope) => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const fill = async () => (await limiter.acquire(client, rateScopes.bookingList, FOREVER)).release();
		await clock.run(Promise.all([fill(), fill(), fill()]));
		const before = clock.now();
		await clock.run(limiter.acquire(otherClient, otherScope, FOREVER));
		expect(clock.now()).toBe(before);
	});

	it('waits out a pause once, together with everybody else', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const start = clock.now();
		limiter.pause(client, rateScopes.default, 7_000);
		const requests = Array.from(
			{ length: 5 },
			async () => await limiter.acquire(client, rateScopes.default, FOREVER),
		);
		await clock.run(Promise.all(requests));
		expect(clock.now() - start).toBe(7_000);
	});

	it('refuses at once when the wait would be longer than allowed, and says which window is used up', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		for (let count = 0; count < 20; count++) {
			const acquired = limiter.acquire(client, rateScopes.lowestPriceSearch, FOREVER);
			(await clock.run(acquired)).release();
		}
		const before = clock.now();
		const refused = limiter.acquire(client, rateScopes.lowestPriceSearch, 10_000);
		const error = await refused.catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(RateLimitWaitError);
		expect((error as RateLimitWaitError).exhausted?.name).toBe('minute');
		expect((error as RateLimitWaitError).retryAfterMs).toBeGreaterThan(50_000);
		expect(clock.now()).toBe(before);
	});

	it('ends the wait at once when the execution is cancelled, and lets the others go on', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const cancel = new AbortController();
		limiter.pause(client, rateScopes.default, 60_000);
		const first = limiter.acquire(client, rateScopes.default, FOREVER, cancel.signal);
		const second = limiter.acquire(client, rateScopes.default, FOREVER, cancel.signal);
		const third = limiter.acquire(client, rateScopes.default, FOREVER);
		cancel.abort();
		await expect(first).rejects.toThrow();
		await expect(second).rejects.toThrow();
		await expect(clock.run(third)).resolves.toHaveProperty('release');
	});
});

import fc from '../../support/fastCheck';

import { RateLimiter } from '../../../nodes/shared/rateLimit/rateLimiter';
import {
	RateLimitWaitError,
	type AcquireOptions,
	type RateSlot,
} from '../../../nodes/shared/rateLimit/scopeLimiter';
import { rateScopes } from '../../../nodes/shared/transport/rateScopes';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type RateScope } from '../../../nodes/shared/rateLimit/windows';
import { callMany, CountingService, type Client, type Travel } from '../../support/countingService';
import { FakeClock } from '../../support/fakeClock';

type ScopeName = keyof typeof rateScopes;

const FOREVER = { maxWaitMs: 10 * HOUR_MS };
const client = 'https://api.hotel.example client-1';
const answered = { remaining: {}, refused: false };

/** Numbers that look random, the same for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

interface Network {
	/** The shortest travel, each way. */
	there: number;
	back: number;
	/** How much longer it can take, each way. */
	jitter: number;
	/** How much longer the first request of each connection takes to get there. */
	connecting?: number;
}

interface Run {
	service: CountingService;
	scope: RateScope;
	tookMs: number;
	clock: FakeClock;
}

/** Processes that share a client make so many calls each. */
async function runProcesses(
	name: ScopeName,
	{ counts, apartMs = 0, tells = true }: { counts: number[]; apartMs?: number; tells?: boolean },
	network: Network,
	seed = 1,
): Promise<Run> {
	const clock = new FakeClock();
	const scope = rateScopes[name];
	const service = new CountingService(clock, scope, tells);
	const random = randomFrom(seed);
	/** A connection is used again as soon as its answer is there. */
	const travelOn = (idle: { connections: number }) => (): Travel => {
		const connecting = idle.connections > 0 ? 0 : (network.connecting ?? 0);
		idle.connections -= connecting > 0 ? 0 : 1;
		const there = network.there + random() * network.jitter + connecting;
		const back = network.back + random() * network.jitter;
		void clock.sleep(there + back).then(() => idle.connections++);
		return { there, back };
	};
	const start = clock.now();
	const one = async (count: number, index: number) => {
		await clock.sleep(index * apartMs);
		const travel = travelOn({ connections: 0 });
		const caller: Client = { clock, limiter: new RateLimiter(clock), service, scope, travel };
		await callMany(caller, count, 20);
	};
	await clock.run(Promise.all(counts.map(one)));
	return { service, scope, tookMs: clock.now() - start, clock };
}

function expectNoWindowExceeded({ service, scope }: Run): void {
	for (const { windowMs, limit } of scope.windows)
		expect(service.mostIn(windowMs)).toBeLessThanOrEqual(limit);
	expect(service.refused).toBe(0);
}

describe('the service never sees more than a window allows', () => {
	const travelTimes = fc.record({
		there: fc.integer({ min: 0, max: 600 }),
		back: fc.integer({ min: 0, max: 600 }),
		jitter: fc.integer({ min: 0, max: 400 }),
		connecting: fc.integer({ min: 0, max: 500 }),
	});

	it.each([
		['bookingList', 40, 50],
		['bookingDetail', 230, 25],
		['lowestPriceSearch', 45, 50],
		['default', 260, 25],
		['roomStaysWithExtras', 70, 50],
	] as const)('%s: %i calls, whatever the travel times', async (name, count, numRuns) => {
		await fc.assert(
			fc.asyncProperty(travelTimes, fc.boolean(), fc.nat(1e6), async (network, tells, seed) => {
				expectNoWindowExceeded(await runProcesses(name, { counts: [count], tells }, network, seed));
			}),
			{ numRuns },
		);
	});
});

describe('the limits are used', () => {
	const usual: Network = { there: 150, back: 150, jitter: 20 };

	it.each<[ScopeName, number, Network, number]>([
		['bookingDetail', 300, usual, 69_300],
		['bookingDetail', 300, { there: 2, back: 300, jitter: 10 }, 69_300],
		['bookingDetail', 300, { there: 5, back: 5, jitter: 5 }, 69_010],
		['lowestPriceSearch', 60, usual, 126_300],
		['default', 400, usual, 63_300],
	])('%s: %i calls take at most 5 %% longer than they must', async (name, count, network, shortestMs) => {
		const run = await runProcesses(name, { counts: [count] }, network);
		expectNoWindowExceeded(run);
		expect(run.tookMs).toBeLessThanOrEqual(shortestMs * 1.05);
	});

	it('reaches the limit of the second although each request takes 300 ms', async () => {
		const scope = { ...rateScopes.bookingDetail, windows: [rateScopes.bookingDetail.windows[0]] as const };
		const clock = new FakeClock();
		const service = new CountingService(clock, scope);
		const caller = {
			clock,
			limiter: new RateLimiter(clock),
			service,
			scope,
			travel: () => ({ there: 150, back: 150 }),
		};
		const start = clock.now();
		await clock.run(callMany(caller, 600, 20));
		expect(service.mostIn(SECOND_MS)).toBe(10);
		expect((600 * SECOND_MS) / (clock.now() - start)).toBeGreaterThan(9.2);
	});
});

describe('processes that share a client', () => {
	const near: Network = { there: 5, back: 5, jitter: 5 };
	const far: Network = { there: 150, back: 150, jitter: 20 };
	const uneven: Network = { there: 10, back: 90, jitter: 40 };

	it.each([
		[0, near],
		[0, far],
		[137, near],
		[137, uneven],
		[700, far],
		[700, uneven],
	])('two of them (the second starts %i ms later; %o) are hardly ever refused', async (apartMs, network) => {
		for (const [counts, shortestMs] of [
			[[150, 150], 69_000],
			[[300, 300], 139_000],
			[[450, 150], 139_000],
		] as Array<[number[], number]>) {
			const { service, tookMs } = await runProcesses('bookingDetail', { counts, apartMs }, network);
			expect(service.refused).toBeLessThanOrEqual(service.accepted.length * 0.03);
			expect(tookMs - apartMs).toBeLessThanOrEqual(shortestMs * 1.15);
		}
	});

	it.each<[ScopeName, number, number]>([
		['bookingDetail', 300, 0.04],
		['bookingList', 300, 0.5],
		['lowestPriceSearch', 60, 0.5],
	])(
		'%s: of requests that three begin at once, %i each, the service refuses at most %d for each that it takes',
		async (name, requests, most) => {
			for (const network of [near, far]) {
				const counts = [requests, requests, requests];
				const { service, tookMs, scope } = await runProcesses(name, { counts, apartMs: 137 }, network);
				expect(service.refused).toBeLessThanOrEqual(service.accepted.length * most);
				const perMinute = scope.windows[1]?.limit as number;
				const fullMinutes = Math.floor((3 * requests - 1) / perMinute);
				expect(tookMs).toBeLessThanOrEqual((fullMinutes + 1) * MINUTE_MS);
			}
		},
	);

	it('has the limits to itself again when the other one has stopped', async () => {
		const { service, tookMs } = await runProcesses('bookingDetail', { counts: [590, 10] }, near);
		expect(service.refused).toBeLessThanOrEqual(3);
		expect(tookMs).toBeLessThanOrEqual(139_000 * 1.06);
	});

	it('asks less and less often while the other one takes every slot', async () => {
		const { service } = await runProcesses('bookingList', { counts: [150, 150], apartMs: 137 }, near);
		expect(service.refused).toBeLessThanOrEqual(service.accepted.length * 0.07);
	});

	it('leaves slots to another one that polls a few seconds later each minute', async () => {
		const clock = new FakeClock();
		const scope = rateScopes.bookingList;
		const service = new CountingService(clock, scope);
		const random = randomFrom(1);
		const travel = () => ({ there: 15 + 10 * random(), back: 15 + 10 * random() });
		const pollEachMinute = async (count: number, afterMs: number) => {
			const caller = { clock, limiter: new RateLimiter(clock), service, scope, travel };
			for (let minute = 0; minute < 60; minute++) {
				await clock.sleep(minute * MINUTE_MS + afterMs - clock.now());
				await callMany(caller, count, 4);
			}
		};
		await clock.run(Promise.all([pollEachMinute(12, 0), pollEachMinute(3, 2_000)]));
		expect(service.refused).toBeLessThanOrEqual(service.accepted.length * 0.03);
	});

	it('leaves slots to another one that keeps a pace of its own', async () => {
		const clock = new FakeClock();
		const scope = rateScopes.bookingDetail;
		const service = new CountingService(clock, scope);
		const travel = () => ({ there: 50, back: 50 });
		let refused = 0;
		const other = async () => {
			for (let sent = 0; sent < 60; sent++) {
				if ((await service.answer(travel())).refused) refused++;
				await clock.sleep(400);
			}
		};
		const ours = callMany({ clock, limiter: new RateLimiter(clock), service, scope, travel }, 130, 20);
		await clock.run(Promise.all([other(), ours]));
		expect(service.accepted.length).toBeGreaterThanOrEqual(185);
		expect(refused).toBeLessThanOrEqual(2);
	});

	it('respects what was used up before it started, and says so', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const first = await limiter.of(client, rateScopes.default).acquire(FOREVER);
		first.release({ refused: false, remaining: { second: 49, minute: 0, hour: 2_800 } });
		const late = limiter.of(client, rateScopes.default).acquire({ maxWaitMs: 0 });
		const error = (await late.catch((reason: unknown) => reason)) as RateLimitWaitError;
		expect(error.exhausted?.name).toBe('minute');
		expect(error.retryAfterMs).toBeGreaterThan(0);
	});

	it('looks again soon where others have used up a window, for nobody says when they did', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const first = await limiter.of(client, rateScopes.default).acquire(FOREVER);
		first.release({ refused: false, remaining: { second: 49, minute: 0, hour: 2_800 } });
		const before = clock.now();
		await clock.run(limiter.of(client, rateScopes.default).acquire(FOREVER));
		expect(clock.now() - before).toBeLessThan(MINUTE_MS / 100);
	});

	it('takes answers in any order: an older one does not undo what a newer one said', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const open = async () => await limiter.of(client, rateScopes.default).acquire(FOREVER);
		(await open()).release(answered);
		const older = await open();
		await clock.run(clock.sleep(10));
		const newer = await open();
		newer.release({ refused: false, remaining: { minute: 0 } });
		older.release({ refused: false, remaining: { minute: 150 } });
		const next = limiter.of(client, rateScopes.default).acquire({ maxWaitMs: 0 });
		await expect(next).rejects.toBeInstanceOf(RateLimitWaitError);
	});
});

describe('those who wait', () => {
	const slots = async (limiter: RateLimiter, clock: FakeClock, scope: RateScope, count: number) => {
		const taken: RateSlot[] = [];
		for (let index = 0; index < count; index++) {
			const slot = await clock.run(limiter.of(client, scope).acquire(FOREVER));
			slot.release(answered);
			taken.push(slot);
		}
		return taken;
	};

	it('are served first come, first served', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const order: number[] = [];
		const requests = Array.from({ length: 20 }, async (_, index) => {
			const slot = await limiter.of(client, rateScopes.bookingList).acquire(FOREVER);
			order.push(index);
			slot.release(answered);
		});
		await clock.run(Promise.all(requests));
		expect(order).toEqual([...Array(20).keys()]);
	});

	it('keep their place in the queue when they were refused', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const order: string[] = [];
		const first = await limiter.of(client, rateScopes.default).acquire(FOREVER);
		const queue = ['second', 'third'].map(async (name) => {
			const slot = await limiter.of(client, rateScopes.default).acquire(FOREVER);
			order.push(name);
			slot.release(answered);
		});
		limiter.of(client, rateScopes.default).pause(2_000);
		first.release({ remaining: {}, refused: true });
		const again = limiter
			.of(client, rateScopes.default)
			.acquire({ ...FOREVER, ticket: first.ticket })
			.then((slot) => {
				order.push('first');
				slot.release(answered);
			});
		await clock.run(Promise.all([...queue, again]));
		expect(order).toEqual(['first', 'second', 'third']);
	});

	it('wait out a pause once, together', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const start = clock.now();
		const refused = await Promise.all([limiter.of(client, rateScopes.default).acquire(FOREVER)]);
		refused.forEach((slot) => {
			limiter.of(client, rateScopes.default).pause(7_000, { second: 3, minute: 0, hour: 4 });
			limiter.of(client, rateScopes.default).pause(7_000, { second: 3, minute: 0, hour: 4 });
			slot.release({ remaining: {}, refused: true });
		});
		const requests = Array.from({ length: 5 }, async () => {
			const slot = await limiter.of(client, rateScopes.default).acquire(FOREVER);
			slot.release(answered);
		});
		await clock.run(Promise.all(requests));
		expect(clock.now() - start).toBe(7_000);
	});

	it.each<[string, number, number]>([
		['the first in the queue', 0, 10_000],
		['one far behind, who would have to wait for three more minutes', 60, 3 * MINUTE_MS],
	])('are told at once when they would wait too long: %s', async (_, inFront, maxWaitMs) => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		await slots(limiter, clock, rateScopes.lowestPriceSearch, 20);
		const others = Array.from({ length: inFront }, () => new AbortController());
		const waiting = others.map(async ({ signal }) => {
			const options = { ...FOREVER, signal };
			await limiter
				.of(client, rateScopes.lowestPriceSearch)
				.acquire(options)
				.catch(() => undefined);
		});
		const before = clock.now();
		const refused = limiter.of(client, rateScopes.lowestPriceSearch).acquire({ maxWaitMs });
		const error = (await refused.catch((reason: unknown) => reason)) as RateLimitWaitError;
		expect(error).toBeInstanceOf(RateLimitWaitError);
		expect(error.exhausted?.name).toBe('minute');
		expect(error.retryAfterMs).toBeGreaterThan(maxWaitMs);
		expect(error.retryAfterMs).toBeLessThan(maxWaitMs + MINUTE_MS);
		expect(clock.now()).toBe(before);
		others.forEach((other) => other.abort(new Error('enough')));
		await Promise.all(waiting);
	});

	it('wait in the queue, however short the wait may be, while no limit is used up', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const ask = async () => {
			const options = { maxWaitMs: -1, maxPacingMs: MINUTE_MS };
			const slot = await limiter.of(client, rateScopes.bookingDetail).acquire(options);
			await clock.sleep(100);
			slot.release(answered);
		};
		const many = Array.from({ length: 40 }, ask);
		await expect(clock.run(Promise.all(many))).resolves.toHaveLength(40);
	});

	it('are told that there are too many of them when it would take too long', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const ask = async () => {
			const options = { maxWaitMs: 0, maxPacingMs: 3_000 };
			(await limiter.of(client, rateScopes.bookingDetail).acquire(options)).release(answered);
		};
		const many = await clock.run(Promise.allSettled(Array.from({ length: 60 }, ask)));
		const reasons = many.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
		expect(reasons.length).toBeGreaterThan(0);
		expect(reasons).toEqual(
			reasons.map(() => expect.objectContaining({ isCrowded: true, exhausted: undefined }) as unknown),
		);
	});

	it('are told the time until a place of the hour is free, which others use up evenly', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const first = await limiter.of(client, rateScopes.default).acquire(FOREVER);
		first.release({ refused: false, remaining: { second: 49, minute: 150, hour: 0 } });
		const next = limiter.of(client, rateScopes.default).acquire({ maxWaitMs: 0 });
		const error = (await next.catch((reason: unknown) => reason)) as RateLimitWaitError;
		expect(error.exhausted?.name).toBe('hour');
		expect(error.retryAfterMs).toBeGreaterThan(0);
		expect(error.retryAfterMs).toBeLessThan(5_000);
	});

	it('wait for what the service asked for only as long as they may, whatever we add to it', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const options = { maxWaitMs: 2_000, maxPacingMs: MINUTE_MS };
		for (let refusals = 0; refusals < 3; refusals++) {
			limiter.of(client, rateScopes.default).pause(1_000);
			await clock
				.run(limiter.of(client, rateScopes.default).acquire(options))
				.then((slot) => slot.withdraw());
		}
		limiter.of(client, rateScopes.default).pause(3_000);
		const late = limiter.of(client, rateScopes.default).acquire(options);
		await expect(late).rejects.toMatchObject({ isCrowded: false, retryAfterMs: 3_000 });
	});

	it('leave at once when the execution is cancelled, and the others go on', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const cancel = new AbortController();
		limiter.of(client, rateScopes.default).pause(60_000);
		const first = limiter.of(client, rateScopes.default).acquire({ ...FOREVER, signal: cancel.signal });
		const second = limiter.of(client, rateScopes.default).acquire({ ...FOREVER, signal: cancel.signal });
		const third = limiter.of(client, rateScopes.default).acquire(FOREVER);
		cancel.abort(new Error('cancelled'));
		await expect(first).rejects.toThrow('cancelled');
		await expect(second).rejects.toThrow('cancelled');
		await expect(clock.run(third)).resolves.toHaveProperty('release');
	});

	it('listen for their cancellation only while they wait', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const cancel = new AbortController();
		const options = { ...FOREVER, signal: cancel.signal };
		const slot = await clock.run(limiter.of(client, rateScopes.default).acquire(options));
		slot.release(answered);
		limiter.of(client, rateScopes.default).pause(60_000);
		const waiting = limiter.of(client, rateScopes.default).acquire(FOREVER);
		const now = jest.spyOn(clock, 'now');
		cancel.abort(new Error('cancelled'));
		expect(now).not.toHaveBeenCalled();
		now.mockRestore();
		await expect(clock.run(waiting)).resolves.toHaveProperty('release');
	});

	it('leave no timer behind', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		await slots(limiter, clock, rateScopes.default, 40);
		expect(clock.asleep).toBe(0);
		const cancel = new AbortController();
		limiter.of(client, rateScopes.default).pause(60_000);
		const waiting = limiter.of(client, rateScopes.default).acquire({ ...FOREVER, signal: cancel.signal });
		expect(clock.asleep).toBe(1);
		cancel.abort(new Error('cancelled'));
		await expect(waiting).rejects.toThrow('cancelled');
		expect(clock.asleep).toBe(0);
	});

	it('are told of in the log once, not each of them', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		const told: Array<[string | undefined, number]> = [];
		const options: AcquireOptions = {
			...FOREVER,
			onLongWait: (window, waitMs) => told.push([window?.name, Math.round(waitMs / 1_000)]),
		};
		await slots(limiter, clock, rateScopes.lowestPriceSearch, 20);
		const waiting = Array.from({ length: 10 }, async () => {
			const slot = await limiter.of(client, rateScopes.lowestPriceSearch).acquire(options);
			slot.release(answered);
		});
		await clock.run(Promise.all(waiting));
		expect(told).toEqual([['minute', expect.any(Number)]]);
		expect(told[0]?.[1]).toBeGreaterThan(40);
	});

	it('what was given back unused does not count', async () => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		for (let count = 0; count < 10; count++) {
			(await limiter.of(client, rateScopes.lowestPriceSearch).acquire(FOREVER)).withdraw();
		}
		await expect(
			limiter.of(client, rateScopes.lowestPriceSearch).acquire({ maxWaitMs: 0 }),
		).resolves.toBeDefined();
	});
});

describe('windows are told apart', () => {
	it.each([
		['another client', 'https://api.hotel.example client-2', rateScopes.bookingList],
		['another base URL', 'https://other.hotel.example client-1', rateScopes.bookingList],
		['another scope', client, rateScopes.bookingDetail],
	])('%s has windows of its own', async (_, otherClient, otherScope) => {
		const clock = new FakeClock();
		const limiter = new RateLimiter(clock);
		limiter.of(client, rateScopes.bookingList).pause(60_000);
		const before = clock.now();
		await clock.run(limiter.of(otherClient, otherScope).acquire(FOREVER));
		expect(clock.now()).toBe(before);
	});
});

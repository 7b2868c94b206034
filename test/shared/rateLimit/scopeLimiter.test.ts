import { ScopeLimiter, type Priority } from '../../../nodes/shared/rateLimit/scopeLimiter';
import { HOUR_MS, MINUTE_MS } from '../../../nodes/shared/rateLimit/windows';
import { rateScopes } from '../../../nodes/shared/transport/rateScopes';
import { FakeClock } from '../../support/fakeClock';

const answered = { remaining: {}, refused: false };
const sleep = async (clock: FakeClock, ms: number) => await clock.run(clock.sleep(ms));

describe('who goes first', () => {
	it('changes, then executions, then triggers', async () => {
		const clock = new FakeClock();
		const limiter = new ScopeLimiter(rateScopes.default, clock);
		limiter.pause(1_000);
		const order: string[] = [];
		const asks = (['trigger', 'execution', 'write', 'trigger', 'write', 'execution'] as const).map(
			async (priority) => {
				const slot = await limiter.acquire({ maxWaitMs: HOUR_MS, priority });
				order.push(priority);
				slot.release(answered);
			},
		);
		await sleep(clock, HOUR_MS);
		await Promise.all(asks);
		expect(order).toEqual(['write', 'write', 'execution', 'execution', 'trigger', 'trigger']);
	});

	it('triggers leave a quarter of the limit of a minute free: an execution need not wait for them', async () => {
		const clock = new FakeClock();
		const limiter = new ScopeLimiter(rateScopes.default, clock);
		let byTriggers = 0;
		const stop = new AbortController();
		const triggers = Array.from({ length: 500 }, async () => {
			const slot = await limiter.acquire({ maxWaitMs: HOUR_MS, priority: 'trigger', signal: stop.signal });
			byTriggers += 1;
			slot.release(answered);
		});
		await sleep(clock, 50_000);
		expect(byTriggers).toBe(150);
		const before = clock.now();
		const slot = limiter.acquire({ maxWaitMs: HOUR_MS });
		await sleep(clock, 2_000);
		(await slot).release(answered);
		expect(clock.now() - before).toBeLessThanOrEqual(2_000);
		stop.abort();
		await Promise.allSettled(triggers);
	});

	/** Sends so many requests, five at once. @returns how many were sent before one was refused */
	async function sendMany(limiter: ScopeLimiter, priority: Priority, maxWaitMs: number, count: number) {
		let [left, sent] = [count, 0];
		const go = async () => {
			while (left-- > 0) {
				const slot = await limiter.acquire({ maxWaitMs, maxPacingMs: HOUR_MS, priority });
				slot.release(answered);
				sent += 1;
			}
		};
		await Promise.all(Array.from({ length: 5 }, async () => await go().catch(() => (left = 0))));
		return sent;
	}

	it.each([0, 1, 10, 25, 45])(
		'while an execution uses up each minute, polls read what they need of a fifth: %i s after it began',
		async (afterSeconds) => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			const [began, details] = [clock.now(), 1_000];
			const execution = sendMany(limiter, 'execution', HOUR_MS, details);
			const polls: number[] = [];
			await sleep(clock, afterSeconds * 1_000);
			for (let poll = 0; poll < 5; poll++) {
				const next = clock.sleep(MINUTE_MS);
				polls.push(await clock.run(sendMany(limiter, 'trigger', 20_000, 25)));
				await clock.run(next);
			}
			expect(polls.slice(1)).toEqual([25, 25, 25, 25]);
			expect(await clock.run(execution)).toBe(details);
			// At four fifths of the limit.
			expect(clock.now() - began).toBeLessThanOrEqual(7 * MINUTE_MS);
		},
	);

	describe('once a trigger could not wait', () => {
		/** The limit of a minute is used up, in the first twenty seconds. */
		async function usedUp() {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			const sentAt: Partial<Record<Priority, number>> = {};
			const ask = async (priority: Priority, maxWaitMs = 0) => {
				const asked = limiter.acquire({ maxWaitMs, maxPacingMs: MINUTE_MS, priority });
				return await clock.run(
					asked.then(
						(slot) => {
							slot.release(answered);
							sentAt[priority] = clock.now();
							return true;
						},
						() => false,
					),
				);
			};
			const sendAll = async (priority: Priority) => {
				let sent = 0;
				while (await ask(priority)) sent += 1;
				return sent;
			};
			const next = async () => await sleep(clock, MINUTE_MS);
			expect(await sendAll('execution')).toBe(200);
			return { clock, sentAt, ask, sendAll, next };
		}

		it('executions leave a fifth, for five minutes; changes do not', async () => {
			const { ask, sendAll, next } = await usedUp();
			expect(await ask('trigger')).toBe(false);
			await next();
			expect(await sendAll('execution')).toBe(160);
			expect(await ask('trigger')).toBe(true);
			expect(await ask('execution')).toBe(false);
			expect(await sendAll('write')).toBe(39);
			for (let minute = 0; minute < 5; minute++) await next();
			expect(await sendAll('execution')).toBe(200);
		});

		it('and none before: executions that could not wait change nothing', async () => {
			const { ask, sendAll, next } = await usedUp();
			expect(await ask('execution')).toBe(false);
			await next();
			expect(await sendAll('execution')).toBe(200);
		});

		it('what it has of a fifth it sends at once, though executions wait', async () => {
			const { clock, sentAt, ask, sendAll, next } = await usedUp();
			await ask('trigger');
			await next();
			await sendAll('execution');
			const before = clock.now();
			await Promise.all([ask('execution', HOUR_MS), ask('trigger', HOUR_MS)]);
			expect((sentAt.trigger ?? 0) - before).toBeLessThan(1_000);
			expect((sentAt.execution ?? 0) - before).toBeGreaterThan(10_000);
		});

		it('what is beyond its fifth waits for all executions, however long', async () => {
			const { clock, ask, sendAll, next } = await usedUp();
			await ask('trigger');
			await next();
			expect(await sendAll('trigger')).toBe(150);
			const order: Priority[] = [];
			const note = async (priority: Priority) => {
				await ask(priority, HOUR_MS);
				order.push(priority);
			};
			await sendAll('execution');
			const asked = [note('trigger')];
			await sleep(clock, 10_000);
			asked.push(note('execution'));
			await Promise.all(asked);
			expect(order).toEqual(['execution', 'trigger']);
		});
	});

	describe('of the limit of an hour', () => {
		/** @returns how many requests an execution sends until it would have to wait for the hour */
		async function anExport(limiter: ScopeLimiter, clock: FakeClock) {
			const sent = await clock.run(sendMany(limiter, 'execution', 2 * MINUTE_MS, 5_000));
			await sleep(clock, 2 * MINUTE_MS);
			return sent;
		}

		it('executions have all of it if no trigger sent anything within the last day', async () => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			expect(await clock.run(sendMany(limiter, 'trigger', 0, 1))).toBe(1);
			await sleep(clock, 24 * HOUR_MS + 1_000);
			expect(await anExport(limiter, clock)).toBe(4_000);
		});

		it.each([
			['a fiftieth', 1, 23 * HOUR_MS, 80],
			['a fiftieth', 100, MINUTE_MS, 80],
			['half as much again as triggers sent', 190, MINUTE_MS, 95],
			['what is missing of a fifth', 700, 10 * MINUTE_MS, 100],
			['nothing, once triggers had a fifth', 900, 10 * MINUTE_MS, 0],
		])('executions leave %s: triggers sent %i', async (_, byTriggers, beforeMs, left) => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			expect(await clock.run(sendMany(limiter, 'trigger', HOUR_MS, byTriggers))).toBe(byTriggers);
			await sleep(clock, beforeMs);
			const counts = beforeMs < HOUR_MS ? byTriggers : 0;
			expect(await anExport(limiter, clock)).toBe(4_000 - counts - left);
			expect(await clock.run(sendMany(limiter, 'trigger', 0, 150))).toBe(left);
		});

		it('triggers leave three hundredths beyond their fifth: an execution need not wait until the hour is over', async () => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			expect(await clock.run(sendMany(limiter, 'trigger', 2 * MINUTE_MS, 5_000))).toBe(3_880);
			await sleep(clock, 2 * MINUTE_MS);
			expect(await anExport(limiter, clock)).toBe(120);
		});

		it('an execution does not wait behind a trigger that waits for what triggers leave free', async () => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			await clock.run(sendMany(limiter, 'trigger', 2 * MINUTE_MS, 5_000));
			await sleep(clock, 2 * MINUTE_MS);
			const waiting = sendMany(limiter, 'trigger', HOUR_MS, 1);
			await sleep(clock, 10_000);
			const asked = clock.now();
			expect(await clock.run(sendMany(limiter, 'execution', MINUTE_MS, 1))).toBe(1);
			expect(clock.now() - asked).toBeLessThan(1_000);
			await clock.run(waiting);
		});

		it('a refusal says that it is for triggers, and how long an execution waits', async () => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
			const slot = await limiter.acquire({ maxWaitMs: 0, priority: 'trigger' });
			slot.release({ remaining: { hour: 3_999 }, refused: false });
			await anExport(limiter, clock);
			const waitMs = limiter.status()?.waitMs;
			const refusal = async (priority: Priority) =>
				await clock.run(limiter.acquire({ maxWaitMs: MINUTE_MS, priority }).catch((error: unknown) => error));
			expect(await refusal('execution')).toMatchObject({
				isLeftToTriggers: true,
				exhausted: { name: 'hour' },
				retryAfterMs: waitMs,
			});
			expect(await clock.run(sendMany(limiter, 'trigger', 0, 100))).toBe(80);
			expect(await refusal('trigger')).toMatchObject({ isLeftToTriggers: false });
			expect(await refusal('execution')).toMatchObject({ isLeftToTriggers: false });
		});
	});

	it('two triggers that send all that they may, for three hours: no execution beside them waits, and each reads thirty hotels in four polls', async () => {
		const clock = new FakeClock();
		const limiter = new ScopeLimiter(rateScopes.default, clock);
		const until = clock.now() + 3 * HOUR_MS;
		const waits: number[] = [];
		const send = async (priority: Priority) => {
			const asked = clock.now();
			const slot = await limiter.acquire({ maxWaitMs: MINUTE_MS, priority });
			if (priority === 'execution') waits.push(clock.now() - asked);
			slot.release(answered);
		};
		const everyMs = async (ms: number, work: () => Promise<void>) => {
			for (let next = clock.now() + ms; next < until; next += ms) {
				await work();
				await clock.sleep(Math.max(0, next - clock.now()));
			}
		};
		const polls: number[][] = [[], []];
		const poll = async (index: number) => {
			const allowance = limiter.allowanceOf(`trigger ${index}`, 30);
			while (allowance.mayRequest()) {
				await send('trigger');
				allowance.take();
			}
			polls[index]?.push(allowance.sent());
		};
		// Five payments a minute, of four requests each.
		const pay = async () => {
			for (let requests = 0; requests < 4; requests++) await send('execution');
		};
		await clock.run(
			Promise.all([
				everyMs(MINUTE_MS, async () => await poll(0)),
				everyMs(MINUTE_MS, async () => await poll(1)),
				everyMs(MINUTE_MS / 5, pay),
			]),
		);
		expect(waits.length).toBeGreaterThan(3_500);
		expect(Math.max(...waits)).toBeLessThan(2_000);
		const inFour = polls.flatMap((sent) =>
			sent.slice(3).map((last, index) => last + sent.slice(index, index + 3).reduce((sum, one) => sum + one)),
		);
		expect(Math.min(...inFour)).toBeGreaterThanOrEqual(30);
	});

	it('a trigger that has just begun to wait does not go before an execution', async () => {
		const clock = new FakeClock();
		const limiter = new ScopeLimiter(rateScopes.bookingDetail, clock);
		const order: string[] = [];
		const ask = async (priority: Priority) => {
			(await limiter.acquire({ maxWaitMs: HOUR_MS, priority })).release(answered);
			order.push(priority);
		};
		limiter.pause(4_000);
		const asked = [ask('trigger'), ask('execution')];
		await clock.run(Promise.all(asked));
		limiter.pause(6_000);
		asked.push(ask('trigger'), ask('execution'), ask('write'));
		await clock.run(Promise.all(asked));
		expect(order).toEqual(['execution', 'trigger', 'write', 'trigger', 'execution']);
	});
});

import { ScopeLimiter } from '../../../nodes/shared/rateLimit/scopeLimiter';
import { TriggerAllowances, type Allowance } from '../../../nodes/shared/rateLimit/triggerAllowance';
import { HOUR_MS, MINUTE_MS } from '../../../nodes/shared/rateLimit/windows';
import { rateScopes } from '../../../nodes/shared/transport/rateScopes';
import { FakeClock } from '../../support/fakeClock';

/** Of the limit of an hour: what triggers leave to others beside what those use, ... */
const TENTH = 0.1;
/** ... and what they have in any case. */
const FIFTH = 0.2;
/** Of all methods without limits of their own (specification, Request rate limits). */
const HOURLY = 3_000;
/** The first poll of a process has what is earned in so many. */
const FIRST_MINUTES = 2;
/** Of all triggers of a client, a minute. */
const RATE = (HOURLY * (1 - TENTH)) / 60;

const pass = async (clock: FakeClock, ms: number) => await clock.run(clock.sleep(ms));

/** Sends as many of the wanted requests as the poll may. */
function send(allowance: Allowance, wanted: number): number {
	let sent = 0;
	while (sent < wanted && allowance.mayRequest()) {
		allowance.take();
		sent += 1;
	}
	return sent;
}

/** Triggers that poll each minute and want so many requests in each poll. */
async function polls(
	wanted: Record<string, number>,
	minutes: number,
	usedByOthers = 0,
): Promise<Record<string, number[]>> {
	const clock = new FakeClock();
	const allowances = new TriggerAllowances(rateScopes.default, clock);
	const sent: Record<string, number[]> = Object.fromEntries(Object.keys(wanted).map((one) => [one, []]));
	for (let minute = 0; minute < minutes; minute++) {
		for (const [trigger, requests] of Object.entries(wanted))
			sent[trigger]?.push(send(allowances.begin(trigger, usedByOthers), requests));
		await pass(clock, MINUTE_MS);
	}
	return sent;
}

const sum = (numbers: number[] = []) => numbers.reduce((total, one) => total + one, 0);

describe('what triggers may send', () => {
	it('alone, one that needs little gets it in every poll', async () => {
		const { one } = await polls({ one: 6 }, 180);
		expect(new Set(one)).toEqual(new Set([6]));
	});

	it('is spent evenly over the hour, with a reserve for others', async () => {
		const { one = [] } = await polls({ one: 1_000 }, 180);
		expect(Math.min(...one.slice(0, 60))).toBeGreaterThanOrEqual(0.8 * RATE);
		expect(Math.min(...one.slice(61))).toBeGreaterThanOrEqual(RATE - 1);
		for (let minute = 0; minute + 60 <= one.length; minute++)
			expect(sum(one.slice(minute, minute + 60))).toBeLessThanOrEqual(HOURLY);
		expect(sum(one.slice(60, 120))).toBeLessThanOrEqual(HOURLY * (1 - TENTH) + 1);
	});

	it.each([1, 2, 6])('leaves the reserve of the first hour to others: %i triggers', async (count) => {
		const names = Array.from({ length: count }, (_, one) => `${one}`);
		const sent = await polls(Object.fromEntries(names.map((name) => [name, 1_000])), 60);
		const all = names.map((name) => sum(sent[name]));
		expect(sum(all)).toBeLessThanOrEqual(HOURLY * (1 - TENTH) + 2 * RATE);
	});

	it('is divided by need: a light one gets what it uses, the heavy ones share the rest', async () => {
		const { light, heavy, other } = await polls({ light: 4, heavy: 500, other: 500 }, 120);
		expect(new Set(light)).toEqual(new Set([4]));
		const [one, two] = [sum(heavy?.slice(60)), sum(other?.slice(60))];
		expect(Math.abs(one - two)).toBeLessThanOrEqual(0.05 * one);
		expect(one + two).toBeGreaterThan(0.75 * 60 * (RATE - 4));
		expect(one + two + sum(light?.slice(60))).toBeLessThanOrEqual(60 * RATE + 1);
	});

	it('is what a trigger used and more, beside one that takes all it gets', async () => {
		const { medium = [] } = await polls({ medium: 12, heavy: 500 }, 120);
		expect(new Set(medium)).toEqual(new Set([12]));
	});

	it('is little for a trigger that uses little each ten minutes', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const most: number[] = [];
		for (let minute = 0; minute < 360; minute++) {
			send(allowances.begin('heavy', 0), 1_000);
			if (minute % 10 === 0) {
				const allowance = allowances.begin('light', 0);
				expect(send(allowance, 4)).toBe(4);
				let more = 1;
				while (allowance.pauseFor(more) !== undefined) more += 1;
				most.push(3 + more);
			}
			await pass(clock, MINUTE_MS);
		}
		expect(Math.max(...most.slice(1))).toBeLessThanOrEqual(60);
	});

	it('is also a share for the work that comes last, as often as it is one request', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const [triggers, minutes] = [10, 600];
		let [sent, shared] = [0, 0];
		for (let minute = 0; minute < minutes; minute++) {
			for (let trigger = 0; trigger < triggers; trigger++) {
				const allowance = allowances.begin(`${trigger}`, 0);
				sent += send(allowance, 1_000);
				// One more, in parallel.
				allowance.take();
				const mayRequest = allowance.withShare(TENTH);
				for (; mayRequest(); shared++) allowance.take();
			}
			await pass(clock, MINUTE_MS);
		}
		const perHour = (requests: number) => (requests * 60) / minutes;
		expect(perHour(sent + shared + minutes * triggers)).toBeLessThanOrEqual(HOURLY);
		expect(perHour(shared)).toBeGreaterThan((HOURLY * TENTH) / 2);
	});

	it('is a share that others have left, where they left more', () => {
		const allowances = new TriggerAllowances(rateScopes.default, new FakeClock());
		const allowance = allowances.begin('one', 0);
		const mayRequest = allowance.withShare(TENTH, FIFTH);
		let sent = 0;
		for (; mayRequest(); sent++) allowance.take();
		expect(sent).toBe(FIRST_MINUTES * RATE * (1 - FIFTH));
	});

	it('is nine tenths of what others leave, and never less than a fifth', async () => {
		const { one } = await polls({ one: 1_000 }, 120, HOURLY * 0.5);
		expect(sum(one?.slice(60))).toBeLessThanOrEqual(HOURLY * 0.5 * (1 - TENTH) + 1);
		const { one: least } = await polls({ one: 1_000 }, 120, HOURLY);
		expect(sum(least?.slice(60))).toBeGreaterThanOrEqual(HOURLY * FIFTH - 60);
	});

	it('is saved up for ten minutes, for a poll after a pause', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		for (let minute = 0; minute < 60; minute++) {
			send(allowances.begin('one', 0), 1_000);
			await pass(clock, MINUTE_MS);
		}
		await pass(clock, 5 * HOUR_MS);
		expect(send(allowances.begin('one', 0), 10_000)).toBe(10 * RATE);
	});

	it('is no more for a trigger that polls rarely, beside one that polls each minute', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		let sent = 0;
		for (let minute = 0; minute < 120; minute++) {
			sent += minute < 60 ? 0 : send(allowances.begin('often', 0), 1_000);
			const isDue = minute >= 60 && minute % 6 === 0;
			if (isDue) sent += send(allowances.begin('rarely', 0), 10_000);
			await pass(clock, MINUTE_MS);
		}
		// Both begin with what is saved up.
		expect(sent).toBeLessThanOrEqual(60 * RATE + 2 * 10 * RATE);
	});

	it.each([15, 20, 45])(
		'is divided among triggers that all poll every %i minutes, at the same moment',
		async (interval) => {
			const clock = new FakeClock();
			const allowances = new TriggerAllowances(rateScopes.default, clock);
			const rounds: number[] = [];
			for (let minute = 0; minute < 6 * 60; minute += interval) {
				const sent = Array.from({ length: 12 }, (_, one) => send(allowances.begin(`${one}`, 0), 10_000));
				rounds.push(sum(sent));
				await pass(clock, interval * MINUTE_MS);
			}
			// The first of a process cannot know how many follow, and the rest of their hour has less.
			expect(Math.max(...rounds.slice(1))).toBeLessThanOrEqual(10 * RATE);
			const afterTheHour = rounds.slice(Math.ceil(HOUR_MS / MINUTE_MS / interval) + 2);
			expect(Math.min(...afterTheHour)).toBeGreaterThanOrEqual(0.9 * 10 * RATE);
		},
	);

	it('is left to the others ten minutes after a trigger was switched off', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const stays: number[] = [];
		for (let minute = 0; minute < 110; minute++) {
			if (minute < 90) send(allowances.begin('goes', 0), 1_000);
			stays.push(send(allowances.begin('stays', 0), 1_000));
			await pass(clock, MINUTE_MS);
		}
		expect(sum(stays.slice(85, 98))).toBeLessThanOrEqual((13 * RATE) / 2 + 1);
		expect(sum(stays.slice(101))).toBe(9 * RATE);
	});

	it('is less after a poll that sent more than it might', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const first = allowances.begin('one', 0);
		for (let sent = 0; sent < (FIRST_MINUTES + 1) * RATE; sent++) first.take();
		await pass(clock, MINUTE_MS);
		expect(allowances.begin('one', 0).mayRequest()).toBe(false);
		await pass(clock, MINUTE_MS);
		const next = send(allowances.begin('one', 0), 1_000);
		expect(next).toBeGreaterThan(0);
		expect(next).toBeLessThanOrEqual(RATE);
	});

	it('is half of all for one that was held back, whatever it used last', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const first = allowances.begin('held back', 0);
		while (first.mayRequest()) first.take();
		for (let more = 0; more < 4 * RATE; more++) first.take();
		let minutes = 0;
		do {
			await pass(clock, MINUTE_MS);
			send(allowances.begin('heavy', 0), 1_000);
			minutes += 1;
		} while (send(allowances.begin('held back', 0), 1_000) === 0);
		expect(minutes).toBeGreaterThanOrEqual(8);
		expect(minutes).toBeLessThanOrEqual(10);
	});

	it('is less for an hour by all that was sent of what the first poll had, in whichever poll', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const perPoll: number[] = [];
		// Half in the first one, the other half and what was earned since in the second.
		for (const wanted of [RATE, 1_000, 1_000, 1_000, 1_000]) {
			perPoll.push(send(allowances.begin('one', 0), wanted));
			await pass(clock, MINUTE_MS);
		}
		expect(sum(perPoll.slice(0, 2))).toBeGreaterThan(2.9 * RATE);
		const evenly = (HOURLY * (1 - TENTH) - FIRST_MINUTES * RATE) / 60;
		for (const sent of perPoll.slice(2)) expect(Math.abs(sent - evenly)).toBeLessThan(1);
	});

	it('counts what it took within a time', async () => {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.default, clock);
		const allowance = allowances.begin('one', 0);
		for (let sent = 0; sent < 5; sent++) allowance.take();
		await pass(clock, HOUR_MS / 2);
		for (let sent = 0; sent < 3; sent++) allowance.take();
		expect(allowances.takenWithin(HOUR_MS)).toBe(8);
		expect(allowances.takenWithin(HOUR_MS / 2)).toBe(3);
		expect(allowances.takenWithin(MINUTE_MS)).toBe(3);
		await pass(clock, HOUR_MS / 2);
		expect(allowances.takenWithin(HOUR_MS)).toBe(3);
		expect(allowances.takenWithin(MINUTE_MS)).toBe(0);
	});

	it.each([
		[1, FIRST_MINUTES * RATE],
		[FIRST_MINUTES * RATE + 60, FIRST_MINUTES * RATE + 60],
		[1_000, 4 * RATE],
	])(
		'is in a first poll enough for each property, if that takes no longer than four minutes: %i',
		(properties, most) => {
			const allowances = new TriggerAllowances(rateScopes.default, new FakeClock());
			expect(send(allowances.begin('one', 0, properties), 10_000)).toBe(most);
		},
	);

	it('is no more for those that ask before the requests of others are sent', () => {
		const allowance = new TriggerAllowances(rateScopes.default, new FakeClock()).begin('one', 0);
		const half = FIRST_MINUTES * RATE * 0.5;
		const mayShare = allowance.withShare(TENTH, 0.5);
		let granted = 0;
		while (allowance.mayRequest(0.5)) granted += 1;
		expect(granted).toBe(half);
		while (mayShare()) granted += 1;
		expect(granted).toBe(half + FIRST_MINUTES * RATE * TENTH);
		for (let sent = 0; sent < half; sent++) allowance.take();
		expect(allowance.mayRequest(0.5)).toBe(false);
		expect(send(allowance, 1_000)).toBe(FIRST_MINUTES * RATE - granted);
	});

	it('is for work of one kind what it leaves for another', () => {
		const allowance = new TriggerAllowances(rateScopes.default, new FakeClock()).begin('one', 0);
		for (let sent = 0; sent < FIRST_MINUTES * RATE * 0.5; sent++) allowance.take();
		expect(allowance.mayRequest(0.5)).toBe(false);
		expect(allowance.mayRequest(0.4)).toBe(true);
	});

	it.each([5, 12, 22])(
		'keeps the limit of an hour, whatever is read beside it: %i a minute',
		async (others) => {
			const clock = new FakeClock();
			const limiter = new ScopeLimiter(rateScopes.default, clock);
			const sent = Array.from({ length: 180 }, () => 0);
			const start = clock.now();
			const minuteNow = () => Math.floor((clock.now() - start) / MINUTE_MS);
			while (minuteNow() < sent.length) {
				const requests = send(limiter.allowanceOf('one'), 100) + others;
				const until = clock.now() + MINUTE_MS;
				const asked = Array.from({ length: requests }, async (_, index) => {
					const priority = index < others ? 'execution' : 'trigger';
					const slot = await limiter.acquire({ maxWaitMs: HOUR_MS, priority });
					slot.release({ remaining: {}, refused: false });
					const minute = minuteNow();
					if (minute < sent.length) sent[minute] = (sent[minute] ?? 0) + 1;
				});
				await clock.run(Promise.all(asked));
				await pass(clock, Math.max(0, until - clock.now()));
			}
			// Nobody knows at the start how many they will be.
			expect(sum(sent.slice(0, 60))).toBeLessThanOrEqual(0.99 * HOURLY);
			const reserve = (HOURLY - 60 * others) * TENTH;
			for (let minute = 60; minute + 60 <= sent.length; minute++)
				expect(sum(sent.slice(minute, minute + 60))).toBeLessThanOrEqual(HOURLY - reserve + 2 * RATE);
		},
	);
});

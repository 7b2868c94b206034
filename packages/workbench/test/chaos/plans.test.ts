import { readOptions } from '../../src/chaos/options.mts';
import { planKills } from '../../src/chaos/killPlan.mts';
import { planStream, type Act } from '../../src/chaos/stream.mts';

const plan = { seed: 7, properties: 20, known: 5, acts: 2_000, durationMs: 900_000 };

describe('The stream of bookings', () => {
	const acts = planStream(plan);
	const during = acts.slice(100);
	const byBooking = (booking: number) => acts.filter((act) => act.booking === booking);
	const shareOf = (kind: Act['kind']) => during.filter((act) => act.kind === kind).length / during.length;

	it('follows from the seed', () => {
		expect(planStream(plan)).toEqual(acts);
		expect(planStream({ ...plan, seed: 8 })).not.toEqual(acts);
	});

	it('has so many acts, of all kinds, at every property, over all of the time', () => {
		expect(during).toHaveLength(2_000);
		expect(shareOf('create')).toBeGreaterThan(0.4);
		expect(shareOf('change')).toBeGreaterThan(0.25);
		expect(shareOf('cancel')).toBeGreaterThan(0.1);
		expect(new Set(during.map(({ property }) => property)).size).toBe(20);
		expect(during[0]?.atMs).toBeLessThan(10_000);
		expect(during.at(-1)?.atMs).toBeGreaterThan(890_000);
	});

	it('gives every property its known bookings first', () => {
		const known = acts.slice(0, 100);

		expect(known.every(({ kind, atMs }) => kind === 'create' && atMs === 0)).toBe(true);
		expect(new Set(known.map(({ property }) => property)).size).toBe(20);
	});

	it('makes a booking first, then changes it, and leaves it alone once it is cancelled', () => {
		const bookings = new Set(acts.map(({ booking }) => booking));
		for (const booking of bookings) {
			const life = byBooking(booking);
			expect(life.map(({ revision }) => revision)).toEqual(life.map((_, index) => index));
			expect(life.map(({ kind }) => kind === 'create')).toEqual(life.map((_, index) => index === 0));
			expect(life.slice(0, -1).every(({ kind }) => kind !== 'cancel')).toBe(true);
			expect(new Set(life.map(({ property }) => property)).size).toBe(1);
		}
	});

	it('changes some bookings twice within a second', () => {
		const twice = during.filter((act, index) => {
			const before = during[index - 1];
			return before?.booking === act.booking && act.atMs - before.atMs < 1_000;
		});

		expect(twice.length).toBeGreaterThan(30);
	});
});

describe('The kills', () => {
	it('are as many as wanted, one in each share of the time, of every kind', () => {
		const kills = planKills(7, 10, 900_000);

		expect(kills).toEqual(planKills(7, 10, 900_000));
		expect(kills.map(({ atMs }) => Math.floor(atMs / 90_000))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(new Set(kills.map(({ kind }) => kind))).toEqual(new Set(['random', 'poll', 'saves']));
	});
});

describe('The options', () => {
	it('run everything with one seed when nothing is said', () => {
		const { kills, history, soak } = readOptions({});

		expect(kills).toMatchObject([
			{ mode: 'durable', kills: 10, bookings: 2_000, properties: 20, minutes: 15, afterCrash: 'skip' },
			{ mode: 'older', kills: 10, bookings: 2_000, properties: 20, minutes: 15 },
		]);
		expect(history.map(({ bookings, maxBookings }) => [bookings, maxBookings])).toEqual([
			[100_000, 5_000],
			[100_000, 500],
		]);
		expect(soak).toMatchObject([
			{ properties: 200, minutes: 10, atLeastEvery: 15 },
			{ properties: 200, minutes: 10, atLeastEvery: 1 },
		]);
		expect(new Set([...kills, ...history, ...soak].map(({ seed }) => seed)).size).toBe(1);
	});

	it('run what was named, as it was asked for', () => {
		const values = { choice: 'kills', seed: '3', mode: 'older', kills: '2', json: true };
		const options = readOptions({ ...values, 'after-crash': 'again' });

		expect(options).toMatchObject({
			kills: [{ mode: 'older', afterCrash: 'again', seed: 3, kills: 2 }],
			history: [],
			soak: [],
			json: true,
		});
	});

	it.each([
		[{ mode: 'sturdy' }, "--mode must be durable or older, not 'sturdy'"],
		[{ 'after-crash': 'maybe' }, "--after-crash must be skip or again, not 'maybe'"],
		[{ kills: 'many' }, "--kills must be a whole number from 0 to 1000, not 'many'"],
		[{ minutes: '0' }, '--minutes must be a whole number from 1'],
		[{ 'max-bookings': '-1' }, '--max-bookings must be a whole number from 1'],
	])('are refused with exit code 2: %j', (values, message) => {
		expect(() => readOptions(values)).toThrow(
			expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) as string }),
		);
	});
});

import fc, { runs } from '../support/fastCheck';

import { dueNow, readingOrder, withChanges, type Activity } from '../../nodes/shared/polling/readingOrder';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2031-05-20T12:00:00Z');
const QUARTER = 15 * MINUTE;

type ActivityOf = (id: string) => Activity | undefined;

function stateOf(activities: Record<string, Activity | undefined>): ActivityOf {
	return (id) => activities[id];
}

const busy = (changes: number, at = NOW): Activity => ({ changes, at });
const minutesAgo = (times: Record<string, number>) =>
	new Map(Object.entries(times).map(([id, minutes]) => [id, NOW - minutes * MINUTE]));
const bookings = (...modified: Array<string | undefined>) =>
	modified.map((modifiedDateTime, index) => ({ number: String(index), modifiedDateTime }));

describe('how many must be read now', () => {
	const due = (times: Record<string, number>, ids = Object.keys(times)) =>
		dueNow(ids, minutesAgo(times), NOW, QUARTER);

	it.each<[string, Record<string, number>, number]>([
		['none, if the next poll is soon enough', { a: 14.4, b: 1 }, 0],
		['those that the next poll, a little late, would read too late', { a: 14.5, b: 15, c: 20, d: 1 }, 3],
		['with polls far apart, more', { a: 10.1, b: 12, c: 10 }, 3],
		['with none read yet, none is late', {}, 0],
	])('%s', (_, times, expected) => {
		expect(due(times)).toBe(expected);
	});

	it('counts those that were never read', () => {
		expect(due({ a: 1 }, ['a', 'b', 'c'])).toBe(2);
	});
});

describe('the order of reading', () => {
	const order = (state: ActivityOf, ids: string[], times: Record<string, number>) =>
		readingOrder(state, ids, minutesAgo(times), NOW, QUARTER);

	it('is that of the list as long as nothing was read', () => {
		expect(order(stateOf({ b: busy(9) }), ['c', 'a', 'b'], {})).toEqual(['c', 'a', 'b']);
	});

	it('begins with those that were never read, then those that were not read for long, the longest first', () => {
		const state = stateOf({ busy: busy(1_000) });
		const times = { busy: 14, long: 40, longer: 60, just: 15 };
		expect(order(state, ['busy', 'just', 'long', 'longer', 'new'], times)).toEqual([
			'new',
			'longer',
			'long',
			'just',
			'busy',
		]);
	});

	it('counts those that would be overdue before the next poll', () => {
		const state = stateOf({ busy: busy(1_000) });
		expect(order(state, ['busy', 'soon', 'last'], { busy: 10, soon: 14, last: 1 })[0]).toBe('soon');
		expect(order(state, ['busy', 'later', 'last'], { busy: 10, later: 13.4, last: 1 })[0]).toBe('busy');
	});

	it('takes into account that the next poll can come half an interval late', () => {
		const state = stateOf({ busy: busy(1_000) });
		const times = { busy: 10, soon: 13.5, last: 1 };
		expect(order(state, ['busy', 'soon', 'last'], times)).toEqual(['soon', 'busy', 'last']);
	});

	it('weighs the time squared and the activity once', () => {
		const state = stateOf({ quiet: undefined, five: busy(3), ten: busy(8) });
		expect(order(state, ['quiet', 'five', 'ten'], { quiet: 7, five: 3, ten: 2 })).toEqual([
			'quiet',
			'five',
			'ten',
		]);
		expect(order(state, ['quiet', 'five', 'ten'], { quiet: 4, five: 3, ten: 2 })).toEqual([
			'five',
			'ten',
			'quiet',
		]);
	});

	it('reads the most urgent last, as far as the last poll came, for that hands over at its end', () => {
		const state = stateOf({ one: busy(9), two: busy(8), three: busy(7), four: busy(6), five: busy(5) });
		const ids = ['one', 'two', 'three', 'four', 'five'];
		const last = { a: 1, b: 1, c: 1 };
		const times = { one: 4, two: 4, three: 4, four: 4, five: 4 };
		expect(order(state, ids, { ...times, ...last })).toEqual(['three', 'two', 'one', 'four', 'five']);
		expect(order(state, ids, { ...times, ...last, two: 15, five: 20 })).toEqual([
			'five',
			'two',
			'one',
			'three',
			'four',
		]);
		expect(order(state, ids, { ...times, ...last, two: 15, three: 20, four: 20, five: 20 })).toEqual([
			'three',
			'four',
			'five',
			'two',
			'one',
		]);
	});

	it('is not confused by a clock that was set back', () => {
		expect(order(stateOf({}), ['past', 'future'], { past: 5, future: -3 })).toEqual(['future', 'past']);
		expect(order(stateOf({}), ['now', 'past'], { past: 5, now: 0 })).toEqual(['past', 'now']);
	});
});

describe('the activity', () => {
	it('counts the changes of a day, less the longer ago they were', () => {
		const first = withChanges(undefined, bookings('2031-05-20T11:00:00Z', '2031-05-19T13:00:00Z'), NOW);
		expect(first).toEqual({ changes: 2, at: NOW });
		const next = withChanges(first, bookings('2031-05-21T11:59:00Z'), NOW + 24 * HOUR);
		expect(next).toEqual({ changes: 1.7, at: NOW + 24 * HOUR });
	});

	it('does not count history, nor bookings without a time', () => {
		expect(withChanges(undefined, bookings('2009-01-01T00:00:00Z', undefined), NOW)).toBeUndefined();
		expect(withChanges(busy(3), [], NOW + HOUR)).toEqual(busy(3));
		expect(withChanges(undefined, bookings('2031-05-19T12:00:00Z'), NOW)).toBeUndefined();
	});
});

interface World {
	hotels: number;
	perPoll: number;
	maxIntervalMs: number;
	days: number;
	/** All changes of a day. */
	changes: number;
}

/** A poll a minute; hotels of uneven size (Zipf, exponent 1), busy by day, quiet at night. */
function delaysIn({ hotels, perPoll, maxIntervalMs, days, changes }: World): number[] {
	let seed = 7;
	const random = () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		return seed / 2_147_483_648;
	};
	const ids = Array.from({ length: hotels }, (_, index) => `hotel-${index}`);
	const shares = ids.map((_, index) => 1 / (index + 1));
	const all = shares.reduce((sum, share) => sum + share, 0);
	const activities = new Map<string, Activity | undefined>();
	const readTimes = new Map<string, number>();
	const waiting = new Map<string, number[]>(ids.map((id) => [id, []]));
	const delays: number[] = [];
	for (let minute = 0; minute < days * 1_440; minute++) {
		const atNight = Math.floor(minute / 60) % 24 < 7;
		for (const [index, id] of ids.entries()) {
			const rate = (((changes / 1_440) * (shares[index] as number)) / all) * (atNight ? 0.15 : 1.35);
			for (let left = rate; random() < left; left -= 1)
				waiting.get(id)?.push(NOW + (minute + random()) * MINUTE);
		}
		const now = NOW + (minute + 1) * MINUTE;
		const order = readingOrder((id) => activities.get(id), ids, readTimes, now, maxIntervalMs);
		for (const id of order.slice(0, perPoll)) {
			const read = waiting.get(id)?.splice(0) ?? [];
			const added = bookings(...read.map((at) => new Date(at).toISOString()));
			activities.set(id, withChanges(activities.get(id), added, now));
			readTimes.set(id, now);
			if (minute > 1_440) delays.push(...read.map((at) => (now - at) / MINUTE));
		}
	}
	return delays.sort((one, other) => one - other);
}

const quantile = (sorted: readonly number[], share: number) =>
	sorted[Math.floor(sorted.length * share)] as number;

describe('with more hotels than a poll can read', () => {
	const world = { hotels: 200, perPoll: 50, days: 3, changes: 4_000 };

	it('half of the changes come in 0.6 of the time that turns take, and 95 of 100 hardly later', () => {
		// Where each is overdue at once, they take turns.
		const turns = delaysIn({ ...world, maxIntervalMs: MINUTE });
		const weighed = delaysIn({ ...world, maxIntervalMs: QUARTER });
		expect(quantile(turns, 0.5)).toBeCloseTo(2, 0);
		expect(quantile(weighed, 0.5)).toBeLessThan(0.6 * quantile(turns, 0.5));
		expect(quantile(weighed, 0.95)).toBeLessThan(1.1 * quantile(turns, 0.95));
	});

	it.each([0, 10])(
		'none is read more rarely than it should, if a poll can read enough and comes up to %i s late',
		(late) => {
			const ids = Array.from({ length: 50 }, (_, index) => `hotel-${index}`);
			const state = stateOf(Object.fromEntries(ids.map((id, index) => [id, busy(index ** 2)])));
			const readTimes = new Map<string, number>();
			for (let minute = 0; minute < 120; minute++) {
				const now = NOW + minute * MINUTE + ((minute * 7) % 10) * late * 100;
				for (const id of readingOrder(state, ids, readTimes, now, 5 * MINUTE).slice(0, 15)) {
					if (minute >= 10) expect(now - (readTimes.get(id) ?? 0)).toBeLessThanOrEqual(5 * MINUTE);
					readTimes.set(id, now);
				}
			}
		},
	);

	it('none starves: each is read in turn as soon as it is overdue', () => {
		const hotel = fc.record({ changes: fc.nat(10_000), atLeast: fc.integer({ min: 1, max: 60 }) });
		fc.assert(
			fc.property(
				fc.array(hotel, { minLength: 1, maxLength: 40 }),
				fc.integer({ min: 1, max: 10 }),
				(hotels, perPoll) => {
					const ids = hotels.map((_, index) => `hotel-${index}`);
					const state = stateOf(
						Object.fromEntries(hotels.map(({ changes }, i) => [`hotel-${i}`, busy(changes)])),
					);
					const maxIntervalMs = (hotels[0]?.atLeast ?? 1) * MINUTE;
					const readTimes = new Map<string, number>();
					const bound = Math.max(maxIntervalMs / MINUTE, 0) + Math.ceil(ids.length / perPoll);
					for (let minute = 0; minute < 200; minute++) {
						const now = NOW + minute * MINUTE;
						const read = readingOrder(state, ids, readTimes, now, maxIntervalMs).slice(0, perPoll);
						for (const id of read) readTimes.set(id, now);
						if (minute < bound) continue;
						for (const id of ids)
							expect((now - (readTimes.get(id) ?? -Infinity)) / MINUTE).toBeLessThanOrEqual(bound);
					}
				},
			),
			{ numRuns: runs(60) },
		);
	});
});

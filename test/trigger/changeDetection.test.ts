import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../../nodes/shared/bookingsFeed';
import { SUMMARY_ALONE, type DetailsKnown } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import {
	absorbPage,
	asShown,
	eventOf,
	instantOf,
	keepWithin,
	positionOf,
	restart,
	settle,
	startProperty,
	takeAsKnown,
	tidy,
	type PropertyState,
} from '../../nodes/PartnerHotelTrigger/changeDetection';

const START = '2026-03-01T12:00:00Z';

function summary(changes: Partial<BookingSummary> = {}): BookingSummary {
	return {
		number: '20260301-1024-1',
		propertyId: '1024',
		status: 'Active',
		createdDateTime: '2026-03-01T12:30:00Z',
		modifiedDateTime: '2026-03-01T12:30:00Z',
		...changes,
	};
}

function page(summaries: BookingSummary[], continueToken = 'token-2', hasMoreData = false) {
	return { continueToken, hasMoreData, bookingSummaries: summaries, unreadable: 0 };
}

const guest = (lastName: string) => ({ customer: { lastName } });

function stateAfter(...summaries: BookingSummary[]): PropertyState {
	const state = startProperty({ lastModification: START });
	for (const one of summaries) eventFor(state, one);
	return state;
}

function eventFor(state: PropertyState, next: BookingSummary, details?: IDataObject): string | undefined {
	absorbPage(state, page([next], 'token-3'));
	state.backlog = [];
	return settle(state, next, details ?? SUMMARY_ALONE);
}

const earlier = { createdDateTime: '2026-01-05T08:00:00Z' };
const later = { modifiedDateTime: '2026-03-01T13:00:00Z' };

describe('which event a booking is', () => {
	it.each<[string, BookingSummary[], BookingSummary, string | undefined]>([
		['made after the start, not seen before', [], summary(), 'new'],
		['made before the start, changed after it', [], summary(earlier), 'changed'],
		['made and cancelled between two polls', [], summary({ status: 'Cancelled' }), 'cancelled'],
		[
			'made before the start, cancelled after it',
			[],
			summary({ ...earlier, status: 'Cancelled' }),
			'cancelled',
		],
		['seen and changed', [summary()], summary(later), 'changed'],
		['seen and cancelled', [summary()], summary({ ...later, status: 'Cancelled' }), 'cancelled'],
		[
			'cancelled before and changed again',
			[summary({ status: 'Cancelled' })],
			summary({ ...later, status: 'Cancelled' }),
			'changed',
		],
		['cancelled before and active again', [summary({ status: 'Cancelled' })], summary(later), 'changed'],
		['repeated by the feed in the same state', [summary()], summary(), undefined],
		['without times, not seen before', [], { number: '1' }, 'new'],
		['without times, seen in the same state', [{ number: '1' }], { number: '1' }, undefined],
		[
			'without times, seen with another status',
			[{ number: '1' }],
			{ number: '1', status: 'Cancelled' },
			'cancelled',
		],
		['unconfirmed', [], summary({ status: 'Unconfirmed' }), 'new'],
	])('%s', (_, before, next, expected) => {
		expect(eventFor(stateAfter(...before), next)).toBe(expected);
	});

	it('with everything as the start, an old booking is new', () => {
		expect(eventFor(startProperty({}), summary(earlier))).toBe('new');
	});

	it('two changes within one second are told apart by the details', () => {
		const state = stateAfter();
		expect(eventFor(state, summary(), guest('A'))).toBe('new');
		expect(eventFor(state, summary(), guest('B'))).toBe('changed');
		expect(eventFor(state, summary(), guest('B'))).toBeUndefined();
	});
});

describe('a booking that was cancelled long ago', () => {
	const cancelled = summary({ status: 'Cancelled', modifiedDateTime: '2026-03-09T12:00:00Z' });
	const since = (cancelledDateTime: string | null) => ({ cancellation: { cancelledDateTime } });

	it.each<[string, DetailsKnown, string]>([
		['is changed when its details tell so', since('2026-02-27T08:00:00Z'), 'changed'],
		['is cancelled when it was cancelled since', since('2026-03-09T08:00:00Z'), 'cancelled'],
		['is cancelled when it was cancelled in the second of the start', since(START), 'cancelled'],
		['is cancelled where the details do not tell', since(null), 'cancelled'],
		['is cancelled where the time has no offset', since('2026-02-27T08:00:00'), 'cancelled'],
		['is cancelled without details', SUMMARY_ALONE, 'cancelled'],
	])('%s', (_, details, expected) => {
		expect(settle(stateAfter(), cancelled, details)).toBe(expected);
	});
});

describe('the newest modification time', () => {
	const clock = 'Sun, 01 Mar 2026 13:00:00 GMT';
	const newestAfter = (times: Partial<BookingSummary>[], servedAt?: string) => {
		const state = startProperty({ lastModification: START });
		absorbPage(state, { ...page(times.map(summary)), servedAt });
		return state.newestModification;
	};
	const at = (modifiedDateTime: unknown) => ({ modifiedDateTime }) as Partial<BookingSummary>;

	it.each<[string, Partial<BookingSummary>[], string | undefined]>([
		['is that of the only booking', [later], '2026-03-01T13:00:00Z'],
		['is the latest, whatever the order', [later, summary(), earlier], '2026-03-01T13:00:00Z'],
		['is the latest, also the last', [summary(), later], '2026-03-01T13:00:00Z'],
		['is that of the creation where a booking never changed', [at(null)], '2026-03-01T12:30:00Z'],
		['passes over text that is no time', [at('soon'), later], '2026-03-01T13:00:00Z'],
		['passes over what is no text', [at(2099), at({}), later], '2026-03-01T13:00:00Z'],
		['is read with its offset', [at('2026-03-01T15:00:00+02:00')], '2026-03-01T13:00:00Z'],
		['is read with an offset in short', [at('2026-03-01T15:00:00+0200')], '2026-03-01T13:00:00Z'],
		['is in UTC without an offset', [at('2026-03-01T13:00:00')], '2026-03-01T13:00:00Z'],
		['is cut to whole seconds', [at('2026-03-01T13:00:00.999Z')], '2026-03-01T13:00:00Z'],
		['is not known without any time', [{ ...at('soon'), createdDateTime: '' }], undefined],
		['is not known without bookings', [], undefined],
	])('%s', (_, times, expected) => {
		expect(newestAfter(times)).toBe(expected);
	});

	it('never goes back', () => {
		const state = stateAfter(summary(later));
		absorbPage(state, page([summary()]));
		expect(state.newestModification).toBe('2026-03-01T13:00:00Z');
	});

	it.each([
		['later', '2099-01-01T00:00:00Z', '2026-03-01T13:00:00Z'],
		['earlier', '2026-03-01T12:59:59Z', '2026-03-01T12:59:59Z'],
	])('%s than the clock of the service: the earlier one of both', (_, modified, expected) => {
		expect(newestAfter([at(modified)], clock)).toBe(expected);
	});

	it('is the clock of nobody when the header is no date', () => {
		expect(newestAfter([later], 'soon')).toBe('2026-03-01T13:00:00Z');
		expect([instantOf(clock), instantOf('soon'), instantOf(undefined)]).toEqual([
			'2026-03-01T13:00:00Z',
			undefined,
			undefined,
		]);
	});
});

describe('the backlog', () => {
	it('keeps the fields of a summary, and none that might hold more', () => {
		const state = startProperty({});
		absorbPage(state, page([{ ...summary(), guest: 'Somebody' }]));
		expect(state.backlog).toEqual([summary()]);
		expect(asShown({ ...summary(), newSince: START, constructor: 'x' })).toEqual(summary());
	});

	it('holds what the feed showed in its order, each state of a booking once', () => {
		const state = startProperty({});
		absorbPage(state, page([summary(), summary({ number: '2' }), summary()]));
		absorbPage(state, page([summary(later), summary({ number: '2' }), summary(later)]));
		absorbPage(state, page([summary(later), summary({ ...later, status: 'Cancelled' })]));
		absorbPage(state, page([summary(later)]));
		expect(state.backlog).toEqual([
			summary(),
			summary({ number: '2' }),
			summary(later),
			summary({ ...later, status: 'Cancelled' }),
			summary(later),
		]);
	});
});

describe('where to read', () => {
	it('starts at the date, goes on with the token, and never sends both', () => {
		const state = startProperty({ lastModification: START });
		expect(positionOf(state)).toEqual({ lastModification: START });
		absorbPage(state, page([summary()], 'token-9'));
		expect(positionOf(state)).toEqual({ continueToken: 'token-9' });
	});

	it('starts with neither for everything', () => {
		expect(startProperty({})).toStrictEqual({ backlog: [], seen: {} });
		expect(positionOf(startProperty({}))).toEqual({ lastModification: undefined });
	});

	it('keeps the token when an empty last page comes without one', () => {
		const state = stateAfter(summary());
		absorbPage(state, { hasMoreData: false, bookingSummaries: [], unreadable: 0 });
		expect(positionOf(state)).toEqual({ continueToken: 'token-3' });
		expect(state).not.toHaveProperty('repeatsBefore');
	});

	it('knows whether the end of the feed is reached', () => {
		const state = startProperty({});
		const reached = [true, false, true].map((isEnd) => {
			absorbPage(state, page([], 'token', !isEnd));
			return state.caughtUp;
		});
		expect(reached).toEqual([true, false, true]);
	});
});

describe('a last page without a token', () => {
	const lastPage = (...summaries: BookingSummary[]) => ({ ...page(summaries), continueToken: undefined });

	it('is read again from two days before the newest modification', () => {
		const state = stateAfter(summary());
		absorbPage(state, lastPage(summary({ modifiedDateTime: '2026-03-09T12:00:00Z' })));
		expect(positionOf(state)).toEqual({ lastModification: '2026-03-07T12:00:00Z' });
	});

	it('without any time keeps the token', () => {
		const state = startProperty({});
		absorbPage(state, page([], 'token-1'));
		absorbPage(state, lastPage({ number: '1' }));
		expect(positionOf(state)).toEqual({ continueToken: 'token-1' });
	});

	it.each<[string, Partial<BookingSummary>, number]>([
		['a repeat from before the last hour is passed over', { number: 'old' }, 0],
		['one of the last hour is looked at: the details may differ', { number: 'recent' }, 1],
		['a booking that has changed is news', { number: 'old', status: 'Cancelled' }, 1],
		['one that is not remembered is news', { number: 'other' }, 1],
	])('%s', (_, changes, waiting) => {
		const old = '2026-03-09T10:59:59Z';
		const recent = '2026-03-09T11:00:00Z';
		const newest = '2026-03-09T12:00:00Z';
		const state = stateAfter(
			summary({ number: 'old', modifiedDateTime: old }),
			summary({ number: 'recent', modifiedDateTime: recent }),
		);
		absorbPage(state, lastPage(summary({ modifiedDateTime: newest })));
		state.backlog = [];
		expect(state.repeatsBefore).toBe(recent);
		const modifiedDateTime = changes.number === 'recent' ? recent : old;
		absorbPage(state, { ...page([summary({ ...changes, modifiedDateTime })]), hasMoreData: true });
		expect(state.backlog).toHaveLength(waiting);
		expect(state.repeatsBefore).toBe(recent);
	});

	it('the next one with a token makes repeats possible news again', () => {
		const state = stateAfter(summary());
		absorbPage(state, lastPage(summary({ number: '2', modifiedDateTime: '2026-03-09T12:00:00Z' })));
		absorbPage(state, page([], 'token-9'));
		expect(state).not.toHaveProperty('repeatsBefore');
		state.backlog = [];
		absorbPage(state, page([summary()]));
		expect(state.backlog).toEqual([summary()]);
	});
});

describe('what was there before the start', () => {
	it('taken as known, nothing of it is emitted, and a later change is, also one that only the details show', () => {
		const state = startProperty({ lastModification: START });
		absorbPage(state, page([summary(), summary({ number: '2' })]));
		takeAsKnown(state);
		expect(state.backlog).toEqual([]);
		expect(eventFor(state, summary())).toBeUndefined();
		expect(eventFor(state, summary(later))).toBe('changed');
		expect(eventFor(state, summary({ number: '2' }), guest('A'))).toBe('changed');
	});
});

describe('a change of the settings', () => {
	it('fetching details from now on does not bring again what was emitted by its summary', () => {
		const state = stateAfter(summary());
		expect(eventFor(state, summary(), guest('A'))).toBeUndefined();
		expect(eventFor(state, summary(), guest('B'))).toBe('changed');
	});
});

describe('a token that is refused', () => {
	it.each<[string, BookingSummary[], string | undefined, string | undefined]>([
		[
			'two days before the last known change',
			[summary({ modifiedDateTime: '2026-03-09T12:00:00Z' })],
			START,
			'2026-03-07T12:00:00Z',
		],
		['not before the start', [summary()], START, START],
		[
			'not before 2009',
			[summary({ modifiedDateTime: '2009-01-02T00:00:00Z' })],
			undefined,
			'2009-01-01T00:00:00Z',
		],
		['where nothing was read yet, at the start', [], START, START],
		['for everything, where nothing was read yet, at the beginning', [], undefined, undefined],
	])('reading starts again %s', (_, read, start, expected) => {
		const state = startProperty({ lastModification: start });
		absorbPage(state, page(read));
		restart(state);
		expect(positionOf(state)).toEqual({ lastModification: expected });
	});
});

/** The newest change is at noon of 9 March, so two days and an hour before is 11:00 of the 7th. */
describe('what is forgotten', () => {
	const HORIZON = '2026-03-07T11:00:00Z';
	const BEFORE = '2026-03-07T10:59:59Z';
	const newest = madeAt('2026-03-09T12:00:00Z', 'newest');

	function madeAt(time: string, number = 'one'): BookingSummary {
		return summary({ number, createdDateTime: time, modifiedDateTime: time });
	}

	it.each([
		['a booking changed earlier than two days and an hour before the newest change', BEFORE, false],
		['not one changed since', HORIZON, true],
	])('%s', (_, time, kept) => {
		const state = stateAfter(madeAt(time), newest);
		tidy(state);
		expect(Object.keys(state.seen)).toHaveLength(kept ? 2 : 1);
		expect(state.newSince).toBe(HORIZON);
	});

	it('a booking whose creation is said to be later than its change, only after both', () => {
		const state = stateAfter({ ...madeAt(BEFORE), createdDateTime: HORIZON }, newest);
		tidy(state);
		expect(eventFor(state, { ...madeAt(BEFORE), createdDateTime: HORIZON, status: 'Unconfirmed' })).toBe(
			'changed',
		);
	});

	it('is not new again when it changes', () => {
		const state = stateAfter(madeAt(BEFORE), newest);
		tidy(state);
		expect(eventFor(state, { ...madeAt(BEFORE), modifiedDateTime: '2026-03-09T13:00:00Z' })).toBe('changed');
	});

	it('does not make a booking old that was made since', () => {
		const state = stateAfter(newest);
		tidy(state);
		expect(eventFor(state, madeAt(HORIZON))).toBe('new');
	});

	it('nothing before the end of the feed is reached: an old booking that comes first then is new', () => {
		const state = startProperty({});
		for (const one of [madeAt(BEFORE), newest]) eventFor(state, one);
		absorbPage(state, page([], 'token', true));
		tidy(state);
		expect(Object.keys(state.seen)).toHaveLength(2);
		expect(eventFor(state, { ...newest, number: '3', createdDateTime: '2020-01-01T00:00:00Z' })).toBe('new');
		expect(eventFor(state, { ...madeAt(BEFORE), status: 'Unconfirmed' })).toBe('changed');
	});

	it('nothing where no time is known', () => {
		const state = stateAfter({ number: '1' });
		tidy(state);
		expect(state.newSince).toBe(START);
		expect(eventFor(state, { number: '1' })).toBeUndefined();
	});

	it('nothing of a feed that shows no modification times, until it has got further', () => {
		const state = stateAfter({ number: '1', createdDateTime: '2020-01-01T00:00:00Z' }, summary());
		tidy(state);
		expect(eventFor(state, { number: '1', createdDateTime: '2020-01-01T00:00:00Z' })).toBe('changed');
	});

	it('nothing that still waits: it may be a repeat', () => {
		const state = stateAfter(madeAt(BEFORE), newest);
		absorbPage(state, page([madeAt(BEFORE)]));
		tidy(state);
		const [repeated] = state.backlog.splice(0);
		expect(settle(state, repeated as BookingSummary, SUMMARY_ALONE)).toBeUndefined();
	});

	it('the instant since which bookings are new never goes back', () => {
		const state = stateAfter(newest);
		state.newSince = '2026-03-08T00:00:00Z';
		tidy(state);
		expect(state.newSince).toBe('2026-03-08T00:00:00Z');
	});

	describe('does not touch what waits', () => {
		const cancelled = { ...madeAt(BEFORE), status: 'Cancelled' };
		const details = { cancellation: { cancelledDateTime: BEFORE } };

		it.each<[string, BookingSummary, DetailsKnown, string]>([
			['a booking made before is still new', madeAt(BEFORE), SUMMARY_ALONE, 'new'],
			['one cancelled before is still cancelled', cancelled, details, 'cancelled'],
			['one made before the start is still changed', summary(earlier), SUMMARY_ALONE, 'changed'],
		])('%s', (_, one, known, expected) => {
			const state = stateAfter(newest);
			absorbPage(state, page([one]));
			tidy(state);
			const [waiting] = state.backlog as [BookingSummary];
			expect(eventOf(state, waiting)).toBe(expected);
			eventFor(state, madeAt('2026-03-12T12:00:00Z', 'much later'));
			state.backlog = [waiting];
			tidy(state);
			expect(state.newSince).toBe('2026-03-10T11:00:00Z');
			expect(settle(state, waiting, known)).toBe(expected);
			expect(settle(state, one, known)).toBeUndefined();
		});

		it('nor notes anything at it, as long as that instant stays', () => {
			const state = stateAfter(newest);
			tidy(state);
			absorbPage(state, page([madeAt(BEFORE)]));
			tidy(state);
			expect(state.backlog).toEqual([madeAt(BEFORE)]);
		});

		it('with everything as the start, either', () => {
			const state = startProperty({});
			absorbPage(state, page([madeAt(BEFORE), newest]));
			tidy(state);
			expect(state.newSince).toBe(HORIZON);
			expect(state.backlog.map((waiting) => eventOf(state, waiting))).toEqual(['new', 'new']);
		});

		it('and what is shown later is judged by what applies then', () => {
			const state = stateAfter(newest);
			absorbPage(state, page([madeAt(BEFORE)]));
			tidy(state);
			absorbPage(state, page([madeAt(BEFORE, 'late')]));
			expect(state.backlog.map((waiting) => eventOf(state, waiting))).toEqual(['new', 'changed']);
		});
	});
});

/** Each list holds what happens between two polls: bookings by number, made or changed, and hours that pass. */
it('in every history, with hardly any room, a booking is new once and first, also one that waits for long', () => {
	const between = fc.record({
		numbers: fc.array(fc.nat({ max: 12 })),
		hours: fc.integer({ min: 1, max: 60 }),
	});
	fc.assert(
		fc.property(fc.array(between, { minLength: 5, maxLength: 40 }), fc.nat({ max: 12 }), (polls, waits) => {
			const state = startProperty({ lastModification: START });
			const created = new Map<number, string>();
			const emitted: Array<[string, string | undefined]> = [];
			let now = Date.parse(START);
			const settleAll = (waiting: (one: BookingSummary) => boolean) => {
				const backlog = state.backlog.splice(0);
				state.backlog = backlog.filter(waiting);
				for (const one of backlog.filter((other) => !waiting(other))) {
					emitted.push([one.number, settle(state, one, SUMMARY_ALONE)]);
				}
			};
			for (const { numbers, hours } of polls) {
				now += hours * 3_600_000;
				const time = new Date(now).toISOString();
				const summaries = [...new Set(numbers)].map((number) => {
					created.set(number, created.get(number) ?? time);
					return summary({
						number: `${number}`,
						createdDateTime: created.get(number),
						modifiedDateTime: time,
					});
				});
				absorbPage(state, page(summaries));
				settleAll(({ number }) => number === `${waits}`);
				tidy(state);
				keepWithin(state, 2);
			}
			settleAll(() => false);
			for (const number of new Set(emitted.map(([one]) => one))) {
				const [first, ...others] = emitted.filter(([one]) => one === number).map(([, event]) => event);
				expect(first).toBe('new');
				expect(others).not.toContain('new');
			}
		}),
	);
});

describe('a memory that is too large', () => {
	const made = (hour: number, number = String(hour)) => {
		const time = `2026-03-01T${13 + hour}:00:00Z`;
		return summary({ number, createdDateTime: time, modifiedDateTime: time });
	};
	const changed = (one: BookingSummary) => ({ ...one, status: 'Unconfirmed' });

	it('loses the oldest, which are not new again', () => {
		const state = stateAfter(made(3), made(1), made(2), made(4));
		keepWithin(state, 2);
		expect(state.newSince).toBe('2026-03-01T15:00:01Z');
		expect(Object.keys(state.seen)).toHaveLength(2);
		expect([made(3), made(4)].map((one) => eventFor(state, one))).toEqual([undefined, undefined]);
		expect([made(1), made(2)].map((one) => eventFor(state, changed(one)))).toEqual(['changed', 'changed']);
	});

	it('loses nothing as long as there is room', () => {
		const state = stateAfter(made(1), made(2));
		keepWithin(state, 2);
		expect(state.newSince).toBe(START);
		expect(Object.keys(state.seen)).toHaveLength(2);
	});

	it('keeps bookings that wait, and their event', () => {
		const state = stateAfter(made(1), made(2), made(3));
		absorbPage(state, page([changed(made(1)), made(0)]));
		keepWithin(state, 1);
		expect(Object.keys(state.seen)).toHaveLength(1);
		expect(state.backlog.map((waiting) => eventOf(state, waiting))).toEqual(['changed', 'new']);
		expect(eventFor(state, changed(made(3)))).toBe('changed');
	});

	it('loses those without times first', () => {
		const state = startProperty({});
		for (const one of [{ number: 'a' }, { number: 'b' }]) eventFor(state, one);
		eventFor(state, made(1));
		keepWithin(state, 2);
		expect(eventFor(state, { number: 'a' })).toBe('new');
		expect(eventFor(state, { number: 'b' })).toBeUndefined();
	});

	it('takes a time in the future for no reason to call everything old', () => {
		const state = startProperty({ lastModification: START });
		const future = [1, 2].map((number) =>
			summary({ number: `${number}`, modifiedDateTime: '2099-01-01T00:00:00Z' }),
		);
		absorbPage(state, { ...page(future), servedAt: 'Sun, 01 Mar 2026 13:00:00 GMT' });
		for (const one of state.backlog.splice(0)) settle(state, one, SUMMARY_ALONE);
		keepWithin(state, 1);
		expect(state.newSince).toBe('2026-03-01T13:00:01Z');
		expect(eventFor(state, made(1))).toBe('new');
	});

	it('leaves what is not read yet new, while the end of the feed is not reached', () => {
		const state = startProperty({ lastModification: START });
		for (const one of [made(1), made(2), made(3)]) eventFor(state, one);
		absorbPage(state, page([], 'token', true));
		keepWithin(state, 1);
		expect(state.newSince).toBe(START);
		expect(Object.keys(state.seen)).toHaveLength(1);
		expect(eventFor(state, { ...made(0), number: 'unread' })).toBe('new');
	});
});

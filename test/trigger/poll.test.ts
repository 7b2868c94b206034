import type { BookingSummary } from '../../nodes/shared/bookingsFeed';
import { SUMMARY_ALONE, type DetailsKnown } from '../../nodes/PartnerHotelTrigger/ledger';
import {
	absorbPage,
	positionOf,
	restart,
	settle,
	startProperty,
	takeAsKnown,
	tidy,
	type PropertyState,
} from '../../nodes/PartnerHotelTrigger/poll';

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
	return { continueToken, hasMoreData, bookingSummaries: summaries };
}

function stateAfter(...summaries: BookingSummary[]): PropertyState {
	const state = startProperty({ lastModification: START });
	for (const one of summaries) eventFor(state, one);
	return state;
}

function eventFor(
	state: PropertyState,
	next: BookingSummary,
	details?: Record<string, string>,
): string | undefined {
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
		expect(eventFor(state, summary(), { guest: 'A' })).toBe('new');
		expect(eventFor(state, summary(), { guest: 'B' })).toBe('changed');
		expect(eventFor(state, summary(), { guest: 'B' })).toBeUndefined();
	});
});

describe('a booking that was cancelled long ago', () => {
	const cancelled = summary({ status: 'Cancelled', modifiedDateTime: '2026-03-09T12:00:00Z' });
	const since = (cancelledDateTime: string | null) => ({ cancellation: { cancelledDateTime } });

	it.each<[string, DetailsKnown, string]>([
		['is changed when its details tell so', since('2026-02-27T08:00:00Z'), 'changed'],
		['is cancelled when it was cancelled since', since('2026-03-09T08:00:00Z'), 'cancelled'],
		['is cancelled where the details do not tell', since(null), 'cancelled'],
		['is cancelled where the time has no offset', since('2026-02-27T08:00:00'), 'cancelled'],
		['is cancelled without details', SUMMARY_ALONE, 'cancelled'],
	])('%s', (_, details, expected) => {
		expect(settle(stateAfter(), cancelled, details)).toBe(expected);
	});
});

describe('times that cannot be right', () => {
	const clock = 'Sun, 01 Mar 2026 13:00:00 GMT';

	it('later than the clock of the service: that clock counts', () => {
		const state = startProperty({ lastModification: START });
		const future = summary({ modifiedDateTime: '2099-01-01T00:00:00Z' });
		absorbPage(state, { ...page([future]), servedAt: clock });
		expect(state.newestModification).toBe('2026-03-01T13:00:00Z');
	});

	it.each(['soon', '', null])('%p is passed over', (modifiedDateTime) => {
		const state = startProperty({ lastModification: START });
		absorbPage(state, page([summary({ modifiedDateTime: modifiedDateTime as string })]));
		expect(state.newestModification).toBe('2026-03-01T12:30:00Z');
	});
});

describe('the backlog', () => {
	it('keeps the fields of a summary, and none that might hold more', () => {
		const state = startProperty({});
		absorbPage(state, page([{ ...summary(), guest: 'Somebody' }]));
		expect(state.backlog).toEqual([summary()]);
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
		expect(positionOf(startProperty({}))).toEqual({ lastModification: undefined });
	});

	it('keeps the token when a page comes without one', () => {
		const state = startProperty({});
		absorbPage(state, page([], 'token-1'));
		absorbPage(state, { hasMoreData: false, bookingSummaries: [] });
		expect(positionOf(state)).toEqual({ continueToken: 'token-1' });
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
		expect(eventFor(state, summary({ number: '2' }), { guest: 'A' })).toBe('changed');
	});
});

describe('a change of the settings', () => {
	it('fetching details from now on does not bring again what was emitted by its summary', () => {
		const state = stateAfter(summary());
		expect(eventFor(state, summary(), { guest: 'A' })).toBeUndefined();
		expect(eventFor(state, summary(), { guest: 'B' })).toBe('changed');
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
		['where nothing was read yet, at the start', [], START, START],
		['for everything, where nothing was read yet, at the beginning', [], undefined, undefined],
	])('reading starts again %s', (_, read, start, expected) => {
		const state = startProperty({ lastModification: start });
		absorbPage(state, page(read));
		restart(state);
		expect(positionOf(state)).toEqual({ lastModification: expected });
	});
});

describe('what is forgotten', () => {
	const fourDaysOn = {
		number: '2',
		createdDateTime: '2026-03-05T12:30:00Z',
		modifiedDateTime: '2026-03-05T12:30:00Z',
	};

	it('bookings last changed more than two days before the newest change', () => {
		const state = stateAfter(summary(), summary(fourDaysOn));
		tidy(state, true);
		expect(Object.keys(state.seen)).toHaveLength(1);
	});

	it('not those of the last two days', () => {
		const state = stateAfter(summary({ modifiedDateTime: '2026-03-03T12:00:00Z' }), summary(fourDaysOn));
		tidy(state, true);
		expect(Object.keys(state.seen)).toHaveLength(2);
	});

	it('a forgotten booking that changes is not new again', () => {
		const state = stateAfter(summary(), summary(fourDaysOn));
		tidy(state, true);
		expect(eventFor(state, summary({ modifiedDateTime: '2026-03-06T12:00:00Z' }))).toBe('changed');
	});

	it('nothing that still waits to be settled: it may be a repeat', () => {
		const state = stateAfter(summary());
		absorbPage(state, page([summary(), summary(fourDaysOn)]));
		tidy(state, false);
		const [repeated] = state.backlog.splice(0);
		expect(settle(state, repeated as BookingSummary, SUMMARY_ALONE)).toBeUndefined();
	});

	it('nothing of a feed that shows no modification times, until it has got further', () => {
		const state = stateAfter({ number: '1', createdDateTime: '2020-01-01T00:00:00Z' }, summary());
		tidy(state, true);
		expect(eventFor(state, { number: '1', createdDateTime: '2020-01-01T00:00:00Z' })).toBe('changed');
	});

	it('while the history is still being read, an old booking stays new', () => {
		const state = startProperty({});
		eventFor(state, summary());
		tidy(state, false);
		expect(
			eventFor(state, summary({ ...earlier, number: '3', modifiedDateTime: '2026-03-09T12:00:00Z' })),
		).toBe('new');
	});
});

import type { BookingSummary } from '../../nodes/shared/bookingsFeed';
import {
	absorbPage,
	knownState,
	positionOf,
	settleNext,
	startState,
	takeAsKnown,
	tidy,
	type TriggerState,
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

function stateAfter(...summaries: BookingSummary[]): TriggerState {
	const state = startState('1024', { lastModification: START });
	for (const one of summaries) {
		absorbPage(state, page([one]));
		settleNext(state);
	}
	return state;
}

function eventFor(
	state: TriggerState,
	next: BookingSummary,
	details?: Record<string, string>,
): string | undefined {
	absorbPage(state, page([next], 'token-3'));
	return settleNext(state, details)?.event;
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
		expect(eventFor(startState('1024', {}), summary(earlier))).toBe('new');
	});

	it('two changes within one second are told apart by the details', () => {
		const state = stateAfter();
		expect(eventFor(state, summary(), { guest: 'A' })).toBe('new');
		expect(eventFor(state, summary(), { guest: 'B' })).toBe('changed');
		expect(eventFor(state, summary(), { guest: 'B' })).toBeUndefined();
	});
});

describe('where to read', () => {
	it('starts at the date, goes on with the token, and never sends both', () => {
		const state = startState('1024', { lastModification: START });
		expect(positionOf(state)).toEqual({ lastModification: START });
		absorbPage(state, page([summary()], 'token-9'));
		expect(positionOf(state)).toEqual({ continueToken: 'token-9' });
	});

	it('starts with neither for everything', () => {
		expect(positionOf(startState('1024', {}))).toEqual({ lastModification: undefined });
	});

	it('keeps the token when a page comes without one', () => {
		const state = startState('1024', {});
		absorbPage(state, page([], 'token-1'));
		absorbPage(state, { hasMoreData: false, bookingSummaries: [] });
		expect(positionOf(state)).toEqual({ continueToken: 'token-1' });
	});
});

describe('the backlog', () => {
	it('is emitted in the order of the feed, every state once', () => {
		const state = startState('1024', { lastModification: START });
		const states = [summary(), summary({ number: '2' }), summary(later)];
		absorbPage(state, page(states));
		const emitted = [settleNext(state), settleNext(state), settleNext(state)];
		expect(emitted.map((item) => [item?.event, item?.summary.number])).toEqual([
			['new', '20260301-1024-1'],
			['new', '2'],
			['changed', '20260301-1024-1'],
		]);
		expect(settleNext(state)).toBeUndefined();
	});

	it('taken as known, nothing of it is emitted, and a later change is', () => {
		const state = startState('1024', { lastModification: START });
		absorbPage(state, page([summary()]));
		takeAsKnown(state);
		expect(state.backlog).toEqual([]);
		expect(eventFor(state, summary())).toBeUndefined();
		expect(eventFor(state, summary(later))).toBe('changed');
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

	it('while the history is still being read, an old booking stays new', () => {
		const state = startState('1024', {});
		absorbPage(state, page([summary()], 'token-2', true));
		settleNext(state);
		tidy(state, false);
		expect(
			eventFor(state, summary({ ...earlier, number: '3', modifiedDateTime: '2026-03-09T12:00:00Z' })),
		).toBe('new');
	});
});

describe('the stored state', () => {
	it.each<[string, unknown, boolean]>([
		['of this property', startState('1024', {}), true],
		['of another property', startState('7291', {}), false],
		['of an unknown version', { ...startState('1024', {}), version: 99 }, false],
		['none', undefined, false],
		['damaged', { version: 1, propertyId: '1024' }, false],
	])('%s', (_, stored, usable) => {
		expect(knownState(stored, '1024') !== undefined).toBe(usable);
	});

	it('holds no booking numbers once everything is emitted, and stays small: 2,000 changes in two days', () => {
		const summaries = Array.from({ length: 2000 }, (_, index) =>
			summary({ number: `20260301-1024-${index}`, modifiedDateTime: START }),
		);
		const state = stateAfter(...summaries);
		const stored = JSON.stringify(state);
		expect(stored).not.toContain('20260301-1024-');
		expect(stored.length).toBeLessThan(100_000);
	});
});

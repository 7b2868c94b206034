import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';
import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { takeAsKnown } from '../../nodes/PartnerHotelTrigger/changeDetection';
import { SUMMARY_ALONE, type DetailsKnown } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import { startProperty } from '../../nodes/PartnerHotelTrigger/propertyState';
import {
	earlier,
	eventFor,
	guest,
	later,
	page,
	settle,
	START,
	stateAfter,
	summary,
} from '../support/propertyStates';

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

describe('what was there before the start', () => {
	const atStart = { modifiedDateTime: START };

	it('in the same second, is taken as known, and a later change is emitted, also one that only the details show', () => {
		const state = startProperty({ lastModification: START });
		absorbPage(state, page([summary(atStart), summary({ ...atStart, number: '2' })]));
		takeAsKnown(state);
		expect(state.backlog).toEqual([]);
		expect(eventFor(state, summary(atStart))).toBeUndefined();
		expect(eventFor(state, summary(later))).toBe('changed');
		expect(eventFor(state, summary({ ...atStart, number: '2' }), guest('A'))).toBe('changed');
	});

	it('does not take with it what changed after the start, before a slow response came', () => {
		const state = startProperty({ lastModification: START });
		const since = summary({ number: '2' });
		absorbPage(state, page([summary(atStart), since]));
		takeAsKnown(state);
		expect(state.backlog.map(({ number }) => number)).toEqual(['2']);
		expect(eventFor(state, since)).toBe('new');
	});
});

describe('details that are newer than the summary', () => {
	const guestAt = (modifiedDateTime: string, lastName: string) => ({ ...guest(lastName), modifiedDateTime });
	const modifiedDateTime = '2026-03-01T12:30:00Z';

	it.each([
		['are left to the change that the feed will show', '2026-03-01T12:30:01Z', undefined],
		['are a change when they are of the same second', modifiedDateTime, 'changed'],
		['are a change when they are older', '2026-03-01T12:29:59Z', 'changed'],
	])('%s', (_, time, expected) => {
		const state = startProperty({ lastModification: START });
		expect(eventFor(state, summary(), guestAt(modifiedDateTime, 'A'))).toBe('new');
		expect(eventFor(state, summary(), guestAt(time, 'B'))).toBe(expected);
	});
});

describe('a change of the settings', () => {
	it('fetching details from now on does not bring again what was emitted by its summary', () => {
		const state = stateAfter(summary());
		expect(eventFor(state, summary(), guest('A'))).toBeUndefined();
		expect(eventFor(state, summary(), guest('B'))).toBe('changed');
	});
});

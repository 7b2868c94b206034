import { changedAt, eventOf, possibleEvents, type Known } from '../../nodes/PartnerHotelTrigger/bookingEvent';
import { SUMMARY_ALONE, type EmittedBooking } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import { summary } from '../support/propertyStates';

const NOON = Date.UTC(2026, 2, 1, 12) / 1000;
const emitted = (cancelled: boolean): Known => ({
	before: { cancelled, summary: '', details: '', changedAt: NOON } satisfies EmittedBooking,
	newSince: NOON,
});
const notEmitted: Known = { newSince: NOON };
const active = summary();
const cancelled = summary({ status: 'Cancelled' });

describe('before the details are there', () => {
	it.each<[string, typeof active, Known, string[]]>([
		['made since', active, notEmitted, ['new']],
		['made before', summary({ createdDateTime: '2026-03-01T11:59:59Z' }), notEmitted, ['changed']],
		['made in that second', summary({ createdDateTime: '2026-03-01T12:00:00Z' }), notEmitted, ['new']],
		['with a start that is not known', active, { newSince: NaN }, ['new']],
		['cancelled, who knows when', cancelled, notEmitted, ['cancelled', 'changed']],
		['cancelled since it was emitted', cancelled, emitted(false), ['cancelled']],
		['cancelled when it was emitted', cancelled, emitted(true), ['changed']],
		['active since it was emitted as cancelled', active, emitted(true), ['changed']],
	])('a booking %s may be %j', (_, one, known, events) => {
		expect(possibleEvents(one, known)).toEqual(events);
	});

	it.each([
		['2026-03-01T11:59:59Z', 'changed'],
		['2026-03-01T12:00:00Z', 'cancelled'],
		['2026-03-01T11:59:59', 'cancelled'],
		[null, 'cancelled'],
	])('they tell which it is: cancelled at %s, it is %s', (cancelledDateTime, event) => {
		const details = { cancellation: { cancelledDateTime } };
		expect(eventOf(cancelled, details, notEmitted)).toBe(event);
		expect(eventOf(cancelled, SUMMARY_ALONE, notEmitted)).toBe('cancelled');
	});
});

describe('a booking was changed last', () => {
	it.each([
		['when it was modified', {}, NOON + 1800],
		['when it was made, if it never was', { modifiedDateTime: undefined }, NOON + 1800],
		['nobody knows when, without times', { modifiedDateTime: 'x', createdDateTime: '' }, NaN],
	])('%s', (_, changes, seconds) => {
		expect(changedAt(summary(changes))).toBe(seconds);
	});
});

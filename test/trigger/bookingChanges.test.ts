import type { IDataObject } from 'n8n-workflow';

import {
	dayNumber,
	departureDayOf,
	factsOf,
	packFacts,
	unpackFacts,
} from '../../nodes/PartnerHotelTrigger/bookingFacts';
import { detectChange, rememberChange } from '../../nodes/PartnerHotelTrigger/changeDetection';
import {
	NOT_LOOKED_AT,
	SUMMARY_ALONE,
	type DetailsKnown,
} from '../../nodes/PartnerHotelTrigger/emittedBookings';
import { forgetOld } from '../../nodes/PartnerHotelTrigger/retention';
import { later, stateAfter, summary } from '../support/propertyStates';

const stay = (changes: IDataObject = {}): IDataObject => ({
	stayDates: { arrivalDateTime: '2026-05-10T15:00', departureDateTime: '2026-05-12T12:00' },
	roomType: { id: '7', name: 'Double' },
	guestCount: { adultCount: 2, childAges: [] },
	guests: [{ firstName: 'Ada', lastName: 'Example' }],
	...changes,
});
const booking = (changes: IDataObject = {}): IDataObject => ({
	currencyCode: 'EUR',
	total: { priceBeforeTax: 180, priceAfterTax: 200.5 },
	roomStays: [stay()],
	customer: { lastName: 'Example' },
	...changes,
});
const suite = { roomType: { id: '9', name: 'Suite' } };
const longer = { stayDates: { arrivalDateTime: '2026-05-09T15:00', departureDateTime: '2026-05-12T12:00' } };

/** What the second state of a booking is said to have changed. */
function changes(
	before: DetailsKnown,
	after: DetailsKnown,
	status = 'Active',
	statusBefore = 'Active',
): unknown {
	const state = stateAfter();
	rememberChange(state, summary({ status: statusBefore }), before);
	return detectChange(state, summary({ ...later, status }), after).changes;
}

describe('what changed in a booking', () => {
	it('another order of rooms, guests and ages is no change', () => {
		const rooms = [
			stay({ index: 0, guestCount: { adultCount: 2, childAges: [3, 8] } }),
			stay({ index: 1, ...suite }),
		];
		const other = [
			stay({ index: 1, ...suite }),
			stay({ index: 0, guestCount: { adultCount: 2, childAges: [8, 3] } }),
		];
		const state = stateAfter();
		rememberChange(state, summary(), booking({ roomStays: rooms }));
		expect(detectChange(state, summary(later), booking({ roomStays: other })).changes).toEqual({});
	});

	it.each<[string, IDataObject, IDataObject]>([
		[
			'the dates',
			{ roomStays: [stay(longer)] },
			{
				dates: {
					before: { arrivalDate: '2026-05-10', departureDate: '2026-05-12' },
					after: { arrivalDate: '2026-05-09', departureDate: '2026-05-12' },
				},
			},
		],
		[
			'the room type',
			{ roomStays: [stay(suite)] },
			{ rooms: { before: { count: 1 }, after: { count: 1, roomTypeNames: ['Suite'] } } },
		],
		[
			'the rooms, and the guests with them',
			{ roomStays: [stay(), stay(suite)] },
			{
				rooms: { before: { count: 1 }, after: { count: 2, roomTypeNames: ['Double', 'Suite'] } },
				guests: { before: { adults: 2, children: 0 }, after: { adults: 4, children: 0 } },
			},
		],
		[
			'a child',
			{ roomStays: [stay({ guestCount: { adultCount: 2, childAges: [0] } })] },
			{ guests: { before: { adults: 2, children: 0 }, after: { adults: 2, children: 1 } } },
		],
		[
			'the price',
			{ total: { priceAfterTax: 249.99 } },
			{ price: { before: 200.5, after: 249.99, currencyCode: 'EUR' } },
		],
		[
			'the price, now unknown',
			{ total: null },
			{ price: { before: 200.5, after: null, currencyCode: 'EUR' } },
		],
		['the name of a guest', { customer: { lastName: 'Sample' } }, { other: true }],
		['nothing that shows', {}, {}],
	])('%s', (_, after, expected) => {
		expect(changes(booking(), booking(after))).toEqual(expected);
	});

	it('the status alone, and with something else', () => {
		const status = { before: 'Active', after: 'Cancelled' };
		expect(changes(booking(), booking(), 'Cancelled')).toEqual({ status });
		const dearer = booking({ total: { priceAfterTax: 0 } });
		expect(changes(booking(), dearer, 'Cancelled')).toEqual({
			status,
			price: { before: 200.5, after: 0, currencyCode: 'EUR' },
		});
		expect(changes(booking(), booking(), 'Active', 'Unconfirmed')).toEqual({
			status: { before: 'Unconfirmed', after: 'Active' },
		});
	});

	it.each<[string, DetailsKnown, DetailsKnown]>([
		['before the details were read', NOT_LOOKED_AT, booking()],
		['without details before', SUMMARY_ALONE, booking()],
		['without details now', booking(), SUMMARY_ALONE],
	])('is unknown %s; of the status it is known', (_, before, after) => {
		expect(changes(before, after)).toBeNull();
		expect(changes(before, after, 'Cancelled')).toEqual({ status: { before: 'Active', after: 'Cancelled' } });
	});

	it('is unknown of a booking that is not remembered, and absent for a new one', () => {
		const old = summary({ createdDateTime: '2026-01-05T08:00:00Z' });
		expect(detectChange(stateAfter(), old, booking())).toMatchObject({ event: 'changed', changes: null });
		expect(detectChange(stateAfter(), summary(), booking())).not.toHaveProperty('changes');
	});

	it('of a status that is not published, nothing is said', () => {
		expect(changes(booking(), booking(), 'Waitlisted')).toEqual({});
	});

	it('is known weeks later, until the booking departs', () => {
		const state = stateAfter();
		rememberChange(state, summary(), booking());
		const weeksLater = (day: string) => {
			state.caughtUp = true;
			state.newestModification = `${day}T12:00:00Z`;
			forgetOld(state);
			const next = summary({ modifiedDateTime: `${day}T12:00:00Z` });
			return detectChange(state, next, booking({ total: { priceAfterTax: 1 } }));
		};
		const told = { event: 'changed', changes: { price: { before: 200.5, after: 1, currencyCode: 'EUR' } } };
		expect(weeksLater('2026-05-11')).toMatchObject(told);
		expect(weeksLater('2026-05-12')).toMatchObject({ event: 'changed', changes: null });
	});

	it('is known of the 2,000 bookings remembered last, however many are to come', () => {
		const state = stateAfter();
		for (let index = 0; index < 2_100; index++)
			rememberChange(state, summary({ number: `n${index}` }), booking());
		state.caughtUp = true;
		state.newestModification = '2026-04-01T12:00:00Z';
		forgetOld(state);
		expect(Object.keys(state.seen)).toHaveLength(2_000);
		expect(detectChange(state, summary({ ...later, number: 'n2099' }), booking()).changes).toEqual({});
		expect(detectChange(state, summary({ ...later, number: 'n99' }), booking()).changes).toBeNull();
	});

	it('of a booking that an older version remembered, it is unknown', () => {
		const state = stateAfter();
		rememberChange(state, summary(), booking());
		const [key = '', value = ''] = Object.entries(state.seen)[0] ?? [];
		state.seen[key] = `a${value.slice(1).replace(/\..*$/, '')}`;
		expect(detectChange(state, summary(later), booking()).changes).toBeNull();
	});
});

describe('what is remembered of the details', () => {
	it.each<[string, IDataObject]>([
		['as usual', booking()],
		['of nothing', {}],
		[
			'of a hundred rooms',
			booking({ roomStays: Array.from({ length: 35 }, () => stay({ guestCount: null })) }),
		],
		['of dinars', booking({ currencyCode: 'KWD', total: { priceAfterTax: 12.345 } })],
		['of a large amount', booking({ currencyCode: 'IDR', total: { priceAfterTax: 98_765_432.1 } })],
		['of a credit', booking({ total: { priceAfterTax: -5 } })],
		[
			'of a day use',
			booking({
				roomStays: [
					stay({ stayDates: { arrivalDateTime: '2026-05-10T09:00', departureDateTime: '2026-05-10T18:00' } }),
				],
			}),
		],
	])('is the same after packing, %s', (_, details) => {
		const facts = factsOf(details);
		expect(unpackFacts(packFacts(facts))).toEqual(facts);
		expect(departureDayOf(packFacts(facts))).toBe(dayNumber(facts.departureDate));
	});

	it('numbers beyond their place are the highest of it', () => {
		const many = factsOf(booking({ roomStays: Array.from({ length: 40 }, () => stay()) }));
		expect(unpackFacts(packFacts(many))).toMatchObject({ rooms: 35, adults: 35, children: 0 });
	});

	it('takes at most 20 characters, and nothing of a guest', () => {
		const state = stateAfter();
		rememberChange(state, summary(), booking({ total: { priceAfterTax: 123_456.78 } }));
		const [value = ''] = Object.values(state.seen);
		expect(value.split('.')[1]?.length).toBeLessThanOrEqual(20);
		const other = booking({
			total: { priceAfterTax: 123_456.78 },
			roomStays: [stay({ guests: [{ firstName: 'Grace', lastName: 'Sample' }] })],
			customer: { lastName: 'Sample' },
		});
		expect(packFacts(factsOf(other))).toBe(value.split('.')[1]);
	});
});

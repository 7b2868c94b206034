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
					before: { arrival: '2026-05-10', departure: '2026-05-12' },
					after: { arrival: '2026-05-09', departure: '2026-05-12' },
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
			{ price: { before: 200.5, after: 249.99, currency: 'EUR' } },
		],
		['the price, now unknown', { total: null }, { price: { before: 200.5, after: null, currency: 'EUR' } }],
		['the name of a guest', { customer: { lastName: 'Sample' } }, { other: true }],
		[
			'the price, and a name with it',
			{ total: { priceAfterTax: 249.99 }, customer: { lastName: 'Sample' } },
			{ price: { before: 200.5, after: 249.99, currency: 'EUR' }, other: true },
		],
		[
			'the dates, and the hour of arrival with them',
			{
				roomStays: [
					stay({ stayDates: { arrivalDateTime: '2026-05-10T16:00', departureDateTime: '2026-05-13T12:00' } }),
				],
			},
			{
				dates: {
					before: { arrival: '2026-05-10', departure: '2026-05-12' },
					after: { arrival: '2026-05-10', departure: '2026-05-13' },
				},
				other: true,
			},
		],
		[
			'the hour of a paid early arrival',
			{
				roomStays: [
					stay({ extraStayCharges: { earlyArrival: { overriddenDateTime: '2026-05-10T09:00', total: {} } } }),
				],
			},
			{ other: true },
		],
		[
			'a rate plan, and what follows from it',
			{ total: { priceAfterTax: 150 }, roomStays: [stay({ ratePlans: [{ id: '3', name: 'Weekend' }] })] },
			{ price: { before: 200.5, after: 150, currency: 'EUR' }, other: true },
		],
		['nothing that shows', {}, {}],
	])('%s', (_, after, expected) => {
		expect(changes(booking(), booking(after))).toEqual(expected);
	});

	it('the ages of children: guests', () => {
		const aged = (...childAges: number[]) =>
			booking({ roomStays: [stay({ guestCount: { adultCount: 2, childAges } })] });
		const guests = { adults: 2, children: 2 };
		expect(changes(aged(3, 8), aged(3, 9))).toEqual({ guests: { before: guests, after: guests } });
		expect(changes(aged(3, 8), aged(8, 3))).toEqual({});
	});

	it('many guests and rooms: their real numbers', () => {
		const group = (rooms: number, adultCount: number) =>
			booking({
				roomStays: Array.from({ length: rooms }, () => stay({ guestCount: { adultCount, childAges: [] } })),
			});
		expect(changes(group(15, 2), group(40, 2))).toMatchObject({
			guests: { before: { adults: 30 }, after: { adults: 80 } },
			rooms: { before: { count: 15 }, after: { count: 40 } },
		});
		expect(changes(group(1, 40_000), group(1, 46_655))).toMatchObject({
			guests: { before: { adults: 40_000 }, after: { adults: 46_655 } },
		});
	});

	describe('the dates of several room stays', () => {
		const days = (arrival: number, departure: number) =>
			stay({
				stayDates: {
					arrivalDateTime: `2026-05-${arrival}T15:00`,
					departureDateTime: `2026-05-${departure}T12:00`,
				},
			});
		const dates = (arrival: number, departure: number) => ({
			arrival: `2026-05-${arrival}`,
			departure: `2026-05-${departure}`,
		});
		const of = (...roomStays: IDataObject[]) => booking({ roomStays });

		it('one within those of the booking, and behind a price', () => {
			const before = of(days(10, 15), days(11, 14));
			const after = { ...of(days(10, 15), days(12, 14)), total: { priceAfterTax: 150 } };
			expect(changes(before, after)).toEqual({
				dates: {
					before: dates(10, 15),
					after: dates(10, 15),
					roomStays: [{ roomStay: 2, before: dates(11, 14), after: dates(12, 14) }],
				},
				price: { before: 200.5, after: 150, currency: 'EUR' },
			});
		});

		it('of all, and of one that was like the others', () => {
			expect(changes(of(days(10, 12), days(10, 12)), of(days(11, 13), days(11, 13)))).toMatchObject({
				dates: { before: dates(10, 12), after: dates(11, 13), roomStays: [{ roomStay: 1 }, { roomStay: 2 }] },
			});
			expect(changes(of(days(10, 12), days(10, 12)), of(days(10, 12), days(10, 11)))).toMatchObject({
				dates: { roomStays: [{ roomStay: 2, before: dates(10, 12), after: dates(10, 11) }] },
			});
		});

		it('in the order of their index, not that of the list', () => {
			const before = of({ ...days(10, 15), index: 0 }, { ...days(11, 14), index: 1 });
			const swapped = of({ ...days(11, 14), index: 1 }, { ...days(10, 15), index: 0 });
			expect(changes(before, swapped)).toEqual({});
		});

		it('of a room that was added: those of the booking alone', () => {
			const { dates: told } = changes(of(days(10, 12)), of(days(10, 12), days(10, 14))) as IDataObject;
			expect(told).toEqual({ before: dates(10, 12), after: dates(10, 14) });
		});
	});

	it('the status alone, and with something else', () => {
		const status = { before: 'Active', after: 'Cancelled' };
		expect(changes(booking(), booking(), 'Cancelled')).toEqual({ status });
		const dearer = booking({ total: { priceAfterTax: 0 } });
		expect(changes(booking(), dearer, 'Cancelled')).toEqual({
			status,
			price: { before: 200.5, after: 0, currency: 'EUR' },
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
		const told = { event: 'changed', changes: { price: { before: 200.5, after: 1, currency: 'EUR' } } };
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
});

describe('what is remembered of the details', () => {
	it.each<[string, IDataObject]>([
		['as usual', booking()],
		['of nothing', {}],
		[
			'of a hundred rooms',
			booking({ roomStays: Array.from({ length: 35 }, () => stay({ guestCount: null })) }),
		],
		[
			'of rooms with dates of their own, and children',
			booking({
				roomStays: [
					stay({ guestCount: { adultCount: 60, childAges: [3, 8] } }),
					stay(longer),
					stay({ stayDates: { arrivalDateTime: '2026-05-11T15:00', departureDateTime: '2026-08-30T12:00' } }),
					stay({ stayDates: null }),
				],
			}),
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

	it('takes at most 25 characters, and nothing of a guest', () => {
		const state = stateAfter();
		rememberChange(state, summary(), booking({ total: { priceAfterTax: 123_456.78 } }));
		const [value = ''] = Object.values(state.seen);
		expect(value.split('.')[1]?.length).toBeLessThanOrEqual(25);
		const other = booking({
			total: { priceAfterTax: 123_456.78 },
			roomStays: [stay({ guests: [{ firstName: 'Grace', lastName: 'Sample' }] })],
			customer: { lastName: 'Sample' },
		});
		const isHash = /^.{8}(.{3})(.{3})(.{3})/;
		const withoutHashes = (facts: string) => facts.replace(isHash, '');
		expect(withoutHashes(packFacts(factsOf(other)))).toBe(withoutHashes(value.split('.')[1] ?? ''));
	});
});

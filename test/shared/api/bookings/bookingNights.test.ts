import type { IDataObject } from 'n8n-workflow';

import { bookingNights } from '../../../../nodes/shared/api/bookings/bookingNights';
import { noNames, type Names } from '../../../../nodes/shared/api/property/names';

const stay: IDataObject = {
	index: 1,
	stayDates: { arrivalDateTime: '2027-03-27T14:00', departureDateTime: '2027-03-30T12:00' },
	ratePlans: [
		{ id: '1', name: 'Flexible' },
		{ id: '2', name: 'Saver' },
	],
	roomType: { id: '82751', name: 'Standard' },
	guestCount: { adultCount: 2, childAges: [] },
	guests: [{ firstName: 'Ada', lastName: 'Quill' }],
	dailyRates: [
		{ RatePlanId: '1', priceBeforeTax: 100, date: '2027-03-27' },
		{ ratePlanId: '2', priceBeforeTax: 100, date: '2027-03-28T00:00:00' },
		{ ratePlanId: '3', priceBeforeTax: 100, date: '2027-03-29' },
	],
	total: { priceBeforeTax: 310, priceAfterTax: 335.5, taxAmount: 25.5 },
};
const booking: IDataObject = {
	number: 'n1',
	propertyId: '7291',
	status: 'Active',
	currencyCode: 'GBP',
	source: { type: 'Channel', code: 'OTG' },
	roomStays: [stay],
};
const withStay = (changes: IDataObject) => ({ ...booking, roomStays: [{ ...stay, ...changes }] });

describe('the nights of a booking', () => {
	const names: Names = { ...noNames, ratePlans: new Map([['3', 'Weekend']]) };

	it('have their date, rate plan and price, and share the total of their room stay', () => {
		const nights = bookingNights(booking, names);
		expect(
			nights.map((night) => [
				night.date,
				night.ratePlanName,
				night.nightRate,
				night.nightTotalBeforeTax,
				night.nightTotal,
			]),
		).toEqual([
			['2027-03-27', 'Flexible', 100, 103.33, 111.83],
			['2027-03-28', 'Saver', 100, 103.34, 111.84],
			['2027-03-29', 'Weekend', 100, 103.33, 111.83],
		]);
	});

	it('carry what belongs to the booking and to the room stay', () => {
		const [night] = bookingNights(booking, noNames);
		expect(night).toMatchObject({
			number: 'n1',
			propertyId: '7291',
			status: 'Active',
			sourceType: 'Channel',
			roomStayIndex: 1,
			roomTypeName: 'Standard',
			ratePlanId: '1',
			ratePlanNames: ['Flexible', 'Saver'],
			nights: 3,
			adults: 2,
			guestNames: ['Ada Quill'],
			totalBeforeTax: 310,
			total: 335.5,
		});
	});

	it('share in proportion to their prices', () => {
		const dailyRates = [
			{ ratePlanId: '1', priceBeforeTax: 50, date: '2027-03-27' },
			{ ratePlanId: '1', priceBeforeTax: 0, date: '2027-03-28' },
			{ ratePlanId: '1', priceBeforeTax: 150, date: '2027-03-29' },
		];
		const nights = bookingNights(withStay({ dailyRates }), noNames);
		expect(nights.map(({ nightTotalBeforeTax }) => nightTotalBeforeTax)).toEqual([77.5, 0, 232.5]);
	});

	it.each<[string, IDataObject[], unknown[]]>([
		['all are free', [{ priceBeforeTax: 0 }, { priceBeforeTax: 0 }], [155, 155]],
		['no price is known', [{}, { priceBeforeTax: null }], [155, 155]],
	])('share alike when %s', (_, dailyRates, expected) => {
		const nights = bookingNights(withStay({ dailyRates }), noNames);
		expect(nights.map(({ nightTotalBeforeTax }) => nightTotalBeforeTax)).toEqual(expected);
	});

	it('have no share of a total that is not known', () => {
		const [night] = bookingNights(withStay({ total: null }), noNames);
		expect(night).toMatchObject({ nightRate: 100, nightTotalBeforeTax: null, nightTotal: null });
	});

	it.each<[string, IDataObject]>([
		['a room stay without nights', withStay({ dailyRates: null })],
		['a booking without room stays', { ...booking, roomStays: [] }],
	])('are one record for %s, so that it does not get lost', (_, incomplete) => {
		expect(bookingNights(incomplete, noNames)).toEqual([
			expect.objectContaining({ number: 'n1', date: null, nightRate: null, nightTotalBeforeTax: null }),
		]);
	});
});

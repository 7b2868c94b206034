import type { IDataObject } from 'n8n-workflow';

import { simplifyOffer } from '../../nodes/PartnerHotelSearch/resources/roomStay/simplifyOffer';
import { noNames } from '../../nodes/shared/api/property/names';

const offer: IDataObject = {
	propertyId: 1024,
	roomType: {
		id: '82751',
		placements: [{ code: 'AdultBed-2' }, null, { kind: 'Child' }, { code: 'ExtraBed-1' }],
	},
	ratePlan: { id: '133528' },
	stayDates: { arrivalDateTime: '2027-03-01T14:00', departureDateTime: '2027-03-04T12:00' },
	guestCount: { adultCount: 2, childAges: [5] },
	fullPlacementsName: '2 adults, 1 child',
	availability: 3,
	mealPlanCode: 'BB',
	currencyCode: 'KWD',
	total: { priceBeforeTax: 0.1, taxAmount: 0.2, priceAfterTax: 0.3 },
	cancellationPolicy: {
		freeCancellationPossible: true,
		freeCancellationDeadlineLocal: '2027-02-27T14:00',
		penaltyAmount: 12.345,
	},
	extraServicesAvailable: false,
	checksum: 'abc',
};
const names = {
	...noNames,
	property: 'Hotel Lindenhof',
	roomTypes: new Map([['82751', 'Standard']]),
	ratePlans: new Map([['133528', 'Best offer']]),
};

describe('an offer as flat fields', () => {
	it('has names beside ids and amounts in the decimals of their currency', () => {
		expect(simplifyOffer(offer, names)).toEqual({
			propertyId: '1024',
			propertyName: 'Hotel Lindenhof',
			roomTypeId: '82751',
			roomTypeName: 'Standard',
			ratePlanId: '133528',
			ratePlanName: 'Best offer',
			arrival: '2027-03-01',
			departure: '2027-03-04',
			arrivalText: 'Mon 1 Mar 2027, 14:00',
			departureText: 'Thu 4 Mar 2027, 12:00',
			arrivalDateTime: '2027-03-01T14:00',
			departureDateTime: '2027-03-04T12:00',
			nights: 3,
			adults: 2,
			childAges: [5],
			placements: '2 adults, 1 child',
			availableRooms: 3,
			mealPlanCode: 'BB',
			currency: 'KWD',
			totalBeforeTax: 0.1,
			taxAmount: 0.2,
			total: 0.3,
			totalText: '0.300 KWD',
			freeCancellationPossible: true,
			freeCancellationDeadline: '2027-02-27T14:00',
			cancellationPenalty: 12.345,
			extraServicesAvailable: false,
			placementCodes: ['AdultBed-2', 'ExtraBed-1'],
			checksum: 'abc',
		});
	});

	it('of which nothing is known has null everywhere, and no sum', () => {
		const fields = Object.entries(simplifyOffer({}, noNames));
		expect(fields.filter(([, value]) => value !== null)).toEqual([]);
		expect(fields).toHaveLength(29);
	});

	it.each<[string, IDataObject]>([
		['the tax', { priceBeforeTax: 100 }],
		['the price', { taxAmount: 20 }],
	])('has no total price without %s', (_, total) => {
		expect(simplifyOffer({ ...offer, total }, names).total).toBeNull();
	});

	it('has no placements where the API gives null, and none where the list is empty', () => {
		const codes = (placements: unknown) =>
			simplifyOffer({ ...offer, roomType: { placements } } as IDataObject, names).placementCodes;
		expect([codes(null), codes([])]).toEqual([null, []]);
	});

	it('keeps extras and warnings as they come, where there are any', () => {
		const extras = { extraStays: { earlyCheckIn: [] }, extraServices: [], _warnings: [{ code: '1' }] };
		expect(simplifyOffer({ ...offer, ...extras }, names)).toMatchObject(extras);
	});
});

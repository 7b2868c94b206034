import type { IDataObject } from 'n8n-workflow';

import { bookingRoomStays, simplifyBooking } from '../../../../nodes/shared/api/bookings/bookingViews';
import { noNames, type Names } from '../../../../nodes/shared/api/property/names';

const stay: IDataObject = {
	index: 1,
	stayDates: { arrivalDateTime: '2027-03-27T14:00', departureDateTime: '2027-03-29T12:00' },
	ratePlans: [{ id: '341178', name: 'Best offer' }],
	roomType: { id: '82751', name: 'Standard' },
	guestCount: { adultCount: 2, childAges: [5, 0] },
	guests: [
		{ firstName: 'Ada', lastName: 'Quill' },
		{ firstName: null, lastName: 'Moss' },
	],
	dailyRates: [{ RatePlanId: '341178', priceBeforeTax: 100, date: '2027-03-27' }],
	total: { priceBeforeTax: 200, priceAfterTax: 220.5, taxAmount: 20.5, taxes: null, discounts: null },
	services: [{ id: '1', name: 'Breakfast', inclusive: true, kind: 'Meal' }],
	extraStayCharges: { earlyArrival: { overriddenDateTime: '2027-03-27T09:30' } },
};

const booking: IDataObject = {
	propertyId: '7291',
	number: '20270325-7291-260123396',
	status: 'Cancelled',
	createdDateTime: '2027-03-01T10:41:04Z',
	modifiedDateTime: '2027-03-02T11:41:04Z',
	guaranteeInfo: {
		loyalty: { cards: [] },
		totalPrepaid: 50,
		guarantees: [{ paymentMethod: 'BankCard' }, { paymentMethod: 'Sbp' }],
	},
	currencyCode: 'GBP',
	roomStays: [stay],
	services: [{ id: '7898', name: 'Fruit platter' }],
	total: { priceBeforeTax: 210, priceAfterTax: 230.5, taxAmount: 20.5 },
	taxes: [],
	cancellation: { penaltyAmount: 100, cancelledDateTime: '2027-03-02T11:41:04Z' },
	source: { type: 'Channel', code: 'OTG', sourceUrl: null },
	customer: { firstName: 'Ada', lastName: 'Quill' },
};

const names: Names = {
	property: 'Star Hotel',
	roomTypes: new Map([['82751', 'Standard of the record']]),
	ratePlans: new Map([['341178', 'Best offer of the record']]),
	services: new Map(),
};

const wholeBooking = {
	number: '20270325-7291-260123396',
	propertyId: '7291',
	propertyName: 'Star Hotel',
	status: 'Cancelled',
	createdDateTime: '2027-03-01T10:41:04Z',
	modifiedDateTime: '2027-03-02T11:41:04Z',
	cancelledDateTime: '2027-03-02T11:41:04Z',
	penaltyAmount: 100,
	source: 'Channel OTG',
	sourceType: 'Channel',
	sourceCode: 'OTG',
	customerName: 'Ada Quill',
	currency: 'GBP',
	paymentMethods: ['BankCard', 'Sbp'],
};

const amounts = {
	total: 230.5,
	totalText: '230.50 GBP',
	totalBeforeTax: 210,
	taxAmount: 20.5,
	paid: 50,
	due: null,
	dueText: null,
};
const bookingAmounts = {
	bookingTotal: 230.5,
	bookingTotalBeforeTax: 210,
	bookingTaxAmount: 20.5,
	bookingPaid: 50,
	bookingDue: null,
};

const times = {
	arrival: '2027-03-27',
	departure: '2027-03-29',
	nights: 2,
	arrivalText: 'Sat 27 Mar 2027, 14:00',
	departureText: 'Mon 29 Mar 2027, 12:00',
	arrivalDateTime: '2027-03-27T14:00',
	departureDateTime: '2027-03-29T12:00',
};

const unknownTimes = Object.fromEntries(Object.keys(times).map((field) => [field, null]));

/** The columns of docs/guide.md, without the rest. */
const FIRST = [
	...['number', 'status', 'guestName', 'arrival', 'departure', 'nights', 'rooms', 'roomTypeNames'],
	...['adults', 'children', 'ratePlanNames', 'total', 'currency', 'paid', 'due', 'source', 'propertyName'],
	...['totalText', 'dueText', 'arrivalText', 'departureText', 'arrivalDateTime', 'departureDateTime'],
	...['createdDateTime', 'modifiedDateTime', 'cancelledDateTime'],
];

describe('a complete booking', () => {
	it('simplified is one flat record', () => {
		const flat = simplifyBooking(booking, names);
		expect(Object.keys(flat).slice(0, FIRST.length)).toEqual(FIRST);
		expect(Object.keys(flat).slice(-3)).toEqual(['propertyId', 'roomTypeIds', 'ratePlanIds']);
		expect(flat).toEqual({
			...wholeBooking,
			...amounts,
			...times,
			guestName: 'Ada Quill',
			rooms: 1,
			roomTypeNames: ['Standard'],
			ratePlanNames: ['Best offer'],
			guestNames: ['Ada Quill', 'Moss'],
			adults: 2,
			children: 2,
			serviceNames: ['Fruit platter', 'Breakfast'],
			roomTypeIds: ['82751'],
			ratePlanIds: ['341178'],
		});
	});

	it('by room stays is one flat record for each', () => {
		expect(bookingRoomStays(booking, names)).toEqual([
			{
				...wholeBooking,
				...bookingAmounts,
				...times,
				bookingServiceNames: ['Fruit platter'],
				guestName: 'Ada Quill',
				roomStayIndex: 1,
				roomTypeId: '82751',
				roomTypeName: 'Standard',
				ratePlanIds: ['341178'],
				ratePlanNames: ['Best offer'],
				guestNames: ['Ada Quill', 'Moss'],
				adults: 2,
				children: 2,
				childAges: [5, 0],
				totalBeforeTax: 200,
				total: 220.5,
				totalText: '220.50 GBP',
				taxAmount: 20.5,
				serviceNames: ['Breakfast'],
				earlyArrival: '2027-03-27T09:30',
				lateDeparture: null,
			},
		]);
	});
});

describe('what belongs to an awkward booking', () => {
	const zero = { priceBeforeTax: 0, priceAfterTax: 0, taxAmount: 0 };

	it.each<[string, IDataObject, IDataObject]>([
		['no customer', { customer: null }, { customerName: null }],
		['a masked customer', { customer: { firstName: '*', lastName: '*' } }, { customerName: null }],
		['a customer masked in part', { customer: { firstName: 'A*', lastName: '*' } }, { customerName: 'A*' }],
		['no first name', { customer: { firstName: null, lastName: 'Moss' } }, { customerName: 'Moss' }],
		['no last name', { customer: { firstName: 'Ada', lastName: ' ' } }, { customerName: 'Ada' }],
		['no name at all', { customer: {} }, { customerName: null }],
		['cancellation null', { cancellation: null }, { cancelledDateTime: null, penaltyAmount: null }],
		['cancellation missing', { cancellation: undefined }, { cancelledDateTime: null, penaltyAmount: null }],
		[
			'a penalty of zero',
			{ cancellation: { penaltyAmount: 0, cancelledDateTime: '2027-03-02T11:41:04Z' } },
			{ cancelledDateTime: '2027-03-02T11:41:04Z', penaltyAmount: 0 },
		],
		[
			'three decimals of its currency',
			{
				currencyCode: 'KWD',
				total: { priceBeforeTax: 12.345, priceAfterTax: 0.1 + 0.2, taxAmount: 1.0004 },
				cancellation: { penaltyAmount: 0.0005 },
				guaranteeInfo: { totalPrepaid: 1.001 },
			},
			{ penaltyAmount: 0.001 },
		],
		[
			'more decimals than its currency has',
			{
				currencyCode: 'JPY',
				total: { priceBeforeTax: 100.5, priceAfterTax: 110.4, taxAmount: 10 },
				cancellation: { penaltyAmount: 50.25 },
				guaranteeInfo: { totalPrepaid: 0.5 },
			},
			{ penaltyAmount: 50 },
		],
		['nothing prepaid', { guaranteeInfo: { totalPrepaid: 0 } }, { paymentMethods: [] }],
		['no guarantee', { guaranteeInfo: null }, { paymentMethods: [] }],
		[
			'guarantees without a method',
			{ guaranteeInfo: { guarantees: [null, {}, { paymentMethod: null }] } },
			{ paymentMethods: [] },
		],
		['no source', { source: null }, { source: null, sourceType: null, sourceCode: null }],
		['a property id as a number', { propertyId: 7291 }, { propertyId: '7291' }],
		['never modified', { modifiedDateTime: null }, { modifiedDateTime: null }],
		['warnings', { _warnings: [{ code: '1' }] }, { _warnings: [{ code: '1' }] }],
	])('%s', (_, change, expected) => {
		const awkward = { ...booking, ...change };
		expect(simplifyBooking(awkward, names)).toMatchObject(expected);
		expect(bookingRoomStays(awkward, names)).toEqual([expect.objectContaining(expected)]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['of zero', { total: zero }, { totalBeforeTax: 0, total: 0, taxAmount: 0, paid: 50, due: 0 }],
		['prepaid in part', {}, { total: 230.5, paid: 50, due: 180.5, dueText: '180.50 GBP' }],
		['prepaid in full', { guaranteeInfo: { totalPrepaid: 230.5 } }, { paid: 230.5, due: 0 }],
		['of a cancelled booking', { status: 'Cancelled' }, { total: 230.5, paid: 50, due: null }],
		['without a guarantee', { guaranteeInfo: null }, { paid: null, due: null }],
		[
			'with three decimals',
			{
				currencyCode: 'KWD',
				total: { priceBeforeTax: 12.345, priceAfterTax: 0.1 + 0.2, taxAmount: 1.0004 },
				guaranteeInfo: { totalPrepaid: 0.101 },
			},
			{ totalBeforeTax: 12.345, total: 0.3, taxAmount: 1, paid: 0.101, due: 0.199 },
		],
		[
			'without decimals',
			{
				currencyCode: 'JPY',
				total: { priceBeforeTax: 100.5, priceAfterTax: 110.4, taxAmount: 10 },
				guaranteeInfo: { totalPrepaid: 0.5 },
			},
			{ totalBeforeTax: 101, total: 110, taxAmount: 10, paid: 1, due: 109 },
		],
		['without a currency', { currencyCode: null, total: { taxAmount: 0.1 + 0.2 } }, { taxAmount: 0.3 }],
		['not told', { total: null }, { totalBeforeTax: null, total: null, taxAmount: null, due: null }],
	])('amounts %s', (_, change, expected) => {
		const awkward = { ...booking, status: 'Active', ...change };
		const flat = simplifyBooking(awkward, names);
		expect(flat).toMatchObject(expected);
		const { total, totalBeforeTax, taxAmount, paid, due } = flat;
		expect(bookingRoomStays(awkward, names)[0]).toMatchObject({
			bookingTotal: total,
			bookingTotalBeforeTax: totalBeforeTax,
			bookingTaxAmount: taxAmount,
			bookingPaid: paid,
			bookingDue: due,
		});
	});

	it.each<[string, unknown]>([
		['null', null],
		['missing', undefined],
		['without a name', [null, { id: '1' }]],
	])('services that are %s', (_, services) => {
		const awkward = { ...booking, services } as IDataObject;
		expect(simplifyBooking(awkward, names).serviceNames).toEqual(['Breakfast']);
		expect(bookingRoomStays(awkward, names)[0]).toMatchObject({
			bookingServiceNames: [],
			serviceNames: ['Breakfast'],
		});
	});

	it('without warnings there is no field for them', () => {
		expect(simplifyBooking(booking, names)).not.toHaveProperty('_warnings');
	});

	it.each<[string, unknown]>([
		['null', null],
		['missing', undefined],
		['empty', []],
		['a list of null', [null]],
	])('room stays that are %s', (_, roomStays) => {
		const awkward = { ...booking, roomStays } as IDataObject;
		expect(simplifyBooking(awkward, names)).toMatchObject({
			...wholeBooking,
			...amounts,
			...unknownTimes,
			rooms: 0,
			roomTypeNames: [],
			ratePlanNames: [],
			guestNames: [],
			adults: null,
			children: null,
		});
		expect(bookingRoomStays(awkward, names)).toEqual([
			expect.objectContaining({ number: booking.number, roomStayIndex: null }),
		]);
	});

	it('a booking of which nothing is known gives fields that are null', () => {
		const simplified = simplifyBooking({}, noNames);
		expect(Object.keys(simplified)).toEqual(Object.keys(simplifyBooking(booking, names)));
		expect(new Set(Object.values(simplified).filter((value) => !Array.isArray(value)))).toEqual(
			new Set([null, 0]),
		);
	});
});

describe('what belongs to an awkward room stay', () => {
	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		[
			'guests missing',
			{ guests: undefined },
			{ guestNames: [], guestName: 'Ada Quill' },
			{ guestName: 'Ada Quill' },
		],
		['guests null', { guests: null }, { guestNames: [] }, {}],
		['guests empty', { guests: [] }, { guestNames: [] }, {}],
		['masked guests', { guests: [{ firstName: '*', lastName: '*' }] }, { guestNames: [] }, {}],
		['guests without names', { guests: [null, { firstName: null, lastName: '' }] }, { guestNames: [] }, {}],
		[
			'no rate plans',
			{ ratePlans: undefined },
			{ ratePlanIds: [], ratePlanNames: [] },
			{ ratePlanIds: [], ratePlanNames: [] },
		],
		['rate plans null', { ratePlans: null }, { ratePlanIds: [], ratePlanNames: [] }, { ratePlanNames: [] }],
		[
			'a rate plan without a name',
			{ ratePlans: [{ id: '341178' }] },
			{ ratePlanIds: ['341178'], ratePlanNames: ['Best offer of the record'] },
			{ ratePlanNames: ['Best offer of the record'] },
		],
		[
			'an unknown rate plan without a name',
			{ ratePlans: [{ id: '9', name: null }] },
			{ ratePlanIds: ['9'], ratePlanNames: [] },
			{ ratePlanNames: [] },
		],
		[
			'two rate plans',
			{
				ratePlans: [
					{ id: '1', name: 'First' },
					{ id: '2', name: 'Second' },
				],
			},
			{ ratePlanIds: ['1', '2'], ratePlanNames: ['First', 'Second'] },
			{ ratePlanIds: ['1', '2'], ratePlanNames: ['First', 'Second'] },
		],
		[
			'a room type without a name',
			{ roomType: { id: '82751', name: '' } },
			{ roomTypeId: '82751', roomTypeName: 'Standard of the record' },
			{ roomTypeNames: ['Standard of the record'] },
		],
		[
			'a room type whose name is no text',
			{ roomType: { id: '82751', name: { en: 'Suite' } } },
			{ roomTypeId: '82751', roomTypeName: 'Standard of the record' },
			{ roomTypeNames: ['Standard of the record'] },
		],
		['no room type', { roomType: null }, { roomTypeId: null, roomTypeName: null }, { roomTypeNames: [null] }],
		[
			'ages of children unknown',
			{ guestCount: { adultCount: 1, childAges: null } },
			{ adults: 1, children: null, childAges: null },
			{ adults: 1, children: null },
		],
		[
			'no children',
			{ guestCount: { adultCount: 1, childAges: [] } },
			{ adults: 1, children: 0, childAges: [] },
			{ adults: 1, children: 0 },
		],
		[
			'no guest count',
			{ guestCount: null },
			{ adults: null, children: null, childAges: null },
			{ adults: null, children: null },
		],
		['services missing', { services: undefined }, { serviceNames: [] }, { serviceNames: ['Fruit platter'] }],
		['services null', { services: null }, { serviceNames: [] }, {}],
		[
			'a stay free of charge',
			{ total: { priceBeforeTax: 0, priceAfterTax: 0, taxAmount: 0 } },
			{ totalBeforeTax: 0, total: 0, taxAmount: 0 },
			{},
		],
		[
			'amounts with noise',
			{ total: { priceBeforeTax: 0.1 + 0.2, priceAfterTax: 1.005, taxAmount: 0.7 + 0.1 } },
			{ totalBeforeTax: 0.3, total: 1.01, taxAmount: 0.8 },
			{},
		],
		[
			'dates that cannot be read',
			{ stayDates: { arrivalDateTime: 'soon', departureDateTime: '2027-03-29T12:00' } },
			{ arrival: null, arrivalText: null, arrivalDateTime: 'soon', nights: null },
			{ nights: null },
		],
		['no charges', { extraStayCharges: undefined }, { earlyArrival: null, lateDeparture: null }, {}],
		[
			'charges that are null',
			{ extraStayCharges: { earlyArrival: null, lateDeparture: { overriddenDateTime: '2027-03-29T18:00' } } },
			{ earlyArrival: null, lateDeparture: '2027-03-29T18:00' },
			{},
		],
		['no dates', { stayDates: null }, unknownTimes, unknownTimes],
		[
			'no departure',
			{ stayDates: { arrivalDateTime: '2027-03-27T14:00' } },
			{ arrivalDateTime: '2027-03-27T14:00', departureDateTime: null, nights: null },
			{ arrivalDateTime: '2027-03-27T14:00', departureDateTime: null, nights: null },
		],
		[
			'nights over the start of summer, with early and late hours',
			{ stayDates: { arrivalDateTime: '2027-03-27T23:00', departureDateTime: '2027-03-29T01:00' } },
			{ nights: 2 },
			{ nights: 2 },
		],
		[
			'no night at all',
			{ stayDates: { arrivalDateTime: '2027-03-27T10:00', departureDateTime: '2027-03-27T18:00' } },
			{ nights: 0 },
			{ nights: 0 },
		],
		['no order number', { index: undefined }, { roomStayIndex: 1 }, {}],
		['an order number of its own', { index: 7 }, { roomStayIndex: 7 }, {}],
	])('%s', (_, change, ofStay, ofBooking) => {
		const awkward = { ...booking, roomStays: [{ ...stay, ...change }] };
		expect(bookingRoomStays(awkward, names)).toEqual([expect.objectContaining(ofStay)]);
		expect(simplifyBooking(awkward, names)).toMatchObject(ofBooking);
	});
});

describe('a group booking', () => {
	const second = {
		...stay,
		index: 2,
		stayDates: { arrivalDateTime: '2027-03-26T14:00', departureDateTime: '2027-03-28T12:00' },
		roomType: { id: '5', name: 'Suite' },
		guestCount: { adultCount: 3, childAges: null },
		guests: null,
	};
	const third = { ...stay, index: 3, guestCount: null, guests: [{ firstName: '*', lastName: '*' }] };
	const group = { ...booking, roomStays: [stay, second, third] };

	it('simplified spans all of its stays and counts what is known', () => {
		expect(simplifyBooking(group, names)).toMatchObject({
			arrivalDateTime: '2027-03-26T14:00',
			departureDateTime: '2027-03-29T12:00',
			nights: 3,
			rooms: 3,
			roomTypeNames: ['Standard', 'Suite', 'Standard'],
			ratePlanNames: ['Best offer'],
			guestNames: ['Ada Quill', 'Moss'],
			adults: 5,
			children: 2,
		});
	});

	it('by room stays repeats what belongs to the booking', () => {
		expect(bookingRoomStays(group, names)).toEqual([
			expect.objectContaining({ ...wholeBooking, roomStayIndex: 1, roomTypeName: 'Standard', adults: 2 }),
			expect.objectContaining({ ...wholeBooking, roomStayIndex: 2, roomTypeName: 'Suite', adults: 3 }),
			expect.objectContaining({ ...wholeBooking, roomStayIndex: 3, adults: null }),
		]);
	});

	it('departs with the last of its stays, in whatever order they come', () => {
		const reversed = { ...booking, roomStays: [stay, second] };
		expect(simplifyBooking(reversed, names)).toMatchObject({ departureDateTime: '2027-03-29T12:00' });
	});

	it('is named by ids that are numbers, and by the names of the property where its own are empty', () => {
		const numbered = { ...stay, roomType: { id: 82751, name: '' }, ratePlans: [{ id: 341178, name: '' }] };
		const own: Names = {
			...names,
			roomTypes: new Map([['82751', 'Double']]),
			ratePlans: new Map([['341178', 'Flexible']]),
		};
		expect(bookingRoomStays({ ...booking, roomStays: [numbered] }, own)).toEqual([
			expect.objectContaining({
				roomTypeId: '82751',
				roomTypeName: 'Double',
				ratePlanIds: ['341178'],
				ratePlanNames: ['Flexible'],
			}),
		]);
	});

	it('without order numbers the stays are counted from one', () => {
		const stays = group.roomStays.map((one) => ({ ...one, index: undefined }));
		const found = bookingRoomStays({ ...booking, roomStays: stays }, names);
		expect(found.map(({ roomStayIndex }) => roomStayIndex)).toEqual([1, 2, 3]);
	});
});

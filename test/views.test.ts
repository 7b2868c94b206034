import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { bookingRoomStays, simplifyBooking } from '../nodes/shared/bookingViews';
import { noNames, type Names } from '../nodes/shared/names';
import { allowManyTokens, newClient } from './support/clients';
import { harness, type TestCredential } from './support/n8n';
import { startSandbox, type Sandbox } from './support/sandbox';

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
	sourceType: 'Channel',
	sourceCode: 'OTG',
	customerName: 'Ada Quill',
	currencyCode: 'GBP',
	totalBeforeTax: 210,
	totalAfterTax: 230.5,
	taxAmount: 20.5,
	totalPrepaid: 50,
	paymentMethods: ['BankCard', 'Sbp'],
	bookingServices: ['Fruit platter'],
};

describe('a complete booking', () => {
	it('simplified is one flat record', () => {
		expect(simplifyBooking(booking, names)).toEqual({
			...wholeBooking,
			arrivalDateTime: '2027-03-27T14:00',
			departureDateTime: '2027-03-29T12:00',
			nights: 2,
			roomStayCount: 1,
			roomTypeNames: ['Standard'],
			ratePlanNames: ['Best offer'],
			guestNames: ['Ada Quill', 'Moss'],
			adults: 2,
			children: 2,
		});
	});

	it('by room stays is one flat record for each', () => {
		expect(bookingRoomStays(booking, names)).toEqual([
			{
				...wholeBooking,
				roomStayIndex: 1,
				arrivalDateTime: '2027-03-27T14:00',
				departureDateTime: '2027-03-29T12:00',
				nights: 2,
				roomTypeId: '82751',
				roomTypeName: 'Standard',
				ratePlanId: '341178',
				ratePlanName: 'Best offer',
				guestNames: ['Ada Quill', 'Moss'],
				adults: 2,
				children: 2,
				childAges: [5, 0],
				stayTotalBeforeTax: 200,
				stayTotalAfterTax: 220.5,
				stayTaxAmount: 20.5,
				services: ['Breakfast'],
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
		['a masked customer', { customer: { firstName: '*', lastName: '*' } }, { customerName: '* *' }],
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
		['amounts of zero', { total: zero }, { totalBeforeTax: 0, totalAfterTax: 0, taxAmount: 0 }],
		['no total', { total: null }, { totalBeforeTax: null, totalAfterTax: null, taxAmount: null }],
		['services null', { services: null }, { bookingServices: [] }],
		['services missing', { services: undefined }, { bookingServices: [] }],
		['a service without a name', { services: [null, { id: '1' }] }, { bookingServices: [] }],
		['nothing prepaid', { guaranteeInfo: { totalPrepaid: 0 } }, { totalPrepaid: 0, paymentMethods: [] }],
		['no guarantee', { guaranteeInfo: null }, { totalPrepaid: null, paymentMethods: [] }],
		[
			'guarantees without a method',
			{ guaranteeInfo: { guarantees: [null, {}, { paymentMethod: null }] } },
			{ paymentMethods: [] },
		],
		['no source', { source: null }, { sourceType: null, sourceCode: null }],
		['a property id as a number', { propertyId: 7291 }, { propertyId: '7291' }],
		['never modified', { modifiedDateTime: null }, { modifiedDateTime: null }],
		['warnings', { _warnings: [{ code: '1' }] }, { _warnings: [{ code: '1' }] }],
	])('%s', (_, change, expected) => {
		const awkward = { ...booking, ...change };
		expect(simplifyBooking(awkward, names)).toMatchObject(expected);
		expect(bookingRoomStays(awkward, names)).toEqual([expect.objectContaining(expected)]);
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
			arrivalDateTime: null,
			departureDateTime: null,
			nights: null,
			roomStayCount: 0,
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
		['guests missing', { guests: undefined }, { guestNames: [] }, {}],
		['guests null', { guests: null }, { guestNames: [] }, {}],
		['guests empty', { guests: [] }, { guestNames: [] }, {}],
		['masked guests', { guests: [{ firstName: '*', lastName: '*' }] }, { guestNames: ['* *'] }, {}],
		['guests without names', { guests: [null, { firstName: null, lastName: '' }] }, { guestNames: [] }, {}],
		[
			'no rate plans',
			{ ratePlans: undefined },
			{ ratePlanId: null, ratePlanName: null },
			{ ratePlanNames: [] },
		],
		['rate plans null', { ratePlans: null }, { ratePlanId: null, ratePlanName: null }, { ratePlanNames: [] }],
		[
			'a rate plan without a name',
			{ ratePlans: [{ id: '341178' }] },
			{ ratePlanId: '341178', ratePlanName: 'Best offer of the record' },
			{ ratePlanNames: ['Best offer of the record'] },
		],
		[
			'an unknown rate plan without a name',
			{ ratePlans: [{ id: '9', name: null }] },
			{ ratePlanId: '9', ratePlanName: null },
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
			{ ratePlanId: '1', ratePlanName: 'First' },
			{ ratePlanNames: ['First'] },
		],
		[
			'a room type without a name',
			{ roomType: { id: '82751', name: '' } },
			{ roomTypeId: '82751', roomTypeName: 'Standard of the record' },
			{ roomTypeNames: ['Standard of the record'] },
		],
		['no room type', { roomType: null }, { roomTypeId: null, roomTypeName: null }, { roomTypeNames: [] }],
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
		['services missing', { services: undefined }, { services: [] }, {}],
		['services null', { services: null }, { services: [] }, {}],
		[
			'a stay free of charge',
			{ total: { priceBeforeTax: 0, priceAfterTax: 0, taxAmount: 0 } },
			{ stayTotalBeforeTax: 0, stayTotalAfterTax: 0, stayTaxAmount: 0 },
			{},
		],
		['no charges', { extraStayCharges: undefined }, { earlyArrival: null, lateDeparture: null }, {}],
		[
			'charges that are null',
			{ extraStayCharges: { earlyArrival: null, lateDeparture: { overriddenDateTime: '2027-03-29T18:00' } } },
			{ earlyArrival: null, lateDeparture: '2027-03-29T18:00' },
			{},
		],
		[
			'no dates',
			{ stayDates: null },
			{ arrivalDateTime: null, departureDateTime: null, nights: null },
			{ arrivalDateTime: null, departureDateTime: null, nights: null },
		],
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
			roomStayCount: 3,
			roomTypeNames: ['Standard', 'Suite', 'Standard'],
			ratePlanNames: ['Best offer'],
			guestNames: ['Ada Quill', 'Moss', '* *'],
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

	it('without order numbers the stays are counted from one', () => {
		const stays = group.roomStays.map((one) => ({ ...one, index: undefined }));
		const found = bookingRoomStays({ ...booking, roomStays: stays }, names);
		expect(found.map(({ roomStayIndex }) => roomStayIndex)).toEqual([1, 2, 3]);
	});
});

describe.each(['specification', 'published'] as const)('through the node, spelled as in %s', (spelling) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 5, bookings: 24, spelling });
		await allowManyTokens(sandbox);
		await sandbox.createBooking('1024', { number: 'group-1', roomStays: 3, nights: 2 });
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(async () => {
		await sandbox.clearFaults();
		await sandbox.resetReport();
	});

	async function run(
		parameters: INodeParameters,
		credential?: TestCredential,
	): Promise<INodeExecutionData[]> {
		const node = harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				propertyId: { __rl: true, mode: 'id', value: '1024' },
				...parameters,
			},
			credential: credential ?? (await newClient(sandbox)),
		});
		return await node.execute();
	}

	const get = { operation: 'get', number: 'group-1' };
	const getAll = (output: string, limit = 25): INodeParameters => ({
		operation: 'getAll',
		limit,
		options: { includeDetails: true, output },
	});

	it('Get gives the booking raw, and asks for nothing else', async () => {
		const [item] = await run({ ...get, output: 'raw' });
		expect(item?.json).toMatchObject({ number: 'group-1', customer: expect.anything() as unknown });
		expect(item?.json.roomStays).toHaveLength(3);
		expect(await sandbox.requests({ path: '/api/content' })).toEqual([]);
	});

	it('Get gives one flat item, with names', async () => {
		const items = await run({ ...get, output: 'simplified' });
		expect(items).toEqual([
			{
				pairedItem: { item: 0 },
				json: expect.objectContaining({
					number: 'group-1',
					propertyId: '1024',
					propertyName: sandbox.properties[0]?.name,
					nights: 2,
					roomStayCount: 3,
					roomTypeNames: [expect.any(String), expect.any(String), expect.any(String)] as unknown,
				}) as unknown,
			},
		]);
		expect(await sandbox.requests({ path: '/api/content' })).toHaveLength(1);
	});

	it('Get gives one flat item for each room stay', async () => {
		const items = await run({ ...get, output: 'roomStays' });
		expect(items.map(({ json, pairedItem }) => [json.number, json.roomStayIndex, pairedItem])).toEqual([
			['group-1', 1, { item: 0 }],
			['group-1', 2, { item: 0 }],
			['group-1', 3, { item: 0 }],
		]);
		expect(items.map(({ json }) => json.nights)).toEqual([2, 2, 2]);
	});

	it('without access to Content there are the names of the booking itself', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['reservation_api'] });
		const [item] = await run({ ...get, output: 'simplified' }, credential);
		expect(item?.json.propertyName).toBeNull();
		expect(item?.json.roomTypeNames).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
	});

	it('Get Many agrees with Get, in all forms', async () => {
		const [raw = [], simplified = [], stays = []] = await Promise.all(
			['raw', 'simplified', 'roomStays'].map(async (output) => await run(getAll(output))),
		);
		const bookings = raw.map(({ json }) => json.booking as IDataObject);
		const own: Names = { ...noNames, property: sandbox.properties[0]?.name };
		expect(simplified.map(({ json }) => json)).toEqual(bookings.map((one) => simplifyBooking(one, own)));
		expect(stays.map(({ json }) => json)).toEqual(bookings.flatMap((one) => bookingRoomStays(one, own)));
		expect(simplified).toHaveLength(25);
		expect(stays.length).toBeGreaterThan(25);
	});

	it('Get Many reads the names once for all bookings', async () => {
		await run(getAll('simplified', 5));
		expect(await sandbox.requests({ path: '/api/content' })).toHaveLength(1);
	});

	it('Get Many without details gives the summaries, whatever the output', async () => {
		const options = { includeDetails: false, output: 'simplified' };
		const [item] = await run({ operation: 'getAll', limit: 1, options });
		expect(Object.keys(item?.json ?? {}).sort()).toEqual([
			'createdDateTime',
			'modifiedDateTime',
			'number',
			'propertyId',
			'status',
		]);
	});

	it('an output that is not offered is refused before any request', async () => {
		await expect(run({ ...get, output: 'flat' })).rejects.toThrow("Output 'flat' is not one of the choices");
		expect((await sandbox.report()).requests).toBe(0);
	});
});

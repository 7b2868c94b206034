import { DateTime, Settings } from 'luxon';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelSearch } from '../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { startSandbox, type Fault, type Sandbox } from '../support/sandbox';

let sandbox: Sandbox;
const realNow = Settings.now;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 23, properties: 230, bookings: 0 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const SEARCH = '/api/search/v1/properties';
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A day so many days from now, by UTC. */
const day = (days: number) => DateTime.utc().plus({ days }).toFormat('yyyy-MM-dd');
const ARRIVAL = day(40);
const DEPARTURE = day(43);

interface Options {
	credential?: TestCredential;
	onError?: 'continueRegularOutput';
	timezone?: string;
}

async function node(parameters: INodeParameters, options: Options = {}): Promise<NodeHarness> {
	return harness(new PartnerHotelSearch(), {
		parameters: {
			resource: 'roomStay',
			propertyId: byId('1024'),
			arrivalDate: ARRIVAL,
			departureDate: DEPARTURE,
			adults: 2,
			...parameters,
		},
		credential: options.credential ?? (await newClient(sandbox)),
		onError: options.onError,
		timezone: options.timezone,
	});
}

async function run(parameters: INodeParameters, options: Options = {}): Promise<INodeExecutionData[]> {
	return await (await node(parameters, options)).execute();
}

async function records(parameters: INodeParameters, options: Options = {}): Promise<IDataObject[]> {
	return (await run(parameters, options)).map(({ json }) => json);
}

async function failed(parameters: INodeParameters, options: Options = {}) {
	return await failureOf(run(parameters, options));
}

async function sent() {
	return (await sandbox.requests({ path: SEARCH })).map(({ method, path, query, body }) => ({
		request: `${method} ${path}`,
		query,
		...(body !== undefined && { body: body as IDataObject }),
	}));
}

async function inPlaceOfBody(path: string, body: unknown): Promise<void> {
	await sandbox.fault({ kind: 'body', body, match: { path }, times: 1 });
}

const find: INodeParameters = { operation: 'findLowestPrices' };
const getOffers: INodeParameters = { operation: 'getOffers' };
const real = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };

const emptyWarnings: Array<[string, object]> = [
	['an empty list', { warnings: [] }],
	['null', { warnings: null }],
	['a list of null', { warnings: [null] }],
	['no such field', {}],
];

describe('Room Stay → Find Lowest Prices', () => {
	const base = { adults: 2, childAges: [], arrivalDate: ARRIVAL, departureDate: DEPARTURE };

	it('sends the dates and guests, and gives an offer of each hotel as an item, paired', async () => {
		const items = await run({ ...find, propertyIds: ['1024', '7291'] });
		expect(items.map(({ json, pairedItem }) => [json.propertyId, pairedItem])).toEqual([
			['1024', { item: 0 }],
			['7291', { item: 0 }],
		]);
		expect(items[0]?.json).toMatchObject({
			roomType: { id: expect.any(String) as string },
			currencyCode: 'GBP',
			total: { priceBeforeTax: expect.any(Number) as number },
		});
		expect(await sent()).toEqual([
			{
				request: `POST ${SEARCH}/room-stays/search`,
				query: {},
				body: { ...base, propertyIds: ['1024', '7291'] },
			},
		]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['no choice of hotels', {}, { propertyIds: null }],
		['hotels as an expression', { propertyIds: '={{ [1024, "7291"] }}' }, { propertyIds: ['1024', '7291'] }],
		['hotels as records', { propertyIds: '={{ [{ id: "1024" }] }}' }, { propertyIds: ['1024'] }],
		['hotels with commas', { propertyIds: '={{ "1024, 7291" }}' }, { propertyIds: ['1024', '7291'] }],
		['children', { childAges: '5, 0,17' }, { childAges: [5, 0, 17] }],
		['children as a list', { childAges: '={{ [5, 7] }}' }, { childAges: [5, 7] }],
		['one child as a number', { childAges: '={{ 5 }}' }, { childAges: [5] }],
		['no children by an expression', { childAges: '={{ null }}' }, { childAges: [] }],
		[
			'both contents',
			{ options: { include: ['ratePlanShortContent', 'roomTypeShortContent'] } },
			{ include: 'ratePlanShortContent|roomTypeShortContent' },
		],
		['one content', { options: { include: ['roomTypeShortContent'] } }, { include: 'roomTypeShortContent' }],
		['no content', { options: { include: [] } }, {}],
		['any meals', { options: { mealType: 'All' } }, { mealPreference: { mealType: 'All' } }],
		['no meals', { options: { mealType: 'RoomOnly' } }, { mealPreference: { mealType: 'RoomOnly' } }],
		[
			'certain meals',
			{ options: { mealType: 'MealOnly', mealsIncluded: ['BreakFast', 'Dinner'] } },
			{
				mealPreference: {
					mealType: 'MealOnly',
					mealsIncluded: { mealPlanCodes: ['BreakFast', 'Dinner'] },
				},
			},
		],
		[
			'prices',
			{ options: { minPrice: 0, maxPrice: 1000.5, currencyCode: ' gbp ' } },
			{ pricePreference: { minPrice: 0, maxPrice: 1000.5, currencyCode: 'GBP' } },
		],
		[
			'the same price twice',
			{ options: { minPrice: 7, maxPrice: 7 } },
			{ pricePreference: { minPrice: 7, maxPrice: 7 } },
		],
		['options left empty', { options: { currencyCode: '', corporateIds: ' ', mealsIncluded: [] } }, {}],
		['corporate clients', { options: { corporateIds: '4821, 4822' } }, { corporateIds: ['4821', '4822'] }],
	])('%s', async (_, parameters, expected) => {
		await run({ ...find, limit: 1, ...parameters });
		expect((await sent()).map(({ body }) => body)).toEqual([{ ...base, propertyIds: null, ...expected }]);
	});

	it('more than 200 hotels are asked for in several requests, and put together', async () => {
		const ids = sandbox.properties.map(({ id }) => id);
		const found = await records({ ...find, propertyIds: ids, returnAll: true });
		const bodies = (await sent()).map(({ body }) => body ?? {});
		const parts = bodies.map(({ propertyIds }) => propertyIds as string[]);
		expect(parts.sort((one, other) => other.length - one.length)).toEqual([
			ids.slice(0, 200),
			ids.slice(200),
		]);
		expect(bodies.map((body) => ({ ...body, propertyIds: null }))).toEqual([
			{ ...base, propertyIds: null },
			{ ...base, propertyIds: null },
		]);
		const hotels = found.map(({ propertyId }) => propertyId as string);
		expect(hotels).toEqual(ids.filter((id) => hotels.includes(id)));
		expect(hotels.some((id) => ids.indexOf(id) >= 200)).toBe(true);
	});

	it('exactly 200 hotels are one request', async () => {
		await run({ ...find, propertyIds: sandbox.properties.slice(0, 200).map(({ id }) => id) });
		expect(await sent()).toHaveLength(1);
	});

	it('stops asking when the limit is reached', async () => {
		const ids = sandbox.properties.map(({ id }) => id);
		expect(await records({ ...find, propertyIds: ids, limit: 3 })).toHaveLength(3);
		expect(await sent()).toHaveLength(1);
	});

	it('the limit counts over all requests', async () => {
		const ids = sandbox.properties.map(({ id }) => id);
		await inPlaceOfBody('/search', { roomStays: [{ propertyId: '1' }, { propertyId: '2' }] });
		await inPlaceOfBody('/search', { roomStays: [{ propertyId: '3' }, { propertyId: '4' }] });
		expect(await records({ ...find, propertyIds: ids, limit: 3 })).toEqual([
			{ propertyId: '1' },
			{ propertyId: '2' },
			{ propertyId: '3' },
		]);
	});

	it('keeps the warnings of the API with what it came with', async () => {
		const found = await records({ ...find, propertyIds: ['1024', '999999'] });
		expect(found).toEqual([expect.objectContaining({ propertyId: '1024', _warnings: [real] })]);
	});

	it.each(emptyWarnings)('warnings that are %s add nothing', async (_, warnings) => {
		await inPlaceOfBody('/search', { roomStays: [{ propertyId: '1' }], ...warnings });
		expect(await records(find)).toEqual([{ propertyId: '1' }]);
	});

	it.each<[string, unknown, unknown[]]>([
		['null', { roomStays: null }, []],
		['empty', { roomStays: [] }, []],
		['a list with a null', { roomStays: [null, { propertyId: '1' }] }, [{ propertyId: '1' }]],
	])('a list that is %s', async (_, body, expected) => {
		await inPlaceOfBody('/search', body);
		expect(await records(find)).toEqual(expected);
	});

	it('an answer without the list is refused', async () => {
		await inPlaceOfBody('/search', { offers: [] });
		expect((await failed(find)).message).toBe("The answer of the partner API lacks the list 'roomStays'");
	});

	it.each<[string, string, string, string]>([
		['with an offset, by the zone of the workflow', 'T23:30:00Z', 'Pacific/Kiritimati', day(41)],
		['with an offset, west of the zone line', 'T05:00:00Z', 'Pacific/Pago_Pago', day(39)],
		['without an offset, as it stands', 'T23:30:00', 'Pacific/Kiritimati', day(40)],
		['with an offset of its own', 'T01:00:00+05:45', 'UTC', day(39)],
	])('a date %s', async (_, time, timezone, expected) => {
		await run({ ...find, arrivalDate: `${ARRIVAL}${time}` }, { timezone });
		expect((await sent())[0]?.body).toMatchObject({ arrivalDate: expected, departureDate: DEPARTURE });
	});

	it('a date from an expression', async () => {
		await run({
			...find,
			arrivalDate: '={{ $now.plus({ days: 40 }) }}',
			departureDate: '={{ $now.plus({ days: 43 }).toISODate() }}',
		});
		expect((await sent())[0]?.body).toMatchObject({ arrivalDate: day(40), departureDate: day(43) });
	});

	it('a search is repeated after a failure: it changes nothing', async () => {
		await sandbox.fault({ kind: 'status', status: 500, match: { path: '/search' }, times: 1 });
		expect(await records({ ...find, propertyIds: ['1024'] })).toHaveLength(1);
		expect(await sent()).toHaveLength(2);
	});
});

describe('Room Stay → Get Offers', () => {
	const query = { arrivalDate: ARRIVAL, departureDate: DEPARTURE, adults: '2' };

	it('sends the dates and guests, and gives the offers as items, paired', async () => {
		const items = await run({ ...getOffers, returnAll: true, simplify: false });
		expect(items.length).toBeGreaterThan(1);
		expect(items.every(({ json }) => json.propertyId === '1024' && typeof json.checksum === 'string')).toBe(
			true,
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(items.map(() => ({ item: 0 })));
		expect(await sent()).toEqual([{ request: `GET ${SEARCH}/1024/room-stays`, query }]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['one child', { childAges: '5' }, { childAges: '5' }],
		['children', { childAges: '5, 7' }, { childAges: ['5', '7'] }],
		['corporate clients', { options: { corporateIds: '4821,4822' } }, { corporateIds: ['4821', '4822'] }],
		['extra stays', { includeExtraStays: true }, { includeExtraStays: 'true' }],
		['extra services', { includeExtraServices: true }, { includeExtraServices: 'true' }],
		['no extras', { includeExtraStays: false, includeExtraServices: false }, {}],
	])('%s', async (_, parameters, expected) => {
		await run({ ...getOffers, ...parameters });
		expect((await sent()).map((request) => request.query)).toEqual([{ ...query, ...expected }]);
	});

	it('the limit cuts the list', async () => {
		const all = await records({ ...getOffers, returnAll: true });
		expect(await records({ ...getOffers, limit: 1 })).toEqual(all.slice(0, 1));
	});

	it('simplified holds what raw holds, with names', async () => {
		const raw = await records({ ...getOffers, returnAll: true, simplify: false });
		const simplified = await records({ ...getOffers, returnAll: true });
		expect(simplified).toEqual(
			raw.map((offer) =>
				expect.objectContaining({
					roomTypeId: (offer.roomType as IDataObject).id,
					roomTypeName: expect.stringMatching(/\D/) as string,
					ratePlanId: (offer.ratePlan as IDataObject).id,
					ratePlanName: expect.stringMatching(/\D/) as string,
					nights: 3,
					adults: 2,
					childAges: [],
					currencyCode: 'GBP',
					priceBeforeTax: (offer.total as IDataObject).priceBeforeTax,
					checksum: offer.checksum,
				}),
			),
		);
		expect(simplified[0]).not.toHaveProperty('extraStays');
	});

	it('extras that were asked for stay in the simplified offer', async () => {
		const [offer] = await records({ ...getOffers, includeExtraStays: true, includeExtraServices: true });
		expect(offer).toMatchObject({
			extraStays: { earlyCheckIn: expect.any(Array) as unknown, lateCheckOut: expect.any(Array) as unknown },
			extraServices: expect.any(Array) as unknown,
		});
	});

	it('without access to Content the names are null, and the offers come all the same', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['search'] });
		const found = await records(getOffers, { credential });
		expect(found.length).toBeGreaterThan(0);
		expect(new Set(found.flatMap(({ roomTypeName, ratePlanName }) => [roomTypeName, ratePlanName]))).toEqual(
			new Set([null]),
		);
	});

	it('the record of the hotel is read once for several items', async () => {
		const many = await node({ ...getOffers, limit: 1 });
		expect(await many.execute([{}, {}, {}])).toHaveLength(3);
		expect(await sandbox.requests({ path: '/api/content' })).toHaveLength(1);
	});

	const offer: IDataObject = {
		propertyId: '1024',
		roomType: { id: '82751', placements: [{ code: 'AdultBed-2', count: 2, kind: 'Adult' }] },
		ratePlan: { id: '133528' },
		guestCount: { adultCount: 2, childAges: [5] },
		stayDates: { arrivalDateTime: '2027-03-27T14:00', departureDateTime: '2027-03-29T12:00' },
		availability: 3,
		currencyCode: 'GBP',
		total: { priceBeforeTax: 0.1, taxAmount: 0.2 },
		cancellationPolicy: {
			freeCancellationPossible: true,
			freeCancellationDeadlineLocal: '2027-03-26T12:00',
			penaltyAmount: 9.72,
		},
		mealPlanCode: 'RoomOnly',
		checksum: 'eyJ9',
		fullPlacementsName: '2 adults in adult beds.',
		extraServicesAvailable: true,
	};

	const simplified: IDataObject = {
		propertyId: '1024',
		roomTypeId: '82751',
		roomTypeName: null,
		ratePlanId: '133528',
		ratePlanName: null,
		arrivalDateTime: '2027-03-27T14:00',
		departureDateTime: '2027-03-29T12:00',
		nights: 2,
		adults: 2,
		childAges: [5],
		placements: '2 adults in adult beds.',
		availableRooms: 3,
		mealPlanCode: 'RoomOnly',
		currencyCode: 'GBP',
		priceBeforeTax: 0.1,
		taxAmount: 0.2,
		totalPrice: 0.3,
		freeCancellationPossible: true,
		freeCancellationDeadline: '2027-03-26T12:00',
		cancellationPenalty: 9.72,
		extraServicesAvailable: true,
		placementCodes: ['AdultBed-2'],
		checksum: 'eyJ9',
	};

	it.each<[string, IDataObject, IDataObject]>([
		['a whole offer', {}, {}],
		[
			'zero, which is a value',
			{
				total: { priceBeforeTax: 0, taxAmount: 0 },
				availability: 0,
				cancellationPolicy: { penaltyAmount: 0 },
			},
			{
				priceBeforeTax: 0,
				taxAmount: 0,
				totalPrice: 0,
				availableRooms: 0,
				cancellationPenalty: 0,
				freeCancellationPossible: null,
				freeCancellationDeadline: null,
			},
		],
		[
			'a currency with three decimals',
			{ total: { priceBeforeTax: 1.234, taxAmount: 0.111 } },
			{ priceBeforeTax: 1.234, taxAmount: 0.111, totalPrice: 1.345 },
		],
		['no tax', { total: { priceBeforeTax: 5 } }, { priceBeforeTax: 5, taxAmount: null, totalPrice: null }],
		['no total', { total: null }, { priceBeforeTax: null, taxAmount: null, totalPrice: null }],
		['no room type', { roomType: null }, { roomTypeId: null, placementCodes: null }],
		[
			'empty placements',
			{ roomType: { id: '82751', placements: [null, {}, { code: 'ExtraBed-1' }] } },
			{ placementCodes: ['ExtraBed-1'] },
		],
		['placements null', { roomType: { id: '82751', placements: null } }, { placementCodes: null }],
		['no rate plan', { ratePlan: null }, { ratePlanId: null }],
		[
			'no policy',
			{ cancellationPolicy: null },
			{ freeCancellationPossible: null, freeCancellationDeadline: null, cancellationPenalty: null },
		],
		['no dates', { stayDates: null }, { arrivalDateTime: null, departureDateTime: null, nights: null }],
		['no guests', { guestCount: null }, { adults: null, childAges: null }],
		[
			'extras that are null',
			{ extraStays: null, extraServices: null },
			{ extraStays: null, extraServices: null },
		],
	])('simplified from %s', async (_, change, expected) => {
		await inPlaceOfBody('/room-stays', { roomStays: [{ ...offer, ...change }], warnings: [null] });
		expect(await records(getOffers)).toEqual([{ ...simplified, ...expected }]);
	});

	it.each([true, false])('keeps warnings, simplified %s', async (simplify) => {
		await inPlaceOfBody('/room-stays', { roomStays: [offer], warnings: [null, real] });
		expect((await records({ ...getOffers, simplify }))[0]?._warnings).toEqual([real]);
	});

	it.each(emptyWarnings)('warnings that are %s add nothing', async (_, warnings) => {
		await inPlaceOfBody('/room-stays', { roomStays: [offer], ...warnings });
		expect(await records(getOffers)).toEqual([simplified]);
	});

	it('a list that is null is empty', async () => {
		await inPlaceOfBody('/room-stays', { roomStays: null });
		expect(await records(getOffers)).toEqual([]);
	});

	const instant = (time: string) => `={{ DateTime.fromISO("${ARRIVAL}${time}") }}`;

	it.each<[string, string, string, string]>([
		['14 hours ahead', '7291', instant('T10:00:00Z'), day(41)],
		['14 hours ahead, still that day', '7291', instant('T09:59:59Z'), day(40)],
		['11 hours behind', '5431', instant('T10:59:59Z'), day(39)],
		['11 hours behind, that day', '5431', instant('T11:00:00Z'), day(40)],
		['anywhere, as text', '5431', `${ARRIVAL}T10:59:59Z`, day(39)],
		['anywhere, as text without an offset', '7291', `${ARRIVAL}T23:59:59`, day(40)],
	])('a date becomes the day at a hotel %s', async (_, propertyId, arrivalDate, expected) => {
		await run({ ...getOffers, propertyId: byId(propertyId), arrivalDate });
		expect((await sent())[0]?.query).toMatchObject({ arrivalDate: expected, departureDate: DEPARTURE });
	});

	it('an instant needs the zone of the hotel: without access to Content, the way out is named', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['search'] });
		const arrivalDate = `${ARRIVAL}T12:00:00Z`;
		const failure = await failed({ ...getOffers, arrivalDate }, { credential });
		expect(failure.message).toBe(
			`Arrival Date '${arrivalDate}' has an offset, and the hotel's time zone is not known`,
		);
		expect(failure.description).toContain('without an offset');
		expect(failure.description).not.toContain('Options');
		expect(await sent()).toEqual([]);
	});

	it.each<[string, unknown]>([
		['null', null],
		['unknown', { id: 'Mars/Olympus' }],
	])('a zone of the hotel that is %s: dates are taken as they stand', async (_, timeZone) => {
		await inPlaceOfBody('/api/content/v1/properties/1024', { id: '1024', timeZone });
		await run(getOffers);
		expect((await sent()).map((request) => request.query)).toEqual([query]);
	});

	it('an unknown property is named', async () => {
		const failure = await failed({ ...getOffers, propertyId: byId('999999') });
		expect(failure.message).toBe("The property '999999' was not found");
		expect(failure).toMatchObject({ httpCode: '404', context: { itemIndex: 0 } });
	});

	it('a 404 of the search itself names the property, too', async () => {
		await sandbox.fault({ kind: 'status', status: 404, match: { path: '/room-stays' }, times: 1 });
		const failure = await failed(getOffers);
		expect(failure.message).toBe("The property '1024' was not found");
		expect(failure.description).toContain("Check 'Property'");
	});

	it('a property of somebody else is refused with what to do', async () => {
		const credential = await newClient(sandbox, { propertyIds: ['7291'] });
		const failure = await failed(getOffers, { credential });
		expect(failure.message).toBe('This API connection has no access to Search');
		expect(failure.description).toContain('share the property');
	});

	it('an item that fails becomes an error item when the node goes on', async () => {
		const many = await node(
			{ ...getOffers, limit: 1, adults: '={{ $json.adults }}' },
			{ onError: 'continueRegularOutput' },
		);
		const items = await many.execute([{ adults: 1 }, { adults: 0 }, { adults: '2' }]);
		expect(items.map(({ json, pairedItem }) => [json.adults ?? json.error, pairedItem])).toEqual([
			[1, { item: 0 }],
			["Adults '0' is out of range", { item: 1 }],
			[2, { item: 2 }],
		]);
	});
});

describe.each<[string, INodeParameters]>([
	['Find Lowest Prices', find],
	['Get Offers', getOffers],
])('what %s refuses before any search', (_, operation) => {
	it.each<[string, INodeParameters, RegExp, RegExp]>([
		[
			'an arrival that is no date',
			{ arrivalDate: 'soon' },
			/^Arrival Date 'soon' is not a date/,
			/2026-03-01/,
		],
		['a day that does not exist', { arrivalDate: '2027-02-30' }, /^Arrival Date '2027-02-30' is not/, /./],
		['an arrival that is only a time', { arrivalDate: '14:30' }, /^Arrival Date '14:30' is not a date/, /./],
		['no arrival', { arrivalDate: '' }, /^Arrival Date is not a date/, /./],
		['no departure', { departureDate: '' }, /^Departure Date is not a date/, /./],
		[
			'a date that an expression spoils',
			{ departureDate: '={{ DateTime.fromISO("soon") }}' },
			/^Departure Date '.*' is not a date and time$/,
			/./,
		],
		[
			'an arrival in the past',
			{ arrivalDate: day(-3) },
			new RegExp(`^Arrival Date '${day(-3)}' is in the past$`),
			/today or a later day/,
		],
		[
			'departure before arrival',
			{ departureDate: day(39) },
			new RegExp(`^Departure Date '${day(39)}' is not after ${ARRIVAL}$`),
			/'Departure Date' after 'Arrival Date'/,
		],
		[
			'no night',
			{ departureDate: ARRIVAL },
			/^Departure Date '.*' is not after/,
			/'Departure Date' after 'Arrival Date'/,
		],
		[
			'101 nights',
			{ departureDate: day(141) },
			/^Departure Date '.*' is 101 nights after .*, more than the 100 the API takes$/,
			/at most 100 nights/,
		],
		[
			'an arrival in more than a year',
			{ arrivalDate: day(368), departureDate: day(369) },
			/^Arrival Date '.*' is more than 365 days ahead$/,
			/earlier day/,
		],
		['no adults', { adults: 0 }, /^Adults '0' is out of range$/, /1 or more/],
		['half an adult', { adults: 1.5 }, /^Adults '1.5' is not a whole number$/, /without decimals/],
		['adults that are no number', { adults: '={{ "two" }}' }, /^Adults 'two' is not a number$/, /./],
		['a child that is grown up', { childAges: '5, 18' }, /^Ages of Children '18' is not the age/, /0 to 17/],
		['a child not born yet', { childAges: '-1' }, /^Ages of Children '-1' is not the age/, /commas/],
		['a child of a half age', { childAges: '5.5' }, /^Ages of Children '5.5' is not the age/, /whole years/],
		['a child with a name', { childAges: 'Ada' }, /^Ages of Children 'Ada' is not the age/, /./],
		[
			'a broken list of children',
			{ childAges: '[5, 7' },
			/^Ages of Children '\[5, 7' is not a list$/,
			/commas/,
		],
		['a limit of zero', { limit: 0 }, /^Limit '0' is out of range$/, /1 or more/],
	])('%s', async (_label, parameters, message, description) => {
		const failure = await failed({ ...operation, ...parameters });
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect(failure.context.itemIndex).toBe(0);
		expect(await sent()).toEqual([]);
	});

	it('100 nights are taken', async () => {
		await run({ ...operation, departureDate: day(140) });
		expect(await sent()).toHaveLength(1);
	});
});

describe('what Find Lowest Prices refuses before any request', () => {
	it.each<[string, INodeParameters, RegExp, RegExp]>([
		[
			'meals without Meals Included',
			{ mealsIncluded: ['BreakFast'] },
			/^Meal Plan Names or IDs 'BreakFast' can only be used together with Meals Included$/,
			/Set 'Meals' to 'Meals Included'/,
		],
		[
			'meals with Room Only',
			{ mealType: 'RoomOnly', mealsIncluded: ['BreakFast', 'Dinner'] },
			/^Meal Plan Names or IDs 'BreakFast, Dinner' can only be used/,
			/remove 'Meal Plan Names or IDs'/,
		],
		[
			'a highest price below the lowest',
			{ minPrice: 100, maxPrice: 99.99 },
			/^Max Price '99.99' is below 100$/,
			/'Max Price' that is not below 'Min Price'/,
		],
		[
			'a highest price of zero below the lowest',
			{ minPrice: 1, maxPrice: 0 },
			/^Max Price '0' is below 1$/,
			/./,
		],
		['a negative price', { minPrice: -1 }, /^Min Price '-1' is out of range$/, /0 or more/],
		[
			'a currency of four letters',
			{ currencyCode: 'EURO' },
			/^Currency 'EURO' is not a currency code$/,
			/EUR/,
		],
		['a currency sign', { currencyCode: '€' }, /^Currency '€' is not a currency code$/, /EUR/],
		[
			'meals of a kind not offered',
			{ mealType: '={{ "Some" }}' },
			/^Meals 'Some' is not one of the choices$/,
			/All/,
		],
		[
			'a content not offered',
			{ include: '={{ ["roomTypeShortContent", "images"] }}' },
			/^Include Content 'images' is not one of the choices$/,
			/ratePlanShortContent/,
		],
	])('%s', async (_, options, message, description) => {
		const failure = await failed({ ...find, options });
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('today at the hotel', () => {
	/** Half past ten by UTC: after midnight at UTC+14, before midnight at UTC-11 and UTC-12. */
	const now = DateTime.utc().startOf('day').plus({ hours: 10, minutes: 30 });
	const at = (days: number) => now.plus({ days }).toFormat('yyyy-MM-dd');
	const stay = (from: number): INodeParameters => ({ arrivalDate: at(from), departureDate: at(from + 1) });

	beforeAll(async () => {
		Settings.now = () => now.toMillis();
		await sandbox.settings({ clockOffsetMs: now.toMillis() - realNow() });
	});
	afterAll(async () => {
		Settings.now = realNow;
		await sandbox.settings({ clockOffsetMs: 0 });
	});

	const hotels: Array<[string, string, number]> = [
		['Pacific/Kiritimati', '7291', 1],
		['Pacific/Pago_Pago', '5431', -1],
		['Europe/London', '1024', 0],
	];

	describe.each(hotels)('in %s', (_, propertyId, today) => {
		const offers = { ...getOffers, propertyId: byId(propertyId) };

		it.each([
			['today', today],
			['365 days ahead', today + 365],
		])('%s is taken, by the API as well', async (_label, from) => {
			await run({ ...offers, ...stay(from) });
			expect((await sandbox.requests({ path: SEARCH })).map(({ status }) => status)).toEqual([200]);
		});

		it.each([
			['yesterday', today - 1, 'is in the past'],
			['366 days ahead', today + 366, 'is more than 365 days ahead'],
		])('%s is refused', async (_label, from, problem) => {
			const failure = await failed({ ...offers, ...stay(from) });
			expect(failure.message).toBe(`Arrival Date '${at(from)}' ${problem}`);
			expect(await sent()).toEqual([]);
		});
	});

	it.each([
		['the earliest today', -1],
		['365 days ahead of the latest today', 366],
	])('for many hotels, %s is taken', async (_, from) => {
		await run({ ...find, propertyIds: ['7291', '5431'], ...stay(from) });
		expect((await sandbox.requests({ path: SEARCH })).map(({ status }) => status)).toEqual([200]);
	});

	it.each([
		['the day before', -2, 'is in the past'],
		['366 days ahead of the latest today', 367, 'is more than 365 days ahead'],
	])('for many hotels, %s is refused', async (_, from, problem) => {
		expect((await failed({ ...find, ...stay(from) })).message).toBe(`Arrival Date '${at(from)}' ${problem}`);
		expect(await sent()).toEqual([]);
	});

	it('without access to Content the dates are checked as for many hotels', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['search'] });
		const offers = { ...getOffers, propertyId: byId('5431') };
		await run({ ...offers, ...stay(-1) }, { credential });
		expect((await sandbox.requests({ path: SEARCH })).map(({ status }) => status)).toEqual([200]);
		const failure = await failed({ ...offers, ...stay(-2) }, { credential });
		expect(failure.message).toBe(`Arrival Date '${at(-2)}' is in the past`);
	});
});

describe('extras of an offer', () => {
	const chosen: INodeParameters = {
		arrivalDateTime: `${ARRIVAL}T14:00`,
		departureDateTime: `${DEPARTURE}T12:00`,
		childAges: '',
	};
	const services: INodeParameters = { resource: 'extraService', operation: 'getAll', ...chosen };
	const stays: INodeParameters = { resource: 'extraStay', operation: 'getOptions', ...chosen };
	const stayDates = { arrivalDateTime: `${ARRIVAL}T14:00`, departureDateTime: `${DEPARTURE}T12:00` };

	interface Offer extends IDataObject {
		roomType: IDataObject & { id: string; placements: Array<{ code: string }> };
		ratePlan: IDataObject & { id: string };
	}

	/** A raw offer with extra services and extra stays, and the parameters that name it. */
	async function anOffer(): Promise<{ offer: Offer; place: INodeParameters; body: IDataObject }> {
		const offers = (await records({
			...getOffers,
			simplify: false,
			returnAll: true,
			includeExtraServices: true,
			includeExtraStays: true,
		})) as Array<Offer & { extraServices: unknown[]; extraStays: { earlyCheckIn: unknown[] } }>;
		const offer = offers.find(
			({ extraServices, extraStays }) => extraServices.length > 1 && extraStays.earlyCheckIn.length > 0,
		);
		if (!offer) throw new Error('The sandbox has no offer with extras');
		const { roomType, ratePlan } = offer;
		const codes = roomType.placements.map(({ code }) => ({ code }));
		await sandbox.resetReport();
		return {
			offer,
			place: {
				roomTypeId: byId(roomType.id),
				ratePlanId: byId(ratePlan.id),
				placements: codes.map(({ code }) => code).join(', '),
			},
			body: {
				stayDates,
				roomType: { id: roomType.id, placements: codes },
				ratePlan: { id: ratePlan.id },
				guestCount: { adultCount: 2, childAges: [] },
			},
		};
	}

	it('Extra Service → Get Many sends the offer, and gives a service as an item, paired', async () => {
		const { place, body } = await anOffer();
		const items = await run({ ...services, ...place, returnAll: true });
		expect(items.length).toBeGreaterThan(1);
		expect(items[0]).toMatchObject({
			json: { id: expect.any(String) as string, currencyCode: 'GBP' },
			pairedItem: { item: 0 },
		});
		expect(await sent()).toEqual([{ request: `POST ${SEARCH}/1024/services`, query: {}, body }]);
		expect(await records({ ...services, ...place, limit: 1 })).toEqual([items[0]?.json]);
	});

	it('Extra Stay → Get Options sends the offer, and gives a time as an item, paired', async () => {
		const { place, body, offer } = await anOffer();
		const items = await run({ ...stays, ...place, returnAll: true });
		const { earlyCheckIn, lateCheckOut } = offer.extraStays as Record<string, IDataObject[]>;
		expect(items).toEqual(
			[
				...(earlyCheckIn ?? []).map((option) => ({ kind: 'earlyCheckIn', ...option })),
				...(lateCheckOut ?? []).map((option) => ({ kind: 'lateCheckOut', ...option })),
			].map((json) => ({ json, pairedItem: { item: 0 } })),
		);
		expect(await sent()).toEqual([{ request: `POST ${SEARCH}/1024/extra-stays`, query: {}, body }]);
		expect(await records({ ...stays, ...place, limit: 1 })).toEqual([items[0]?.json]);
	});

	it.each(['$json.roomType.placements', '$json.roomType.placements.map((one) => one.code)'])(
		'an offer of an earlier node is taken as it is: %s',
		async (placements) => {
			const { offer, body } = await anOffer();
			const fromItem = await node({
				...services,
				roomTypeId: byId('={{ $json.roomType.id }}'),
				ratePlanId: byId('={{ $json.ratePlan.id }}'),
				placements: `={{ ${placements} }}`,
				arrivalDateTime: '={{ $json.stayDates.arrivalDateTime }}',
				departureDateTime: '={{ $json.stayDates.departureDateTime }}',
			});
			await fromItem.execute([{ ...offer, stayDates }]);
			expect((await sent()).map((request) => request.body)).toEqual([body]);
		},
	);

	it('Extra Stay → Get Options leaves out what was left empty', async () => {
		const items = await run({ ...stays, arrivalDateTime: '', departureDateTime: '', childAges: '5' });
		expect(items).toEqual([]);
		expect((await sent()).map(({ body }) => body)).toEqual([
			{ guestCount: { adultCount: 2, childAges: [5] } },
		]);
	});

	it('times with an offset become those of the hotel', async () => {
		const { place } = await anOffer();
		const parameters = {
			...stays,
			...place,
			propertyId: byId('7291'),
			arrivalDateTime: `={{ DateTime.fromISO("${ARRIVAL}T00:00:00Z") }}`,
		};
		await inPlaceOfBody('/extra-stays', { extraStays: null });
		await run(parameters);
		expect((await sent())[0]?.body).toMatchObject({
			stayDates: { arrivalDateTime: `${ARRIVAL}T14:00`, departureDateTime: `${DEPARTURE}T12:00` },
		});
	});

	const place: INodeParameters = {
		roomTypeId: byId('1'),
		ratePlanId: byId('2'),
		placements: 'AdultBed-2',
	};

	it.each<[string, INodeParameters, RegExp]>([
		['no arrival', { arrivalDateTime: '' }, /^Arrival is empty$/],
		['no departure', { departureDateTime: '' }, /^Departure is empty$/],
		['no room type', { roomTypeId: byId('') }, /^Room Type is empty$/],
		['no rate plan', { ratePlanId: byId('') }, /^Rate Plan is empty$/],
		['no placements', { placements: '' }, /^Placement Codes is empty$/],
		['placements that are a broken list', { placements: '[{' }, /^Placement Codes '\[\{' is not a list$/],
		['an arrival that is none', { arrivalDateTime: 'noon' }, /^Arrival 'noon' is not a date and time$/],
		['no night', { departureDateTime: `${ARRIVAL}T20:00` }, /^Departure '.*' is not after/],
		['no adults', { adults: 0 }, /^Adults '0' is out of range$/],
		['a child that is grown up', { childAges: '30' }, /^Ages of Children '30' is not the age of a child$/],
	])('Extra Service → Get Many refuses %s', async (_, parameters, message) => {
		const failure = await failed({ ...services, ...place, ...parameters });
		expect(failure.message).toMatch(message);
		expect(await sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['a departure without an arrival', { arrivalDateTime: '' }, /^Arrival is not a date and time$/],
		['an arrival without a departure', { departureDateTime: '' }, /^Departure is not a date and time$/],
		['an arrival in the past', { arrivalDateTime: `${day(-3)}T14:00` }, /^Arrival '.*' is in the past$/],
	])('Extra Stay → Get Options refuses %s', async (_, parameters, message) => {
		const failure = await failed({ ...stays, ...parameters });
		expect(failure.message).toMatch(message);
		expect(await sent()).toEqual([]);
	});

	it.each<[string, INodeParameters, string, unknown, unknown[]]>([
		['services null', services, '/services', { roomStayExtraServices: null }, []],
		[
			'services with a warning',
			services,
			'/services',
			{ roomStayExtraServices: [{ id: '1' }], warnings: [real] },
			[{ id: '1', _warnings: [real] }],
		],
		['extra stays null', stays, '/extra-stays', { extraStays: null }, []],
		[
			'lists of extra stays null or missing',
			stays,
			'/extra-stays',
			{ extraStays: { earlyCheckIn: null } },
			[],
		],
		[
			'extra stays with a warning',
			stays,
			'/extra-stays',
			{ extraStays: { lateCheckOut: [null, { currencyCode: 'GBP' }] }, warnings: [real] },
			[{ kind: 'lateCheckOut', currencyCode: 'GBP', _warnings: [real] }],
		],
	])('%s', async (_, parameters, path, body, expected) => {
		await inPlaceOfBody(path, body);
		expect(await records({ ...parameters, ...place })).toEqual(expected);
	});

	it.each<[string, INodeParameters, string, RegExp]>([
		['services', services, '/services', /lacks the list 'roomStayExtraServices'/],
		['extra stays', stays, '/extra-stays', /lacks the record 'extraStays'/],
	])('an answer without %s is refused', async (_, parameters, path, message) => {
		await inPlaceOfBody(path, { warnings: [] });
		expect((await failed({ ...parameters, ...place })).message).toMatch(message);
	});

	it.each<[string, INodeParameters, string]>([
		['services', services, '/services'],
		['extra stays', stays, '/extra-stays'],
	])('a search for %s is repeated after a failure: it changes nothing', async (_, parameters, path) => {
		const { place: named } = await anOffer();
		await sandbox.fault({ kind: 'reset', match: { path }, times: 1 });
		await run({ ...parameters, ...named });
		expect(await sent()).toHaveLength(2);
	});

	it('what the API says about a wrong room type is quoted', async () => {
		const failure = await failed({ ...services, ...place });
		expect(failure.message).toContain('The property has no room type 1');
		expect(failure.httpCode).toBe('400');
	});
});

describe('the dropdowns', () => {
	const extras: INodeParameters = { resource: 'extraService', operation: 'getAll' };

	it.each([
		['searchRoomTypes', 'roomTypes'],
		['searchRatePlans', 'ratePlans'],
		['searchProperties', 'properties'],
	])('%s shows names beside ids, and finds by part of either', async (method) => {
		const dropdown = await node(extras);
		const { results } = await dropdown.search(method);
		expect(results.length).toBeGreaterThan(1);
		const [first] = results;
		expect(first?.name).toMatch(new RegExp(`^.+ \\(${first?.value}\\)$`));
		expect((await dropdown.search(method, String(first?.value))).results).toEqual([first]);
		expect((await dropdown.search(method, first?.name.slice(0, 4).toUpperCase())).results).toContainEqual(
			first,
		);
		expect((await dropdown.search(method, 'nothing of that name')).results).toEqual([]);
	});

	it.each(['searchRoomTypes', 'searchRatePlans'])('%s shows those of the chosen property', async (method) => {
		const dropdowns = await Promise.all(
			['1024', '7291'].map(async (id) => await node({ ...extras, propertyId: byId(id) })),
		);
		const [first, second] = await Promise.all(dropdowns.map(async (one) => await one.search(method)));
		expect(first?.results).not.toEqual(second?.results);
		expect((await sandbox.requests({ path: '/api/content' })).map(({ path }) => path).sort()).toEqual([
			'/api/content/v1/properties/1024',
			'/api/content/v1/properties/7291',
		]);
	});

	it.each(['searchRoomTypes', 'searchRatePlans'])('%s asks for the property first', async (method) => {
		const dropdown = await node({ ...extras, propertyId: { __rl: true, mode: 'list', value: '' } });
		const failure = await failureOf(dropdown.search(method));
		expect(failure.message).toBe('Property is not chosen yet');
		expect(failure.description).toContain('Fill it in first');
		expect((await sandbox.report()).requests).toBe(0);
	});

	it.each(['searchRoomTypes', 'searchRatePlans'])('%s names an unknown property', async (method) => {
		const failure = await failureOf((await node({ ...extras, propertyId: byId('999999') })).search(method));
		expect(failure.message).toBe("The property '999999' was not found");
	});

	it('getProperties lists all properties, over all pages', async () => {
		const found = await (await node(find)).loadOptions('getProperties');
		expect(found.map(({ value }) => value)).toEqual(sandbox.properties.map(({ id }) => id));
		expect(found[0]?.name).toBe('Hôtel de l’Étoile (1024)');
		expect(await sandbox.requests({ path: '/api/content' })).toHaveLength(2);
	});

	it('getMealPlans lists the dictionary', async () => {
		const found = await (await node(find)).loadOptions('getMealPlans');
		expect(found).toContainEqual({ name: 'Breakfast (BreakFast)', value: 'BreakFast' });
	});

	it('getMealPlans leaves out what has no code, and shows the code where there is no name', async () => {
		const body = [null, { name: 'Nothing' }, { code: 'BreakFast', name: null }];
		await inPlaceOfBody('/meal-plans', body);
		expect(await (await node(find)).loadOptions('getMealPlans')).toEqual([
			{ name: 'BreakFast (BreakFast)', value: 'BreakFast' },
		]);
	});

	it.each<[string, Fault]>([
		['getProperties', { kind: 'body', body: { properties: 'none' } }],
		['getMealPlans', { kind: 'body', body: {} }],
	])('%s explains an answer that makes no sense', async (method, fault) => {
		await sandbox.fault({ ...fault, match: { path: '/api/content' }, times: 1 });
		const failure = await failureOf((await node(find)).loadOptions(method));
		expect(failure.message).toMatch(/^The answer of the partner API/);
	});

	it.each(['getProperties', 'getMealPlans'])(
		'%s without access to Content: the area is named',
		async (method) => {
			const credential = await newClient(sandbox, { apiAccesses: ['search'] });
			const failure = await failureOf((await node(find, { credential })).loadOptions(method));
			expect(failure.message).toContain('access to Content');
			expect(failure.description).toContain('It grants: Search (search).');
		},
	);
});

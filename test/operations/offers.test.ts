import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { byId } from '../support/pms';
import {
	ARRIVAL,
	day,
	DEPARTURE,
	emptyWarnings,
	getOffers,
	real,
	SEARCH,
	searchTests,
} from '../support/search';

const { sandbox, node, run, records, failed, sent, inPlaceOfBody } = searchTests();

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
					currency: 'GBP',
					totalBeforeTax: (offer.total as IDataObject).priceBeforeTax,
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
		const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
		const found = await records(getOffers, { credential });
		expect(found.length).toBeGreaterThan(0);
		expect(new Set(found.flatMap(({ roomTypeName, ratePlanName }) => [roomTypeName, ratePlanName]))).toEqual(
			new Set([null]),
		);
	});

	it('the record of the hotel is read once for several items', async () => {
		const many = await node({ ...getOffers, limit: 1 });
		expect(await many.execute([{}, {}, {}])).toHaveLength(3);
		expect(await sandbox().requests({ path: '/api/content' })).toHaveLength(1);
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
		propertyName: expect.stringMatching(/\D/) as string,
		roomTypeId: '82751',
		roomTypeName: null,
		ratePlanId: '133528',
		ratePlanName: null,
		arrival: '2027-03-27',
		departure: '2027-03-29',
		arrivalText: 'Sat 27 Mar 2027, 14:00',
		departureText: 'Mon 29 Mar 2027, 12:00',
		arrivalDateTime: '2027-03-27T14:00',
		departureDateTime: '2027-03-29T12:00',
		nights: 2,
		adults: 2,
		childAges: [5],
		placements: '2 adults in adult beds.',
		availableRooms: 3,
		mealPlanCode: 'RoomOnly',
		currency: 'GBP',
		totalBeforeTax: 0.1,
		taxAmount: 0.2,
		total: 0.3,
		totalText: '0.30 GBP',
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
				totalBeforeTax: 0,
				taxAmount: 0,
				total: 0,
				totalText: '0.00 GBP',
				availableRooms: 0,
				cancellationPenalty: 0,
				freeCancellationPossible: null,
				freeCancellationDeadline: null,
			},
		],
		[
			'a currency with three decimals',
			{ currencyCode: 'KWD', total: { priceBeforeTax: 1.234, taxAmount: 0.111 } },
			{
				currency: 'KWD',
				totalBeforeTax: 1.234,
				taxAmount: 0.111,
				total: 1.345,
				totalText: '1.345 KWD',
			},
		],
		[
			'a currency without decimals',
			{ currencyCode: 'JPY', total: { priceBeforeTax: 1200, taxAmount: 34.5 } },
			{
				currency: 'JPY',
				totalBeforeTax: 1200,
				taxAmount: 35,
				total: 1235,
				totalText: '1235 JPY',
				cancellationPenalty: 10,
			},
		],
		[
			'dates that cannot be read',
			{ stayDates: { arrivalDateTime: 'soon', departureDateTime: '2027-03-29T12:00' } },
			{ arrivalDateTime: 'soon', arrival: null, arrivalText: null, nights: null },
		],
		[
			'no tax',
			{ total: { priceBeforeTax: 5 } },
			{ totalBeforeTax: 5, taxAmount: null, total: null, totalText: null },
		],
		['no total', { total: null }, { totalBeforeTax: null, taxAmount: null, total: null, totalText: null }],
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
		[
			'no dates',
			{ stayDates: null },
			{
				arrival: null,
				departure: null,
				arrivalText: null,
				departureText: null,
				arrivalDateTime: null,
				departureDateTime: null,
				nights: null,
			},
		],
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
		const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
		const arrivalDate = `${ARRIVAL}T12:00:00Z`;
		const failure = await failed({ ...getOffers, arrivalDate }, { credential });
		expect(failure.message).toBe(
			`Arrival Date '${arrivalDate}' has an offset, and the hotel's time zone is unknown`,
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
		await sandbox().fault({ kind: 'status', status: 404, match: { path: '/room-stays' }, times: 1 });
		const failure = await failed(getOffers);
		expect(failure.message).toBe("The property '1024' was not found");
		expect(failure.description).toContain("Check 'Property'");
	});

	it('a property of somebody else is refused with what to do', async () => {
		const credential = await newClient(sandbox(), { propertyIds: ['7291'] });
		const failure = await failed(getOffers, { credential });
		expect(failure.message).toBe('This API connection may use Search, but not for this property or request');
		expect(failure.description).toContain('share the property');
	});

	it('an item that fails becomes an error item when the node goes on', async () => {
		const many = await node(
			{ ...getOffers, limit: 1, adults: '={{ $json.adults }}' },
			{ onError: 'continueRegularOutput' },
		);
		const items = await many.execute([{ adults: 1 }, { adults: 0 }, { adults: '2' }]);
		expect(items.map(({ json, pairedItem }) => [json.error ?? json.adults, pairedItem])).toEqual([
			[1, { item: 0 }],
			["Adults '0' is out of range", { item: 1 }],
			[2, { item: 2 }],
		]);
	});
});

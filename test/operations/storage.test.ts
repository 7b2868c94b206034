import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { storageRanges } from '../../nodes/PartnerHotelPms/resources/storageInventory/storageRanges';
import { blockDays } from '../../nodes/PartnerHotelPms/resources/inventoryBlock/blockDays';
import { storageBookingView } from '../../nodes/PartnerHotelPms/resources/storageBooking/storageBookingViews';
import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { pmsTests, records } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();

const STORAGE = '/api/pms-integration-storage/v1/properties/1024';
const bookingOf = { resource: 'storageBooking', operation: 'get' };
const inventoryOf = { resource: 'storageInventory', operation: 'search' };
const blockOf = { resource: 'inventoryBlock', operation: 'get' };
const unitsOf = { resource: 'stayUnit', operation: 'calculate' };
const stay = { firstStayDate: '2027-03-01', lastStayDate: '2027-03-03' };

const run = async (parameters: INodeParameters) => await records(await pms(parameters));
const fails = async (parameters: INodeParameters) => await failureOf((await pms(parameters)).execute());

describe('Storage Booking → Get', () => {
	it('returns the booking as the API does', async () => {
		const { bookings } = await sandbox().storage('1024');
		const bookingId = bookings[0]?.id ?? '';
		const [booking] = await run({ ...bookingOf, bookingId });
		expect(booking).toMatchObject({ id: bookingId, propertyId: '1024', status: bookings[0]?.status });
		expect(await sent('storage')).toEqual([{ request: `GET ${STORAGE}/bookings/${bookingId}`, query: {} }]);
	});

	it('takes the codes of nights from the lists that they point into', async () => {
		const made = await sandbox().createStorageBooking('1024', {
			arrivalDate: '2027-05-01',
			nights: 2,
			roomStays: 1,
			roomTypeCode: 'SUP',
			ratePlanCode: 'HB',
			blockCode: 'FAIR',
		});
		const nights = await run({ ...bookingOf, bookingId: made.id, output: 'nights' });
		expect(nights).toHaveLength(2);
		expect(nights[1]).toMatchObject({
			id: made.id,
			date: '2027-05-02',
			roomTypeCode: 'SUP',
			ratePlanCode: 'HB',
			inventoryBlockCode: 'FAIR',
			currency: 'GBP',
		});
		const [whole] = await run({ ...bookingOf, bookingId: made.id, output: 'simplified' });
		expect(whole).toMatchObject({ nights: 2, rooms: 1, roomTypeCodes: ['SUP'], status: 'Confirmed' });
		const [only] = await run({ ...bookingOf, bookingId: made.id, output: 'roomStays' });
		const sum = Number(nights[0]?.nightTotal) + Number(nights[1]?.nightTotal);
		expect(only?.total).toBeCloseTo(sum, 6);
	});

	it('says which parameter to check when there is none', async () => {
		const error = await fails({ ...bookingOf, bookingId: '0' });
		expect(error.message).toBe("The booking '0' was not found in the storage of the property '1024'");
		expect(error.description).toContain("Check that 'Booking ID' and 'Property' belong together");
	});

	it('says which area the API connection lacks', async () => {
		const credential = await newClient(sandbox(), { apiAccesses: ['pms'] });
		const node = await pms({ ...bookingOf, bookingId: '1' }, { credential });
		const error = await failureOf(node.execute());
		expect(error.message).toBe('This API connection has no access to PMS Integration Storage');
	});
});

describe('a booking of the storage', () => {
	const amount = (amountAfterTax: number) => ({ amountAfterTax, currencyCode: 'EUR' });
	const booking: IDataObject = {
		id: '7',
		propertyId: '2490',
		status: 'Confirmed',
		uniqueIds: [
			{ id: 'RES-1', idContext: 'Pms' },
			{ id: 'OWN', idContext: 'Internal' },
			{ id: null, idContext: 'External' },
		],
		bookingChannels: [{ code: 'TA001', name: null }],
		total: amount(30.1),
		roomStays: [
			{
				index: 4,
				roomTypes: [
					{ index: 5, pmsSideCode: 'DBL', pmsSideRoomNumber: '301' },
					{ index: 6, pmsSideCode: 'SUI', pmsSideRoomNumber: null },
				],
				ratePlans: [{ index: 2, pmsSideCode: 'BAR' }],
				inventoryBlocks: [{ index: 0, pmsSideCode: 'GRP' }],
				roomRates: [
					{
						stayDate: '2027-03-27',
						roomTypeIndex: 6,
						ratePlanIndex: 2,
						inventoryBlockIndex: 0,
						total: amount(10.1),
					},
					{
						stayDate: '2027-03-28',
						roomTypeIndex: 5,
						ratePlanIndex: 9,
						inventoryBlockIndex: null,
						total: amount(20),
					},
				],
				services: [{ name: 'Breakfast' }],
				guestCounts: [
					{ ageQualifyingCode: 'AdultBed', count: 2, age: null },
					{ ageQualifyingCode: 'ChildBandBed', count: 1, age: 5 },
				],
				stayDates: { arrivalDateTime: '2027-03-27T14:00:00', departureDateTime: '2027-03-29T12:00:00' },
			},
		],
	};

	it('has the codes of its nights, whatever the indexes are', () => {
		const nights = storageBookingView(booking, 'nights');
		expect(
			nights.map((night) => [
				night.date,
				night.roomTypeCode,
				night.roomNumber,
				night.ratePlanCode,
				night.inventoryBlockCode,
			]),
		).toEqual([
			['2027-03-27', 'SUI', null, 'BAR', 'GRP'],
			['2027-03-28', 'DBL', '301', null, null],
		]);
	});

	it('is flat for each room stay and for all', () => {
		expect(storageBookingView(booking, 'roomStays')).toEqual([
			expect.objectContaining({
				roomStayIndex: 4,
				pmsIds: ['RES-1'],
				internalIds: ['OWN'],
				externalIds: [],
				channelCodes: ['TA001'],
				nights: 2,
				adults: 2,
				children: 1,
				childAges: [5],
				total: 30.1,
				bookingTotal: 30.1,
				arrival: '2027-03-27',
				departureText: 'Mon 29 Mar 2027, 12:00',
				serviceNames: ['Breakfast'],
				roomShareCode: null,
			}),
		]);
		expect(storageBookingView(booking, 'simplified')).toEqual([
			expect.objectContaining({ roomTypeCodes: ['DBL', 'SUI'], adults: 2, children: 1, total: 30.1 }),
		]);
	});

	it.each(['nights', 'roomStays'] as const)('without room stays is not lost: %s', (output) => {
		const empty = { id: '7', propertyId: '2490', roomStays: [] };
		expect(storageBookingView(empty, output)).toEqual([
			expect.objectContaining({ id: '7', roomStayIndex: null }),
		]);
	});
});

describe('Storage Inventory → Search', () => {
	const dates = { startDate: '2027-03-01', endDate: '2027-03-02' };

	it('sends the codes once each and returns an item per room type and day', async () => {
		const items = await run({ ...inventoryOf, roomTypeCodes: 'STD, SUP,STD', ...dates, returnAll: true });
		expect(items.map(({ propertyId, date, roomTypeCode }) => [propertyId, date, roomTypeCode])).toEqual([
			['1024', '2027-03-01', 'STD'],
			['1024', '2027-03-01', 'SUP'],
			['1024', '2027-03-02', 'STD'],
			['1024', '2027-03-02', 'SUP'],
		]);
		expect(await sent('storage')).toEqual([
			{
				request: `POST ${STORAGE}/inventories/search`,
				query: {},
				body: { roomTypeCodes: ['STD', 'SUP'], ...dates },
			},
		]);
	});

	it('splits more than two years, and no day is missing or doubled', async () => {
		const long = { startDate: '2027-03-01', endDate: '2031-03-01' };
		const items = await run({ ...inventoryOf, roomTypeCodes: 'STD', ...long, returnAll: true });
		const found = items.map(({ date }) => String(date));
		expect(new Set(found).size).toBe(found.length);
		expect([found[0], found.at(-1), found.length]).toEqual(['2027-03-01', '2031-03-01', 1462]);
		const bodies = (await sent('storage')).map(({ body }) => body as IDataObject);
		expect(bodies.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
			['2027-03-01', '2029-02-28'],
			['2029-03-01', '2031-02-28'],
			['2031-03-01', '2031-03-01'],
		]);
	});

	it('reads no further than the limit', async () => {
		const long = { startDate: '2027-03-01', endDate: '2040-03-01' };
		const items = await run({ ...inventoryOf, roomTypeCodes: 'STD', ...long, limit: 732 });
		expect(items).toHaveLength(732);
		expect(await sent('storage')).toHaveLength(2);
	});

	it('is sent again after a failure: the search changes nothing', async () => {
		await sandbox().fault({ kind: 'status', status: 503, match: { scope: 'storage' } });
		expect(await run({ ...inventoryOf, roomTypeCodes: 'STD', ...dates, returnAll: true })).toHaveLength(2);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['no codes', { roomTypeCodes: ' , ' }, /^Room Type Codes is empty/],
		[
			'a day that is none',
			{ roomTypeCodes: 'STD', startDate: '2027-02-30' },
			/^Start Date '2027-02-30' is not a date/,
		],
		[
			'the wrong order',
			{ roomTypeCodes: 'STD', endDate: '2027-02-01' },
			/^End Date '2027-02-01' is before 2027-03-01/,
		],
	])('refuses %s before anything is sent', async (_label, wrong, message) => {
		expect((await fails({ ...inventoryOf, ...dates, ...wrong })).message).toMatch(message);
		expect(await sent('storage')).toEqual([]);
	});

	it.each([
		['2027-01-01', '2027-01-01', [['2027-01-01', '2027-01-01']]],
		['2027-01-01', '2028-12-31', [['2027-01-01', '2028-12-31']]],
		[
			'2028-02-29',
			'2030-03-01',
			[
				['2028-02-29', '2030-02-27'],
				['2030-02-28', '2030-03-01'],
			],
		],
	])('from %s to %s in ranges of two years', (first, last, ranges) => {
		expect(storageRanges({ first, last }).map((range) => [range.first, range.last])).toEqual(ranges);
	});
});

describe('Inventory Block → Get', () => {
	it('returns the block, or its days with the rooms that remain', async () => {
		const { blocks } = await sandbox().storage('1024');
		const inventoryBlockId = blocks[0]?.id ?? '';
		const [block] = await run({ ...blockOf, inventoryBlockId });
		const days = await run({ ...blockOf, inventoryBlockId, output: 'days' });
		expect(block).toMatchObject({ id: inventoryBlockId, blockStatus: 'Active' });
		expect(days).toHaveLength((block?.dailyItems as unknown[]).length);
		for (const { blockedCount, realizedCount, remainingCount } of days) {
			expect(remainingCount).toBe(Number(blockedCount) - Number(realizedCount));
		}
		expect((await sent('storage'))[0]).toEqual({
			request: `GET ${STORAGE}/inventories/blocks/${inventoryBlockId}`,
			query: {},
		});
	});

	it('says which parameter to check when there is none', async () => {
		const error = await fails({ ...blockOf, inventoryBlockId: '0' });
		expect(error.message).toBe("The inventory block '0' was not found in the storage of the property '1024'");
	});

	it.each([
		['more is booked than blocked', { blockedCount: 2, realizedCount: 3 }, 0],
		['nobody knows what is booked', { blockedCount: 2, realizedCount: null }, null],
	])('nothing remains where %s', (_label, day, remaining) => {
		expect(blockDays({ id: '1', dailyItems: [day] })[0]?.remainingCount).toBe(remaining);
	});

	it('a block without days is not lost', () => {
		expect(blockDays({ id: '1', dailyItems: [] })).toEqual([
			expect.objectContaining({ id: '1', date: null }),
		]);
	});
});

describe('Stay Unit → Calculate', () => {
	it('asks with dates of the hotel and says what it asked', async () => {
		const asked = { ...stay, pmsSideRatePlanCode: 'BAR1' };
		const [item] = await run({ ...unitsOf, ...asked });
		expect(item).toEqual({ propertyId: '1024', ...asked, stayUnits: expect.any(Number) as number });
		expect(await sent('storage')).toEqual([{ request: `GET ${STORAGE}/calculate-stay-units`, query: asked }]);
	});

	it('quotes what the storage says (422, errors without warnings)', async () => {
		const error = await fails({ ...unitsOf, ...stay, pmsSideRatePlanCode: 'bar1' });
		expect(error.message).toBe("The stay units for the rate plan 'bar1' could not be calculated");
		expect(error.description).toMatch(
			/^Check 'Rate Plan Code'.* The API says: .*\(INVALID_PMS_SIDE_RATE_PLAN_CODE\)\.$/,
		);
	});

	it('refuses an empty code before anything is sent', async () => {
		const error = await fails({ ...unitsOf, ...stay, pmsSideRatePlanCode: '' });
		expect(error.message).toMatch(/^Rate Plan Code is empty/);
		expect(await sent('storage')).toEqual([]);
	});

	it('does not take a response without a number for zero', async () => {
		await sandbox().fault({ kind: 'body', body: { stayUnits: null }, match: { scope: 'storage' } });
		const error = await fails({ ...unitsOf, ...stay, pmsSideRatePlanCode: 'BAR1' });
		expect(error.message).toBe("The response of the partner API has no number 'stayUnits'");
	});
});

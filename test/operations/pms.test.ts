import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { byId, pmsNode, records, reservations, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 31, properties: 3, bookings: 400 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const PMS = '/api/pms/v2/properties/1024';

async function pms(parameters: INodeParameters, options: Parameters<typeof pmsNode>[2] = {}) {
	return await pmsNode(sandbox, parameters, options);
}

async function sent(path: string) {
	return (await sandbox.requests({ path })).map(({ method, path: address, query, body }) => ({
		request: `${method} ${address}`,
		query,
		...(body !== undefined && { body }),
	}));
}

describe('reading', () => {
	async function ids(): Promise<{ number: string; stay: string; guest: string }> {
		const { number, stay } = await stayIn(sandbox, 'CheckedOut');
		return { number, stay: stay.pmsRoomStayId, guest: stay.guestsIds[0] ?? '' };
	}

	it.each<[string, INodeParameters, string, Record<string, string>]>([
		[
			'Accommodation Inventory → Get',
			{ resource: 'accommodationInventory', operation: 'get' },
			'/obtain-accommodation-inventory',
			{},
		],
		[
			'Company → Get Many',
			{ resource: 'company', operation: 'getAll', limit: 5 },
			'/companies',
			{ maxPageSize: '5' },
		],
		['Room → Get Many', { resource: 'room', operation: 'getAll', limit: 5 }, '/rooms', { maxPageSize: '5' }],
		[
			'Guest → Get',
			{ resource: 'guest', operation: 'get', pmsPersonId: byId('GUEST'), options: { languageCode: 'fr' } },
			'/guests/GUEST',
			{ languageCode: 'fr' },
		],
		[
			'Guest → Get Loyalty Cards',
			{ resource: 'guest', operation: 'getLoyaltyCards', pmsPersonId: byId('GUEST'), returnAll: true },
			'/guests/GUEST/loyalty-cards',
			{ maxPageSize: '100' },
		],
		[
			'Guest → Get Stays',
			{ resource: 'guest', operation: 'getStays', pmsPersonId: byId('GUEST') },
			'/guests/GUEST/find-occupied-room-stays',
			{ maxPageSize: '50' },
		],
		[
			'Guest → Search',
			{ resource: 'guest', operation: 'search', filters: { name: 'a', phone: '' }, limit: 3 },
			'/guests/search',
			{ name: 'a', maxPageSize: '3' },
		],
		[
			'Reservation → Get',
			{ resource: 'reservation', operation: 'get', number: 'NUMBER' },
			'/reservations/NUMBER',
			{},
		],
		[
			'Reservation → Get Invoices',
			{
				resource: 'reservation',
				operation: 'getInvoices',
				number: 'NUMBER',
				options: { languageCode: 'tr' },
			},
			'/reservations/NUMBER/invoices',
			{ languageCode: 'tr', maxPageSize: '50' },
		],
		[
			'Reservation → Get Available Rooms',
			{ resource: 'reservation', operation: 'getAvailableRooms', number: 'NUMBER' },
			'/reservations/NUMBER/find-available-rooms',
			{ maxPageSize: '50' },
		],
		[
			'Room Stay → Get Payment Systems',
			{
				resource: 'roomStay',
				operation: 'getPaymentSystems',
				number: 'NUMBER',
				pmsRoomStayId: byId('STAY'),
				paymentAction: 'Refund',
			},
			'/reservations/NUMBER/room-stays/STAY/find-available-payment-systems',
			{ action: 'Refund', maxPageSize: '50' },
		],
	])('%s', async (_, parameters, below, query) => {
		const { number, stay, guest } = await ids();
		const fill = (text: string) =>
			text.replace('NUMBER', number).replace('STAY', stay).replace('GUEST', guest);
		const filled = JSON.parse(fill(JSON.stringify(parameters))) as INodeParameters;
		const items = await (await pms(filled)).execute();
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		expect(await sent('/api/pms')).toEqual([{ request: `GET ${fill(PMS + below)}`, query }]);
	});

	it('a list is read over several pages; with a page token nothing else is sent', async () => {
		const all = await records(
			await pms({ resource: 'guest', operation: 'search', filters: { name: 'e' }, returnAll: true }),
		);
		expect(all.length).toBeGreaterThan(100);
		expect(new Set(all.map(({ pmsPersonId }) => pmsPersonId)).size).toBe(all.length);
		const [first, ...others] = await sent('/guests/search');
		expect(first?.query).toEqual({ name: 'e', maxPageSize: '100' });
		expect(others.length).toBe(Math.ceil(all.length / 100) - 1);
		for (const { query } of others) expect(Object.keys(query)).toEqual(['pageToken']);
	});

	it('rooms of one room type', async () => {
		const [any = {}] = await records(await pms({ resource: 'room', operation: 'getAll', limit: 1 }));
		const parameters = {
			resource: 'room',
			operation: 'getAll',
			returnAll: true,
			roomTypeId: byId(String(any.roomTypeId)),
		};
		const rooms = await records(await pms(parameters));
		expect(rooms.length).toBeGreaterThan(0);
		expect(new Set(rooms.map(({ roomTypeId }) => roomTypeId))).toEqual(new Set([any.roomTypeId]));
	});

	it.each<[string, INodeParameters, RegExp]>([
		[
			'a guest',
			{ resource: 'guest', operation: 'get', pmsPersonId: byId('999') },
			/^The guest '999' was not found at the property '1024'/,
		],
		[
			'a reservation',
			{ resource: 'reservation', operation: 'get', number: '999' },
			/^The reservation '999' was not found at the property '1024'/,
		],
		[
			'a room stay',
			{ resource: 'roomStay', operation: 'getPaymentSystems', number: '999', pmsRoomStayId: byId('7') },
			/^The room stay '7' of the reservation '999' was not found/,
		],
	])('%s that does not exist is named', async (_, parameters, message) => {
		const failure = await failureOf((await pms(parameters)).execute());
		expect(failure.message).toMatch(message);
		expect(failure.httpCode).toBe('404');
		expect(failure.context.apiErrors).toEqual([
			expect.objectContaining({ code: expect.any(String) as string }),
		]);
	});
});

describe('Reservation → Get', () => {
	async function reservation(
		output: string,
		options: IDataObject = {},
		spelling: 'specification' | 'published' = 'specification',
	) {
		await sandbox.settings({ spelling });
		const { number, stay } = await stayIn(sandbox, 'CheckedOut');
		const parameters = {
			resource: 'reservation',
			operation: 'get',
			number,
			output,
			options,
		} as INodeParameters;
		const found = await records(await pms(parameters));
		await sandbox.settings({ spelling: 'specification' });
		return { found, number, stay };
	}

	it.each(['specification', 'published'] as const)(
		'one item per room stay, with names, in the %s spelling',
		async (spelling) => {
			const { found, number, stay } = await reservation('roomStays', {}, spelling);
			const one = found.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId);
			expect(one).toMatchObject({
				number,
				roomStayStatus: 'CheckedOut',
				roomTypeId: stay.roomTypeId,
				roomTypeName: expect.any(String) as string,
				roomId: stay.roomId,
				roomName: expect.any(String) as string,
				guestIds: stay.guestsIds,
				nights: expect.any(Number) as number,
			});
		},
	);

	it('simplified, with the guests by name', async () => {
		const { found } = await reservation('simplified', { addGuests: true });
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({
			roomStayCount: expect.any(Number) as number,
			guestNames: expect.any(Array) as unknown,
		});
	});

	it('raw, with the guests attached', async () => {
		const { found, stay } = await reservation('raw', { addGuests: true });
		const guests = found[0]?.guests as IDataObject[];
		expect(guests.map(({ pmsPersonId }) => pmsPersonId)).toEqual(expect.arrayContaining(stay.guestsIds));
	});
});

describe('Reservation → Search', () => {
	const search = (filters: IDataObject, more: INodeParameters = {}) =>
		({
			resource: 'reservation',
			operation: 'search',
			state: 'Active',
			filters,
			includeDetails: false,
			returnAll: true,
			...more,
		}) as INodeParameters;

	it("sends local minutes, as the hotel's clock shows them", async () => {
		await (
			await pms(search({ modifiedFrom: '2026-01-01T00:00:00', modifiedTo: '2026-01-31T23:59' }))
		).execute();
		expect(await sent('/reservations/search')).toEqual([
			{
				request: `GET ${PMS}/reservations/search`,
				query: {
					state: 'Active',
					startModifyDateTime: '2026-01-01T00:00',
					endModifyDateTime: '2026-01-31T23:59',
					maxPageSize: '100',
				},
			},
		]);
	});

	it("converts times with an offset to the hotel's time zone (UTC+14)", async () => {
		const filters = {
			stayFrom: '2026-01-01T12:00:00Z',
			stayTo: '={{ DateTime.fromISO("2026-01-02T12:00:00Z") }}',
		};
		await (await pms({ ...search(filters), propertyId: byId('7291') })).execute();
		expect((await sent('/reservations/search'))[0]?.query).toMatchObject({
			startAffectPeriodDateTime: '2026-01-02T02:00',
			endAffectPeriodDateTime: '2026-01-03T02:00',
		});
	});

	it('a period of more than a year is searched in parts, each reservation once', async () => {
		const found = await records(
			await pms(search({ stayFrom: '2024-01-01T00:00', stayTo: '2027-12-31T23:59' })),
		);
		const requests = (await sent('/reservations/search')).filter(({ query }) => 'state' in query);
		expect(
			requests.map(({ query }) => [query.startAffectPeriodDateTime, query.endAffectPeriodDateTime]).sort(),
		).toEqual([
			['2024-01-01T00:00', '2024-12-31T00:00'],
			['2024-12-31T00:01', '2025-12-31T00:01'],
			['2025-12-31T00:02', '2026-12-31T00:02'],
			['2026-12-31T00:03', '2027-12-31T00:03'],
			['2027-12-31T00:04', '2027-12-31T23:59'],
		]);
		expect(new Set(found.map(({ number }) => number)).size).toBe(found.length);
	});

	it('a search over all years finds every reservation that stands', async () => {
		const year = new Date().getUTCFullYear();
		const filters = { stayFrom: `${year - 4}-01-01T00:00`, stayTo: `${year + 3}-12-31T23:59` };
		const found = await records(await pms(search(filters)));
		const expected = (await reservations(sandbox)).filter(({ roomStays }) =>
			roomStays.some(({ status }) => status !== 'Cancelled'),
		);
		expect(found.map(({ number }) => number).sort()).toEqual(expected.map(({ number }) => number).sort());
	});

	it('with details, as one item per room stay', async () => {
		const year = new Date().getUTCFullYear();
		const filters = { stayFrom: `${year - 1}-01-01T00:00`, stayTo: `${year + 1}-12-31T00:00` };
		const found = await records(
			await pms({
				...search(filters),
				includeDetails: true,
				output: 'roomStays',
				returnAll: false,
				limit: 3,
			}),
		);
		expect(found.length).toBeGreaterThanOrEqual(3);
		expect(found[0]).toMatchObject({
			number: expect.any(String) as string,
			pmsRoomStayId: expect.any(String) as string,
		});
	});

	it.each<[string, IDataObject, RegExp, RegExp]>([
		[
			'no period',
			{},
			/^Filters hold no period/,
			/'Modified From' and 'Modified To', or 'Stay From' and 'Stay To'/,
		],
		[
			'half a period',
			{ modifiedFrom: '2026-01-01T00:00' },
			/^Modified To is missing/,
			/'Modified From' and 'Modified To'/,
		],
		[
			'the end before the start',
			{ stayFrom: '2026-02-01', stayTo: '2026-01-01' },
			/^Stay To '2026-01-01T00:00' is before 2026-02-01T00:00/,
			/'Stay From'/,
		],
		[
			'a time that is none',
			{ stayFrom: 'soon', stayTo: '2026-01-01' },
			/^Stay From 'soon' is not a date and time/,
			/hotel's clock/,
		],
	])('%s is refused before any request', async (_, filters, message, description) => {
		const failure = await failureOf((await pms(search(filters))).execute());
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('an offset without access to Content: the way out is named, and an own time zone works', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['pms'] });
		const filters = { stayFrom: '2026-01-01T12:00:00Z', stayTo: '2026-01-02T12:00:00Z' };
		const failure = await failureOf((await pms(search(filters), { credential })).execute());
		expect(failure.message).toContain("needs the hotel's time zone");
		expect(failure.description).toContain("Enter 'Time Zone' under Options");
		await (
			await pms({ ...search(filters), options: { timeZone: 'Asia/Kathmandu' } }, { credential })
		).execute();
		expect((await sent('/reservations/search'))[0]?.query.startAffectPeriodDateTime).toBe('2026-01-01T17:45');
	});
});

describe('Occupancy → Get Daily', () => {
	const daily = (startStayDate: string, endStayDate: string, more: INodeParameters = {}) =>
		({
			resource: 'occupancy',
			operation: 'getDaily',
			startStayDate,
			endStayDate,
			returnAll: true,
			...more,
		}) as INodeParameters;

	it('more than 31 days come from several requests, in date order, each day once', async () => {
		const days = await records(await pms(daily('2026-10-01', '2026-12-15')));
		const requests = await sent('/daily-occupancy');
		expect(requests.map(({ query }) => [query.startStayDate, query.endStayDate]).sort()).toEqual([
			['2026-10-01', '2026-10-31'],
			['2026-11-01', '2026-12-01'],
			['2026-12-02', '2026-12-15'],
		]);
		expect(requests[0]?.request).toBe('GET /api/pms-analytics/v1/properties/1024/daily-occupancy');
		expect(days).toHaveLength(76);
		expect(days.map(({ date }) => date)).toEqual([...days.map(({ date }) => date)].sort());
		expect(days[0]).toMatchObject({
			currencyCode: expect.any(String) as string,
			propertyRoomCount: expect.any(Number) as number,
		});
	});

	it('zero stays zero', async () => {
		const body = {
			currencyCode: 'EUR',
			propertyRoomCount: 0,
			dailyOccupancies: [{ date: '2026-10-01', occupancyRate: 0, revenue: 0 }],
		};
		await sandbox.fault({ kind: 'body', body, match: { path: '/daily-occupancy' } });
		expect(await records(await pms(daily('2026-10-01', '2026-10-01')))).toEqual([
			{ date: '2026-10-01', occupancyRate: 0, revenue: 0, currencyCode: 'EUR', propertyRoomCount: 0 },
		]);
	});

	it('the day of an instant is the one at the hotel (UTC-11)', async () => {
		const parameters = { ...daily('2026-10-01T05:00:00Z', '2026-10-02'), propertyId: byId('5431') };
		await (await pms(parameters)).execute();
		expect((await sent('/daily-occupancy'))[0]?.query.startStayDate).toBe('2026-09-30');
	});

	it('only bookings of a day', async () => {
		await (await pms(daily('2026-10-01', '2026-10-02', { options: { otbDate: '2026-09-01' } }))).execute();
		expect((await sent('/daily-occupancy'))[0]?.query.otbDate).toBe('2026-09-01');
	});

	it.each<[string, INodeParameters, RegExp]>([
		[
			'the end before the start',
			daily('2026-10-02', '2026-10-01'),
			/^End Date '2026-10-01' is before 2026-10-02/,
		],
		['no start', daily('', '2026-10-01'), /^Start Date is not a date/],
	])('%s is refused before any request', async (_, parameters, message) => {
		expect((await failureOf((await pms(parameters)).execute())).message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('operations without a published address', () => {
	it('take method and path from the user', async () => {
		const options = { requestMethod: 'GET', requestPath: '/api/pms/v2/properties/{propertyId}/companies' };
		await sandbox.fault({
			kind: 'body',
			body: { rooms: [{ id: '1' }], hasNextPage: false },
			match: { path: '/companies' },
		});
		expect(await records(await pms({ resource: 'room', operation: 'getAll', options }))).toEqual([
			{ id: '1' },
		]);
	});

	it.each<[string, IDataObject, RegExp]>([
		['404', { requestPath: '/api/pms/v2/nowhere' }, /^The property '1024' was not found/],
		['405', { requestMethod: 'DELETE' }, /./],
	])('a %s there says that the address may be another', async (status, options, message) => {
		await sandbox.fault({ kind: 'status', status: Number(status), match: { path: '/api/pms' } });
		const failure = await failureOf(
			(await pms({ resource: 'room', operation: 'getAll', options: options as INodeParameters })).execute(),
		);
		expect(failure.message).toMatch(message);
		expect(failure.description).toContain("'Request Method' and 'Request Path'");
	});

	it('a path without a slash is refused before any request', async () => {
		const options = { requestPath: 'api/pms' };
		const failure = await failureOf(
			(await pms({ resource: 'room', operation: 'getAll', options })).execute(),
		);
		expect(failure.message).toMatch(/^Request Path 'api\/pms' does not start with '\/'/);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('warnings', () => {
	const company = { id: '1', name: 'Undefined Incorporated' };

	it.each<[string, unknown, unknown]>([
		['one', [{ code: '7', message: 'Partial' }], [{ code: '7', message: 'Partial' }]],
		['none', [], undefined],
		['null', null, undefined],
		['a null among them', [null], undefined],
		['missing', undefined, undefined],
	])('%s', async (_, warnings, expected) => {
		await sandbox.fault({
			kind: 'body',
			body: { companies: [company], warnings, hasNextPage: false },
			match: { path: '/companies' },
		});
		const [item] = await records(await pms({ resource: 'company', operation: 'getAll' }));
		expect(item?._warnings).toEqual(expected);
		expect(item).toMatchObject(company);
	});
});

describe('the dropdowns', () => {
	async function list(method: string, parameters: INodeParameters, filter?: string) {
		const { results } = await (await pms(parameters)).search(method, filter);
		return results;
	}

	it('rooms with their names and room types', async () => {
		const rooms = await list('searchRooms', {});
		expect(rooms.length).toBeGreaterThan(5);
		expect(rooms[0]?.name).toMatch(/ · .+ \(\d+\)$/);
	});

	it('guests by part of their name, searched by the service', async () => {
		const [someone] = await list('searchGuests', {}, 'an');
		expect(someone?.name.toLowerCase()).toContain('an');
		expect((await sent('/guests/search'))[0]?.query.name).toBe('an');
	});

	it('companies', async () => {
		expect((await list('searchCompanies', {}))[0]?.name).toMatch(/\(\d+\)$/);
	});

	it('room stays of a reservation, with room type, dates and status', async () => {
		const { number, stay } = await stayIn(sandbox, 'New');
		const stays = await list('searchRoomStays', { resource: 'roomStay', operation: 'checkIn', number });
		expect(stays.find(({ value }) => value === stay.pmsRoomStayId)?.name).toMatch(
			/ · \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d · New \(/,
		);
	});

	it('room stays before a reservation is entered: what to fill in first is said', async () => {
		const failure = await failureOf(
			(await pms({ resource: 'roomStay', operation: 'checkIn', number: '' })).search('searchRoomStays'),
		);
		expect(failure.message).toBe('Reservation Number is not chosen yet');
	});

	it.each([
		['processPayment', 'Payment'],
		['processRefund', 'Refund'],
	])('payment systems for %s are those of the action %s', async (operation, action) => {
		const { number, stay } = await stayIn(sandbox, 'CheckedOut');
		const systems = await list('searchPaymentSystems', {
			resource: 'roomStay',
			operation,
			number,
			pmsRoomStayId: byId(stay.pmsRoomStayId),
		});
		expect(systems.length).toBeGreaterThan(0);
		expect((await sent('/find-available-payment-systems'))[0]?.query.action).toBe(action);
	});

	it.each([
		['searchCountries', 'nether', 'Netherlands (NLD)'],
		['searchCountries', 'cote d', 'Côte d’Ivoire (CIV)'],
		['searchCountries', 'CURAÇ', 'Curaçao (CUW)'],
		['searchDocumentTypes', 'driver', 'Driver License (DriverLicense)'],
	])('%s', async (method, filter, expected) => {
		expect((await list(method, {}, filter)).map(({ name }) => name)).toContain(expected);
	});
});

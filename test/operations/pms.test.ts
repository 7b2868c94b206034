import { NOT_SHOWN } from '../../nodes/shared/transport/personalData';
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failureOf } from '../support/failures';
import { byId, PMS, pmsTests, records, stayIn } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();

describe('reading', () => {
	async function ids(): Promise<{ number: string; stay: string; guest: string }> {
		const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
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
		[
			'Room → Get Many',
			{ resource: 'room', operation: 'getAll', limit: 5, simplify: false },
			'/rooms',
			{ maxPageSize: '5' },
		],
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
			{ resource: 'guest', operation: 'getStays', pmsPersonId: byId('GUEST'), simplify: false },
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
			{ resource: 'reservation', operation: 'get', number: 'NUMBER', output: 'raw' },
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
			{ resource: 'reservation', operation: 'getAvailableRooms', number: 'NUMBER', simplify: false },
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

	it('a list is read over several pages, each asked for with what the first one was asked for', async () => {
		const all = await records(
			await pms({ resource: 'guest', operation: 'search', filters: { name: 'e' }, returnAll: true }),
		);
		expect(all.length).toBeGreaterThan(100);
		expect(new Set(all.map(({ pmsPersonId }) => pmsPersonId)).size).toBe(all.length);
		const [first, ...others] = await sent('/guests/search');
		expect(first?.query).toEqual({ name: 'e', maxPageSize: '100' });
		expect(others.length).toBe(Math.ceil(all.length / 100) - 1);
		for (const { query } of others)
			expect(query).toEqual({ name: 'e', maxPageSize: '100', pageToken: expect.any(String) as string });
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
			{ resource: 'reservation', operation: 'get', number: '999', output: 'raw' },
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
		expect(failure.context.apiErrors).toEqual([]);
	});
});

describe('Occupancy → Get Daily', () => {
	const daily = (startStayDate: string, endStayDate: string, more: INodeParameters = {}) =>
		({
			resource: 'occupancy',
			operation: 'getDaily',
			period: 'custom',
			startStayDate,
			endStayDate,
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

	it('without any setting: this month to today, on the calendar of the hotel', async () => {
		const parameters = { resource: 'occupancy', operation: 'getDaily', propertyId: byId('7291') };
		const days = await records(await pms(parameters));
		const today = DateTime.now().setZone('Pacific/Kiritimati');
		expect(days.map(({ date }) => date)).toEqual(
			Array.from({ length: today.day }, (_, index) => today.set({ day: index + 1 }).toISODate()),
		);
	});

	it('zero stays zero', async () => {
		const body = {
			currencyCode: 'EUR',
			propertyRoomCount: 0,
			dailyOccupancies: [{ date: '2026-10-01', occupancyRate: 0, revenue: 0 }],
		};
		await sandbox().fault({ kind: 'body', body, match: { path: '/daily-occupancy' } });
		expect(await records(await pms(daily('2026-10-01', '2026-10-01')))).toEqual([
			{
				propertyId: '1024',
				propertyName: expect.any(String) as string,
				date: '2026-10-01',
				occupancyRate: 0,
				revenue: 0,
				currencyCode: 'EUR',
				propertyRoomCount: 0,
			},
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
		expect((await sandbox().report()).requests).toBe(0);
	});
});

describe('operations without a published address', () => {
	it('take method and path from the user', async () => {
		const options = { requestMethod: 'GET', requestPath: '/api/pms/v2/properties/{propertyId}/companies' };
		await sandbox().fault({
			kind: 'body',
			body: { rooms: [{ id: '1' }], hasNextPage: false },
			match: { path: '/companies' },
		});
		const rooms = { resource: 'room', operation: 'getAll', simplify: false, options };
		expect(await records(await pms(rooms))).toEqual([{ id: '1' }]);
	});

	it.each<[string, IDataObject, RegExp]>([
		['404', { requestPath: '/api/pms/v2/nowhere' }, /^The property '1024' was not found/],
		['405', { requestMethod: 'POST' }, /./],
	])('a %s there says that the address may be another', async (status, options, message) => {
		await sandbox().fault({ kind: 'status', status: Number(status), match: { path: '/api/pms' } });
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
		expect(failure.message).toMatch(/^Request Path 'api\/pms' is not a path relative to Base URL/);
		expect((await sandbox().report()).requests).toBe(0);
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
		await sandbox().fault({
			kind: 'body',
			body: { companies: [company], warnings, hasNextPage: false },
			match: { path: '/companies' },
		});
		const [item] = await records(await pms({ resource: 'company', operation: 'getAll' }));
		expect(item?._warnings).toEqual(expected);
		expect(item).toMatchObject(company);
	});
});

describe('errors in an answer of success', () => {
	const errors = [{ code: '7', message: 'The books are closed' }];
	const said = 'The API says: The books are closed (7).';
	const empty = { warnings: [], errors, nextPageToken: null, hasNextPage: false };

	it.each<[string, INodeParameters, object]>([
		['an empty list', { resource: 'company', operation: 'getAll' }, { ...empty, companies: [] }],
		['no list', { resource: 'room', operation: 'getAll' }, empty],
		[
			'no statistics',
			{
				resource: 'occupancy',
				operation: 'getDaily',
				period: 'custom',
				startStayDate: '2026-10-01',
				endStayDate: '2026-10-02',
			},
			{ errors, currencyCode: null, propertyRoomCount: 0, dailyOccupancies: [] },
		],
	])('with %s it fails with the words of the API', async (_, parameters, body) => {
		await sandbox().fault({ kind: 'body', body, match: { path: '/api/pms' } });
		const failure = await failureOf((await pms(parameters)).execute());
		expect(failure.message).toBe('The partner API objected to the request: The books are closed');
		expect(failure.description).toContain(said);
		expect(failure.context.apiErrors).toEqual(errors);
	});

	it.each<[string, INodeParameters, object]>([
		['no guest', { resource: 'guest', operation: 'get', pmsPersonId: byId('1') }, { errors, guest: null }],
		[
			'no reservation',
			{ resource: 'reservation', operation: 'get', number: '1', output: 'raw' },
			{ warnings: null, errors, reservation: null },
		],
	])('with %s it fails without the words of the API', async (_, parameters, body) => {
		await sandbox().fault({ kind: 'body', body, match: { path: '/api/pms' } });
		const failure = await failureOf((await pms(parameters)).execute());
		expect(failure.message).toBe('The partner API objected to the request');
		expect(failure.description).toContain(NOT_SHOWN);
		expect(failure.context.apiErrors).toEqual([]);
	});

	it('a dropdown shows them', async () => {
		await sandbox().fault({ kind: 'body', body: { ...empty, companies: [] }, match: { path: '/companies' } });
		const failure = await failureOf((await pms({})).search('searchCompanies'));
		expect(failure.description).toContain(said);
	});

	it('of a change: it is not sent again, and done only because the hotel has it', async () => {
		const { number, stay } = await stayIn(sandbox(), 'New');
		await sandbox().fault({ kind: 'messages', errors, match: { path: '/check-in' } });
		const checkIn = await pms({
			resource: 'roomStay',
			operation: 'checkIn',
			number,
			pmsRoomStayId: byId(stay.pmsRoomStayId),
			actualCheckInDateTime: '2026-03-01T14:00',
		});
		expect(await records(checkIn)).toEqual([
			expect.objectContaining({ outcome: 'done', readBack: true, pmsRoomStayId: stay.pmsRoomStayId }),
		]);
		expect(await sent('/check-in')).toHaveLength(1);
	});

	it('beside records are kept on the items', async () => {
		await sandbox().fault({ kind: 'messages', errors, match: { path: '/companies' } });
		const found = await records(await pms({ resource: 'company', operation: 'getAll', limit: 2 }));
		expect(found.map(({ _errors, _warnings }) => [_errors, _warnings])).toEqual([
			[errors, undefined],
			[errors, undefined],
		]);
	});

	it('a list left out of the last page is empty', async () => {
		await sandbox().fault({ kind: 'body', body: { hasNextPage: false }, match: { path: '/companies' } });
		expect(await records(await pms({ resource: 'company', operation: 'getAll' }))).toEqual([]);
	});

	it('warnings of a refusal are quoted', async () => {
		const body = { warnings: [{ code: '5', message: 'Old form of the date' }], errors: [] };
		await sandbox().fault({ kind: 'status', status: 400, body, match: { path: '/companies' } });
		const failure = await failureOf((await pms({ resource: 'company', operation: 'getAll' })).execute());
		expect(failure.description).toContain('The API says: Old form of the date (5).');
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
		expect(rooms[0]?.name).toMatch(/^[^·()]+ · [^·()]+$/);
	});

	it('guests by part of their name, searched by the service', async () => {
		const [someone] = await list('searchGuests', {}, 'an');
		expect(someone?.name.toLowerCase()).toContain('an');
		expect((await sent('/guests/search'))[0]?.query.name).toBe('an');
	});

	it('companies', async () => {
		const [company] = await list('searchCompanies', {});
		expect(company?.name).not.toContain(String(company?.value));
	});

	it('room stays of a reservation, with room, room type, guest, dates and status', async () => {
		const { number, stay } = await stayIn(sandbox(), 'New');
		const stays = await list('searchRoomStays', { resource: 'roomStay', operation: 'checkIn', number });
		expect(stays.find(({ value }) => value === stay.pmsRoomStayId)?.name).toMatch(
			/^[^·]+ · [^·]+ · [^·]+ · \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d · New$/,
		);
	});

	it('room stays before a reservation is entered: what to fill in first is said', async () => {
		const failure = await failureOf(
			(await pms({ resource: 'roomStay', operation: 'checkIn', number: '' })).search('searchRoomStays'),
		);
		expect(failure.message).toBe('Reservation Number is not set yet');
	});

	it.each([
		['processPayment', 'Payment'],
		['processRefund', 'Refund'],
	])('payment systems for %s are those of the action %s', async (operation, action) => {
		const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
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

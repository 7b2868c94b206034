import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness } from '../support/n8n';
import { byId, PMS, pmsTests, records, reservations, stayIn } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();

describe('Reservation → Get', () => {
	async function reservation(
		output: string,
		options: IDataObject = {},
		dialect: 'specification' | 'published' = 'specification',
	) {
		await sandbox().settings({ dialect });
		const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
		const parameters = {
			resource: 'reservation',
			operation: 'get',
			number,
			output,
			options,
		} as INodeParameters;
		const found = await records(await pms(parameters));
		await sandbox().settings({ dialect: 'specification' });
		return { found, number, stay };
	}

	it.each(['specification', 'published'] as const)(
		'one item per room stay, with names, in the %s dialect',
		async (dialect) => {
			const { found, number, stay } = await reservation('roomStays', {}, dialect);
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
			rooms: expect.any(Number) as number,
			guestNames: expect.any(Array) as unknown,
		});
	});

	it('raw, with the guests attached', async () => {
		const { found, stay } = await reservation('raw', { addGuests: true });
		const guests = found[0]?.guests as IDataObject[];
		expect(guests.map(({ pmsPersonId }) => pmsPersonId)).toEqual(expect.arrayContaining(stay.guestsIds));
	});
});

describe('Reservation → Get, where a guest is gone', () => {
	const get = (number: string, output: string) => ({
		resource: 'reservation',
		operation: 'get',
		number,
		output,
		options: { addGuests: true },
	});
	const note = (guest: string) => [{ code: '404', message: `The guest '${guest}' was not found` }];

	async function withLostGuest() {
		for (const { number, roomStays } of await reservations(sandbox())) {
			const guests = roomStays.flatMap(({ guestsIds }) => guestsIds);
			const [lost = '', ...others] = [...new Set(guests)];
			if (others.length === 0) continue;
			await sandbox().fault({ kind: 'status', status: 404, match: { path: `/guests/${lost}` } });
			return { number, lost, others };
		}
		throw new Error('No reservation has two guests');
	}

	it('raw: the others are there, and a note', async () => {
		const { number, lost, others } = await withLostGuest();
		const [item] = await records(await pms(get(number, 'raw')));
		expect((item?.guests as IDataObject[]).map(({ pmsPersonId }) => pmsPersonId)).toEqual(others);
		expect(item?._warnings).toEqual(note(lost));
	});

	it.each(['simplified', 'roomStays'])('%s: the others by name, and a note', async (output) => {
		const { number, lost, others } = await withLostGuest();
		const items = await records(await pms(get(number, output)));
		expect(new Set(items.flatMap(({ guestNames }) => guestNames as string[])).size).toBeLessThanOrEqual(
			others.length,
		);
		for (const { _warnings } of items) expect(_warnings).toEqual(note(lost));
	});

	it('a guest who cannot be read for another reason fails it', async () => {
		const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
		await sandbox().fault({ kind: 'status', status: 403, match: { path: `/guests/${stay.guestsIds[0]}` } });
		expect((await failureOf((await pms(get(number, 'raw'))).execute())).httpCode).toBe('403');
	});

	it.each(['raw', 'simplified', 'roomStays'])('%s: warnings of guests are kept', async (output) => {
		const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
		const known = (code: string, message: string) => [{ code, message }];
		const messages = {
			warnings: known('404', 'The record does not exist'),
			errors: known('403', 'There is no access to this'),
		};
		const match = { path: `/guests/${stay.guestsIds[0]}` };
		await sandbox().fault({ kind: 'messages', ...messages, match });
		for (const item of await records(await pms(get(number, output))))
			expect([item._warnings, item._errors]).toEqual([messages.warnings, messages.errors]);
	});
});

describe('ordered services', () => {
	/** What Content calls them. */
	async function serviceNames(): Promise<Map<string, string>> {
		const found = await records(
			harness(new PartnerHotelContent(), {
				parameters: {
					resource: 'service',
					operation: 'getAll',
					propertyId: byId('1024'),
					returnAll: true,
				},
				credential: await newClient(sandbox()),
			}),
		);
		return new Map(found.map(({ id, name }) => [String(id), String(name)]));
	}

	async function reservationWithServices(): Promise<{ number: string; raw: IDataObject[] }> {
		for (const { number } of await reservations(sandbox())) {
			const [raw] = await records(
				await pms({ resource: 'reservation', operation: 'get', number, output: 'raw' }),
			);
			const stays = raw?.roomStays as IDataObject[];
			if (stays.some(({ options }) => (options as string[]).length > 1)) return { number, raw: stays };
		}
		throw new Error('Nobody ordered services');
	}

	it('come with their ids and names', async () => {
		const { number, raw } = await reservationWithServices();
		const names = await serviceNames();
		const get = { resource: 'reservation', operation: 'get', number, output: 'raw' };
		const stays = await records(await pms({ ...get, output: 'roomStays' }));
		const [simplified] = await records(await pms({ ...get, output: 'simplified' }));
		const namesOfStays = raw.map(({ options }) => (options as string[]).map((id) => names.get(id)));

		expect(stays.map(({ serviceIds }) => serviceIds)).toEqual(raw.map(({ options }) => options));
		expect(stays.map((stay) => stay.serviceNames)).toEqual(namesOfStays);
		expect(simplified?.serviceNames).toEqual([...new Set(namesOfStays.flat())]);
		expect(namesOfStays.flat()).not.toContain(undefined);
	});

	it('have no names without access to Content', async () => {
		const { number, raw } = await reservationWithServices();
		const credential = await newClient(sandbox(), { apiAccesses: ['pms'] });
		const get = { resource: 'reservation', operation: 'get', number, output: 'roomStays' };
		const stays = await records(await pms(get, { credential }));
		expect(stays.map(({ serviceIds, serviceNames }) => [serviceIds, serviceNames])).toEqual(
			raw.map(({ options }) => [options, []]),
		);
	});
});

describe('Reservation → Search', () => {
	const search = ({ stayFrom, stayTo, ...filters }: IDataObject, more: INodeParameters = {}) =>
		({
			resource: 'reservation',
			operation: 'search',
			state: 'Active',
			...(stayFrom === undefined ? { period: 'any' } : { period: 'custom', stayFrom, stayTo }),
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

	it('without any setting: the stays of today and the six days after, on the calendar of the hotel', async () => {
		const zones = { '1024': 'Europe/London', '7291': 'Pacific/Kiritimati' };
		for (const [property, zone] of Object.entries(zones)) {
			await sandbox().resetReport();
			const today = DateTime.now().setZone(zone);
			const parameters = { resource: 'reservation', operation: 'search', propertyId: byId(property) };
			await (await pms(parameters)).execute();
			expect((await sent('/reservations/search'))[0]?.query).toMatchObject({
				state: 'Active',
				startAffectPeriodDateTime: `${today.toISODate()}T00:00`,
				endAffectPeriodDateTime: `${today.plus({ days: 6 }).toISODate()}T23:59`,
			});
		}
	});

	it('a period by name without access to Content: the way out is named, and an own time zone works', async () => {
		const credential = await newClient(sandbox(), { apiAccesses: ['pms'] });
		const today = { resource: 'reservation', operation: 'search', period: 'today', includeDetails: false };
		const failure = await failureOf((await pms(today, { credential })).execute());
		expect(failure.message).toContain('What day it is at the hotel depends on its time zone');
		expect(failure.description).toContain(
			"Enter 'Time Zone' under Options, or set 'Period' to 'Custom' and enter the days.",
		);
		const timeZone = 'Asia/Kathmandu';
		await (await pms({ ...today, options: { timeZone } }, { credential })).execute();
		expect((await sent('/reservations/search'))[0]?.query.startAffectPeriodDateTime).toBe(
			`${DateTime.now().setZone(timeZone).toISODate()}T00:00`,
		);
	});

	it.each([
		['2026-03-01', '2026-03-02', '2026-03-01T00:00', '2026-03-02T23:59'],
		['2026-03-01T00:00:00', '2026-03-02T00:00:00', '2026-03-01T00:00', '2026-03-02T23:59'],
		['2026-03-01T00:00:00Z', '2026-03-02T00:00:00-05:00', '2026-03-01T00:00', '2026-03-02T23:59'],
		['2026-03-01T15:00', '2026-03-02T10:30:00', '2026-03-01T15:00', '2026-03-02T10:30'],
	])('from %s to %s: whole days, or times', async (stayFrom, stayTo, start, end) => {
		await (await pms(search({ stayFrom, stayTo }))).execute();
		expect((await sent('/reservations/search'))[0]?.query).toMatchObject({
			startAffectPeriodDateTime: start,
			endAffectPeriodDateTime: end,
		});
	});

	it('a period of more than a year is searched in parts, each reservation once', async () => {
		const found = await records(
			await pms(search({ stayFrom: '2024-01-01T00:00', stayTo: '2027-12-31T23:59' })),
		);
		const requests = (await sent('/reservations/search')).filter(({ query }) => !('pageToken' in query));
		expect(
			requests.map(({ query }) => [query.startAffectPeriodDateTime, query.endAffectPeriodDateTime]).sort(),
		).toEqual([
			['2024-01-01T00:00', '2024-12-30T12:00'],
			['2024-12-30T12:00', '2025-12-29T12:00'],
			['2025-12-29T12:00', '2026-12-28T12:00'],
			['2026-12-28T12:00', '2027-12-27T12:00'],
			['2027-12-27T12:00', '2027-12-31T23:59'],
		]);
		expect(new Set(found.map(({ number }) => number)).size).toBe(found.length);
	});

	it('no change is lost within the minute where two parts meet', async () => {
		const modifiedDateTime = '2024-12-30T12:00:30Z';
		const dates = { createdDateTime: modifiedDateTime, modifiedDateTime };
		const { number } = await sandbox().createBooking('1024', dates);
		const filters = { modifiedFrom: '2024-01-01T00:00', modifiedTo: '2025-12-31T00:00' };
		const found = await records(await pms(search(filters)));
		expect(found.filter((one) => one.number === number)).toHaveLength(1);
	});

	it.each([
		['2026-01-31T23:59:30', '2026-02-01T00:00'],
		['2026-01-31T23:59:00.001', '2026-02-01T00:00'],
		['2026-01-31T23:59:00', '2026-01-31T23:59'],
		['2026-01-31T23:59:30+00:00', '2026-02-01T00:00'],
	])('changes up to %s are asked for up to the minute %s', async (modifiedTo, minute) => {
		const filters = { modifiedFrom: '2026-01-01T00:00:59', modifiedTo };
		await (await pms(search(filters))).execute();
		expect((await sent('/reservations/search'))[0]?.query).toMatchObject({
			startModifyDateTime: '2026-01-01T00:00',
			endModifyDateTime: minute,
		});
	});

	it('every page is asked for with the state and the period', async () => {
		const filters = { stayFrom: '2026-03-01T00:00', stayTo: '2027-02-01T00:00' };
		const page = { reservations: [{ number: '1' }], hasNextPage: true, nextPageToken: 'next' };
		await sandbox().fault({ kind: 'body', body: page, match: { path: '/reservations/search' } });
		const last = { ...page, reservations: [{ number: '2' }], hasNextPage: false };
		await sandbox().fault({ kind: 'body', body: last, match: { path: '/reservations/search' } });
		expect(await records(await pms(search(filters)))).toHaveLength(2);
		const [first, second] = await sent('/reservations/search');
		expect(second?.query).toEqual({ ...first?.query, pageToken: 'next' });
		expect(second?.query.state).toBe('Active');
	});

	describe('with details', () => {
		const year = new Date().getUTCFullYear();
		const filters = { stayFrom: `${year - 1}-01-01T00:00`, stayTo: `${year + 1}-12-31T00:00` };
		const detailed = (output: string, more: IDataObject = {}) =>
			search(filters, {
				includeDetails: true,
				output,
				returnAll: false,
				limit: 3,
				...more,
			} as INodeParameters);
		const numbersFound = async () =>
			(await records(await pms(search(filters, { returnAll: false, limit: 3 })))).map(({ number }) =>
				String(number),
			);

		it.each(['raw', 'simplified', 'roomStays'])(
			'%s: a reservation that is gone meanwhile keeps its summary, with a note',
			async (output) => {
				const [, gone = ''] = await numbersFound();
				await sandbox().fault({ kind: 'status', status: 404, match: { path: `/reservations/${gone}` } });
				const found = await records(await pms(detailed(output)));
				expect(new Set(found.map(({ number }) => number))).toEqual(new Set(await numbersFound()));
				expect(found.filter(({ number }) => number === gone)).toEqual([
					{
						number: gone,
						reservation: null,
						_warnings: [
							{
								code: '404',
								message: `The reservation '${gone}' no longer exists, so only its summary is returned`,
							},
						],
					},
				]);
			},
		);

		it('a reservation that cannot be read for another reason fails it', async () => {
			const [, forbidden] = await numbersFound();
			await sandbox().fault({ kind: 'status', status: 403, match: { path: `/reservations/${forbidden}` } });
			expect((await failureOf((await pms(detailed('raw'))).execute())).httpCode).toBe('403');
		});

		it('for a company: a reservation that is gone meanwhile is left out', async () => {
			const { number: gone } = await sandbox().createBooking('1024', { arrivalDate: `${year + 1}-11-11` });
			const night = { stayFrom: `${year + 1}-11-11T20:00`, stayTo: `${year + 1}-11-11T23:00` };
			await sandbox().fault({ kind: 'status', status: 404, match: { path: `/reservations/${gone}` } });
			const company = { ...night, filters: { companyId: byId('7') } };
			expect(await records(await pms(detailed('raw', company)))).toEqual([]);
			expect(await sent(`/reservations/${gone}`)).toHaveLength(1);
		});

		it.each(['raw', 'simplified', 'roomStays'])(
			'%s: warnings of the search and of the reservations are kept',
			async (output) => {
				const [first = ''] = await numbersFound();
				const ofSearch = { code: '503', message: 'The service is overloaded' };
				const ofOne = { code: '500', message: 'The service failed' };
				const path = (below: string) => ({ path: `/reservations/${below}` });
				await sandbox().fault({ kind: 'messages', warnings: [ofSearch], match: path('search') });
				await sandbox().fault({ kind: 'messages', warnings: [ofOne], match: path(first) });
				const found = await records(await pms(detailed(output)));
				for (const { number, _warnings } of found)
					expect(_warnings).toEqual(number === first ? [ofOne, ofSearch] : [ofSearch]);
			},
		);
	});

	it('a search over all years finds every reservation that stands', async () => {
		const year = new Date().getUTCFullYear();
		const filters = { stayFrom: `${year - 4}-01-01T00:00`, stayTo: `${year + 3}-12-31T23:59` };
		const found = await records(await pms(search(filters)));
		const expected = (await reservations(sandbox())).filter(({ roomStays }) =>
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
			/^Filters contain no period of the last change/,
			/'Modified From' and 'Modified To', or choose another 'Period'/,
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
			/^Stay To '2026-01-01T23:59' is before 2026-02-01T00:00/,
			/'Stay From'/,
		],
		[
			'a time that is none',
			{ stayFrom: 'soon', stayTo: '2026-01-01' },
			/^Stay From 'soon' is not a date and time/,
			/hotel's local time/,
		],
	])('%s is refused before any request', async (_, filters, message, description) => {
		const failure = await failureOf((await pms(search(filters))).execute());
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect((await sandbox().report()).requests).toBe(0);
	});

	it('an offset without access to Content: the way out is named, and an own time zone works', async () => {
		const credential = await newClient(sandbox(), { apiAccesses: ['pms'] });
		const filters = { stayFrom: '2026-01-01T12:00:00Z', stayTo: '2026-01-02T12:00:00Z' };
		const failure = await failureOf((await pms(search(filters), { credential })).execute());
		expect(failure.message).toContain("requires the hotel's time zone");
		expect(failure.description).toContain("Enter 'Time Zone' under Options");
		await (
			await pms({ ...search(filters), options: { timeZone: 'Asia/Kathmandu' } }, { credential })
		).execute();
		expect((await sent('/reservations/search'))[0]?.query.startAffectPeriodDateTime).toBe('2026-01-01T17:45');
	});
});

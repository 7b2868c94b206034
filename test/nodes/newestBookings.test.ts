import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import type { ClientInput } from '../../packages/sandbox/src/client.mts';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

describe.each(['specification', 'published'] as const)('Booking → Get Many, in the %s dialect', (dialect) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 13, properties: 1, bookings: 30, limits: 'off', dialect });
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(async () => await sandbox.resetReport());

	async function node(
		parameters: INodeParameters,
		options: { credential?: TestCredential; timezone?: string } = {},
	): Promise<NodeHarness> {
		return harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				operation: 'getAll',
				propertyId: byId('1024'),
				period: 'everything',
				output: 'summary',
				...parameters,
			},
			credential: options.credential ?? (await newClient(sandbox)),
			timezone: options.timezone,
		});
	}

	it('without any setting, simplified: the bookings of the last 30 days, by name of the guest', async () => {
		const { number } = await sandbox.createBooking('1024', { guest: 'Ada Example', roomStays: 1 });
		const credential = await newClient(sandbox);
		const parameters = { resource: 'booking', operation: 'getAll', propertyId: byId('1024') };
		const items = await harness(new PartnerHotelBookings(), { parameters, credential }).execute();
		expect(items[0]?.json).toMatchObject({
			number,
			guestName: expect.stringContaining('Ada') as string,
			roomTypeNames: [expect.any(String)],
		});
		expect(Object.keys(items[0]?.json ?? {}).slice(0, 7)).toEqual([
			'number',
			'status',
			'guestName',
			'arrival',
			'departure',
			'nights',
			'rooms',
		]);
		const since = DateTime.now().setZone('Europe/London').minus({ days: 29 }).startOf('day').toUTC();
		expect((await sandbox.requests({ path: '/bookings' }))[0]?.query.lastModification).toBe(
			since.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"),
		);
	});

	it('a period that is over leaves out what was changed since', async () => {
		const { number } = await sandbox.createBooking('1024');
		const read = async (period: string) =>
			(await (await node({ period, returnAll: true })).execute()).map(({ json }) => json.number);
		expect(await read('today')).toContain(number);
		expect(await read('yesterday')).not.toContain(number);
		expect(await read('lastMonth')).not.toContain(number);
	});

	describe('a booking that was made and changed at different times', () => {
		const now = DateTime.now().setZone('Europe/London');
		const thisMonth = now.startOf('month');
		const lastMonth = thisMonth.minus({ days: 10 });
		const before = thisMonth.minus({ months: 1, days: 10 });
		const instant = (at: DateTime) => at.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");

		async function made(created: DateTime, modified: DateTime): Promise<string> {
			const times = { createdDateTime: instant(created), modifiedDateTime: instant(modified) };
			return (await sandbox.createBooking('1024', times)).number;
		}

		const isListed = async (number: string, period: string) =>
			(await (await node({ period, returnAll: true })).execute()).some(({ json }) => json.number === number);

		it.each<[string, DateTime, DateTime, boolean]>([
			['made last month and changed now', lastMonth, now, true],
			['made in the first second of it', thisMonth.minus({ months: 1 }), now, true],
			['made in the last second of it', thisMonth.minus({ seconds: 1 }), now, true],
			['made before and changed last month', before, lastMonth, true],
			['made before and changed now', before, now, false],
			['made in the first second after it', thisMonth, now, false],
		])('%s is in Last Month or not', async (_, created, modified, expected) => {
			expect(await isListed(await made(created, modified), 'lastMonth')).toBe(expected);
		});

		it('is in the month in which it was made up to the limit, the last change first', async () => {
			const number = await made(lastMonth, now.plus({ seconds: 5 }));
			const [first] = await (await node({ period: 'lastMonth', limit: 1 })).execute();
			expect(first?.json.number).toBe(number);
		});
	});

	describe('arrivals, with the period as it is', () => {
		const arrivalDate = DateTime.now().setZone('Europe/London').plus({ days: 3 }).toISODate() ?? '';
		const longAgo = { createdDateTime: '2024-03-01T08:00:00Z', modifiedDateTime: '2024-03-01T08:00:00Z' };
		let number = '';

		beforeAll(async () => {
			number = (await sandbox.createBooking('1024', { ...longAgo, arrivalDate, roomStays: 1 })).number;
		});

		async function arriving(parameters: INodeParameters): Promise<unknown[]> {
			const untouched = {
				resource: 'booking',
				operation: 'getAll',
				propertyId: byId('1024'),
				output: 'summary',
				returnAll: true,
				...parameters,
			};
			const credential = await newClient(sandbox);
			const items = await harness(new PartnerHotelBookings(), {
				parameters: untouched,
				credential,
			}).execute();
			return items.map(({ json }) => json.number);
		}

		it.each<[string, INodeParameters]>([
			['in a period by name', { arrival: 'next7Days' }],
			['from a day on', { arrivalFrom: arrivalDate }],
			['up to a day', { arrivalTo: arrivalDate }],
		])('%s are found however long ago they were booked', async (_, filters) => {
			expect(await arriving({ filters })).toContain(number);
			expect((await sandbox.requests({ path: '/bookings' }))[0]?.query.lastModification).toBeUndefined();
		});

		it('are those of a chosen period only', async () => {
			expect(await arriving({ period: 'last30Days', filters: { arrival: 'next7Days' } })).not.toContain(
				number,
			);
		});

		it.each<[string, INodeParameters]>([
			['no filter', {}],
			['an arrival left empty', { arrival: '', arrivalFrom: '' }],
			['a filter of something else', { statuses: ['Active'] }],
		])('with %s, the last 30 days are read', async (_, filters) => {
			expect(await arriving({ filters })).not.toContain(number);
		});
	});

	it("without access to Content, the days of a period are those of the workflow's time zone", async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['reservation_api'] });
		const timezone = 'Asia/Kathmandu';
		await (await node({ period: 'today' }, { credential, timezone })).execute();
		const midnight = DateTime.now().setZone(timezone).startOf('day').toUTC();
		expect((await sandbox.requests({ path: '/bookings' }))[0]?.query.lastModification).toBe(
			midnight.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"),
		);
	});

	describe('with filters', () => {
		const details = async (filters: INodeParameters, more: INodeParameters = {}) =>
			(await (await node({ output: 'raw', returnAll: true, filters, ...more })).execute()).map(
				({ json }) => json.booking as IDataObject,
			);
		const arrivalsOf = (booking: IDataObject) =>
			(booking.roomStays as Array<{ stayDates: { arrivalDateTime: string } }>).map(({ stayDates }) =>
				stayDates.arrivalDateTime.slice(0, 10),
			);

		it('gives those of a status, without reading the details of others', async () => {
			const all = await details({});
			const cancelled = all.filter(({ status }) => status === 'Cancelled');
			await sandbox.resetReport();
			expect(await details({ statuses: ['Cancelled'] })).toEqual(cancelled);
			expect(await sandbox.requests({ path: '/bookings/' })).toHaveLength(cancelled.length);
		});

		it('gives those of a source and an arrival, also as summaries and up to the limit', async () => {
			const all = await details({});
			const [first] = all;
			const arrival = arrivalsOf(first as IDataObject)[0] ?? '';
			const arriving = all.filter((one) => arrivalsOf(one).includes(arrival));
			const filters = { arrivalFrom: arrival, arrivalTo: arrival };
			expect(await details(filters)).toEqual(arriving);
			const summaries = await (await node({ returnAll: true, filters })).execute();
			expect(summaries.map(({ json }) => json.number)).toEqual(arriving.map(({ number }) => number));
			const channel = all.filter(({ source }) => (source as IDataObject).type === 'Channel');
			expect(await details({ sourceTypes: ['Channel'] }, { returnAll: false, limit: 5 })).toEqual(
				channel.slice(0, 5),
			);
		});

		it('gives those of a room type, a rate plan and a total', async () => {
			const all = await details({});
			const staysOf = (one: IDataObject) => one.roomStays as IDataObject[];
			const typeOf = (stay: IDataObject) => stay.roomType as IDataObject;
			const plansOf = (stay: IDataObject) => stay.ratePlans as IDataObject[];
			const totalOf = (one: IDataObject) => (one.total as IDataObject).priceAfterTax as number;
			const [stay = {}] = staysOf(all[0] as IDataObject);
			const [{ id: planId } = {}] = plansOf(stay);
			const fitting = all.filter(
				(one) =>
					staysOf(one).some((other) => typeOf(other).id === typeOf(stay).id) &&
					staysOf(one).some((other) => plansOf(other).some(({ id }) => id === planId)) &&
					totalOf(one) >= totalOf(all[0] as IDataObject),
			);
			expect(fitting.length).toBeLessThan(all.length);
			const filters = {
				roomTypes: `0, ${String(typeOf(stay).name).toUpperCase()}`,
				ratePlans: String(planId),
				minTotal: totalOf(all[0] as IDataObject),
			};
			expect(await details(filters)).toEqual(fitting);
		});

		it.each<[string, ClientInput['apiAccesses'], string]>([
			['the hotel', ['reservation_api', 'content'], 'Europe/London'],
			['the workflow, without access to Content', ['reservation_api'], 'Pacific/Pago_Pago'],
		])('gives the arrivals of a period on the calendar of %s', async (_, apiAccesses, zone) => {
			const credential = await newClient(sandbox, { apiAccesses });
			const day = (days: number) => DateTime.now().setZone(zone).plus({ days }).toFormat('yyyy-MM-dd');
			const made: string[] = [];
			for (const days of [-1, 0, 6, 7]) {
				made.push((await sandbox.createBooking('1024', { arrivalDate: day(days), roomStays: 1 })).number);
			}
			const parameters = { period: 'today', returnAll: true, filters: { arrival: 'next7Days' } };
			const timezone = 'Pacific/Pago_Pago';
			const found = await (await node(parameters, { credential, timezone })).execute();
			const numbers = found.map(({ json }) => json.number as string);
			expect(made.filter((number) => numbers.includes(number))).toEqual([made[1], made[2]]);
		});

		it('a period of arrivals and a date are refused together', async () => {
			const filters = { arrival: 'today', arrivalTo: '2026-02-01' };
			const failure = await failureOf((await node({ filters })).execute());
			expect(failure.message).toBe('Filters contain both a period and a date of arrival');
		});

		it('arrivals in the wrong order are refused', async () => {
			const filters = { arrivalFrom: '2026-02-02', arrivalTo: '2026-02-01' };
			const failure = await failureOf((await node({ filters })).execute());
			expect(failure.message).toBe("Arrival To '2026-02-01' is before 2026-02-02");
		});
	});
});

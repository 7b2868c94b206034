import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../support/sandbox';
import type { ClientInput } from '../../tools/sandbox/client.mts';

describe.each(['specification', 'published'] as const)('Booking → Get Many, in the %s dialect', (dialect) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 13, properties: 1, bookings: 30, dialect });
		await allowManyTokens(sandbox);
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
		const { number } = await sandbox.createBooking('1024', { guest: 'Ada Example' });
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
			'arrivalDateTime',
			'departureDateTime',
			'nights',
			'totalAfterTax',
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

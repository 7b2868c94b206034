import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { bookingNights } from '../../nodes/shared/api/bookings/bookingNights';
import { bookingRoomStays, simplifyBooking } from '../../nodes/shared/api/bookings/bookingViews';
import { noNames, type Names } from '../../nodes/shared/api/property/names';
import { allowManyTokens, newClient } from '../support/clients';
import { harness, type TestCredential } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

describe.each(['specification', 'published'] as const)(
	'the views of bookings, in the %s dialect',
	(dialect) => {
		let sandbox: Sandbox;

		beforeAll(async () => {
			sandbox = await startSandbox({ seed: 5, bookings: 24, dialect });
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
			period: 'everything',
			output,
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
						rooms: 3,
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
			const [raw = [], simplified = [], stays = [], nights = []] = await Promise.all(
				['raw', 'simplified', 'roomStays', 'nights'].map(async (output) => await run(getAll(output))),
			);
			const bookings = raw.map(({ json }) => json.booking as IDataObject);
			const own: Names = { ...noNames, property: sandbox.properties[0]?.name };
			expect(simplified.map(({ json }) => json)).toEqual(bookings.map((one) => simplifyBooking(one, own)));
			expect(stays.map(({ json }) => json)).toEqual(bookings.flatMap((one) => bookingRoomStays(one, own)));
			expect(nights.map(({ json }) => json)).toEqual(bookings.flatMap((one) => bookingNights(one, own)));
			expect(nights.length).toBeGreaterThan(stays.length);
			expect(simplified).toHaveLength(25);
			expect(stays.length).toBeGreaterThan(25);
		});

		it('Get Many reads the names once for all bookings', async () => {
			await run(getAll('simplified', 5));
			expect(await sandbox.requests({ path: '/api/content' })).toHaveLength(1);
		});

		it('Get Many gives the summaries alone, without reading details', async () => {
			const [item] = await run(getAll('summary', 1));
			expect(Object.keys(item?.json ?? {}).sort()).toEqual([
				'createdDateTime',
				'modifiedDateTime',
				'number',
				'propertyId',
				'status',
			]);
			expect(await sandbox.requests({ path: '/bookings/' })).toEqual([]);
		});

		it('an output that is not offered is refused before any request', async () => {
			await expect(run({ ...get, output: 'flat' })).rejects.toThrow(
				"Output 'flat' is not one of the options",
			);
			expect((await sandbox.report()).requests).toBe(0);
		});
	},
);

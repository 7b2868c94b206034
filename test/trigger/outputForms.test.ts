import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { passesFilter } from '../../nodes/PartnerHotelTrigger/output';
import type { BookingFilter } from '../../nodes/shared/api/bookings/bookingFilter';
import { newClient } from '../support/clients';
import { harness, type NodeHarness } from '../support/n8n';
import type { ClientInput, NewBookingInput } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 37, properties: 40, bookings: 5, limits: 'off' });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.resetReport());

async function started(parameters: INodeParameters): Promise<{ node: NodeHarness; property: string }> {
	const property = sandbox.properties[nextProperty++]?.id ?? '';
	const node = harness(new PartnerHotelTrigger(), {
		parameters: { propertyId: { __rl: true, mode: 'id', value: property }, ...parameters },
		credential: await newClient(sandbox),
	});
	await node.poll();
	return { node, property };
}

type Json = IDataObject & { event: string; number: string };

async function poll(node: NodeHarness): Promise<Json[]> {
	return ((await node.poll()) ?? []).map(({ json }) => json as Json);
}

async function detailRequests(): Promise<number> {
	return (await sandbox.report()).byScope.bookingDetail ?? 0;
}

describe('the forms of the output', () => {
	it('summary and details: everything the API gives', async () => {
		const { node, property } = await started({ output: 'details' });
		const { number } = await sandbox.createBooking(property, { roomStays: 2 });
		const [item] = await poll(node);
		expect(item).toMatchObject({ event: 'new', number, propertyId: property, status: 'Active' });
		expect((item?.booking as IDataObject).roomStays).toHaveLength(2);
	});

	it('simplified: one flat item with names', async () => {
		const { node, property } = await started({ output: 'simplified' });
		const { number } = await sandbox.createBooking(property, { roomStays: 2, nights: 3 });
		const items = await poll(node);
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({
			event: 'new',
			number,
			rooms: 2,
			propertyName: sandbox.properties.find(({ id }) => id === property)?.name,
		});
		// The second room may come a day later.
		expect([3, 4]).toContain(items[0]?.nights);
		expect(
			Object.values(items[0] ?? {}).filter(
				(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
			),
		).toEqual([]);
	});

	it('one item per room stay, which counts as one booking', async () => {
		const { node, property } = await started({ output: 'roomStays', options: { maxBookings: 1 } });
		const made = await sandbox.createBookings(property, 2, { roomStays: 3 });
		const [first, second] = [await poll(node), await poll(node)];
		expect(first.map(({ event, number, roomStayIndex }) => [event, number, roomStayIndex])).toEqual(
			[1, 2, 3].map((index) => ['new', made[0]?.number, index]),
		);
		expect(second.map(({ number }) => number)).toEqual(Array(3).fill(made[1]?.number));
	});

	it('one item per night of each room stay, which counts as one booking', async () => {
		const { node, property } = await started({ output: 'nights', options: { maxBookings: 1 } });
		const made = await sandbox.createBookings(property, 2, { roomStays: 2, nights: 3 });
		const [first, second] = [await poll(node), await poll(node)];
		expect(first.map(({ event, number, roomStayIndex }) => [event, number, roomStayIndex])).toEqual(
			[1, 1, 1, 2, 2, 2].map((index) => ['new', made[0]?.number, index]),
		);
		expect(
			new Set(first.map(({ date, roomStayIndex }) => `${String(roomStayIndex)} ${String(date)}`)).size,
		).toBe(6);
		expect(second.map(({ number }) => number)).toEqual(Array(6).fill(made[1]?.number));
	});

	it('summary only: no details are fetched', async () => {
		const { node, property } = await started({ output: 'summary' });
		await sandbox.createBooking(property);
		const [item] = await poll(node);
		expect(Object.keys(item ?? {}).sort()).toEqual([
			'createdDateTime',
			'event',
			'modifiedDateTime',
			'number',
			'propertyId',
			'status',
		]);
		expect(await detailRequests()).toBe(0);
	});

	it.each(['simplified', 'roomStays', 'nights'])(
		'%s, a booking whose details are gone comes with its summary and a note',
		async (output) => {
			const { node, property } = await started({ output });
			const { number } = await sandbox.createBooking(property);
			await sandbox.removeDetail(property, number);
			expect(await poll(node)).toEqual([
				expect.objectContaining({
					event: 'new',
					number,
					status: 'Active',
					note: expect.stringContaining('404') as unknown,
				}),
			]);
		},
	);

	it('names that cannot be read do not hold a booking back', async () => {
		const property = sandbox.properties[nextProperty++]?.id ?? '';
		const node = harness(new PartnerHotelTrigger(), {
			parameters: { propertyId: { __rl: true, mode: 'id', value: property }, output: 'simplified' },
			credential: await newClient(sandbox, { apiAccesses: ['reservation_api'] }),
		});
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		expect(await poll(node)).toEqual([expect.objectContaining({ number, propertyName: null })]);
	});
});

describe('the choice of events', () => {
	it.each<[string[], string[]]>([
		[['new'], ['new']],
		[['changed'], ['changed']],
		[['cancelled'], ['cancelled']],
		[
			['cancelled', 'new'],
			['new', 'cancelled'],
		],
	])('%j', async (events, expected) => {
		const { node, property } = await started({ events });
		const emitted: string[] = [];
		const { number } = await sandbox.createBooking(property);
		emitted.push(...(await poll(node)).map(({ event }) => event));
		await sandbox.changeBooking(property, number);
		emitted.push(...(await poll(node)).map(({ event }) => event));
		await sandbox.cancelBooking(property, number);
		emitted.push(...(await poll(node)).map(({ event }) => event));
		expect(emitted).toEqual(expected);
	});

	it('details of changes that nobody wants are not fetched', async () => {
		const { node, property } = await started({ events: ['cancelled'] });
		const made = await sandbox.createBookings(property, 5);
		await sandbox.cancelBooking(property, made[0]?.number ?? '');
		expect((await poll(node)).map(({ number }) => number)).toEqual([made[0]?.number]);
		expect(await detailRequests()).toBe(1);
	});

	it('none at all is refused', async () => {
		await expect(started({ events: [] })).rejects.toMatchObject({ message: 'Events is empty' });
	});

	it('one that does not exist is refused', async () => {
		await expect(started({ events: ['deleted'] })).rejects.toMatchObject({
			message: "Events 'deleted' is not one of the options",
		});
	});
});

describe('only if changed', () => {
	it.each(['simplified', 'summary'])(
		'a change of something else is passed over, and the next one told against it (%s)',
		async (output) => {
			const { node, property } = await started({ output, options: { onlyIfChanged: ['dates'] } });
			const { number } = await sandbox.createBooking(property, { arrivalDate: '2030-05-01', nights: 2 });
			expect((await poll(node)).map(({ event }) => event)).toEqual(['new']);
			await sandbox.changeBooking(property, number);
			expect(await node.poll()).toBeNull();
			await sandbox.changeBooking(property, number, { arrivalDate: '2030-05-04' });
			expect(await poll(node)).toMatchObject([
				{
					event: 'changed',
					number,
					changes: {
						dates: { before: { arrival: '2030-05-01' }, after: { arrival: '2030-05-04' } },
					},
				},
			]);
			await sandbox.cancelBooking(property, number);
			expect((await poll(node)).map(({ event }) => event)).toEqual(['cancelled']);
		},
	);

	it('a part that does not exist is refused', async () => {
		await expect(started({ options: { onlyIfChanged: ['mood'] } })).rejects.toMatchObject({
			message: expect.stringContaining("Only If Changed 'mood' is not one of the options") as unknown,
		});
	});
});

describe('the filters', () => {
	it.each<[string, INodeParameters, NewBookingInput, NewBookingInput]>([
		['status', { statuses: ['Unconfirmed'] }, { status: 'Unconfirmed' }, { status: 'Active' }],
		['source type', { sourceTypes: ['PMS', 'Channel'] }, { source: 'Channel' }, { source: 'BookingEngine' }],
		[
			'first arrival',
			{ arrivalFrom: '2030-05-02T00:00:00' },
			{ arrivalDate: '2030-05-02' },
			{ arrivalDate: '2030-05-01' },
		],
		[
			'last arrival',
			{ arrivalTo: '2030-05-02' },
			{ arrivalDate: '2030-05-02' },
			{ arrivalDate: '2030-05-03' },
		],
	])('by %s', async (_, filters, fitting, other) => {
		const { node, property } = await started({ filters });
		await sandbox.createBooking(property, other);
		const { number } = await sandbox.createBooking(property, fitting);
		expect((await poll(node)).map((item) => item.number)).toEqual([number]);
		expect(await node.poll()).toBeNull();
	});

	it('apply after the classification: a booking that comes to fit is changed, not new', async () => {
		const { node, property } = await started({ filters: { arrivalFrom: '2030-05-02' } });
		const { number } = await sandbox.createBooking(property, { arrivalDate: '2030-05-01' });
		expect(await node.poll()).toBeNull();
		await sandbox.changeBooking(property, number, { arrivalDate: '2030-05-04' });
		expect((await poll(node)).map(({ event }) => event)).toEqual(['changed']);
	});

	it('by details work with the summary alone as output, too', async () => {
		const { node, property } = await started({ output: 'summary', filters: { sourceTypes: ['PMS'] } });
		await sandbox.createBooking(property, { source: 'Other' });
		const { number } = await sandbox.createBooking(property, { source: 'PMS' });
		const items = await poll(node);
		expect(items.map((item) => item.number)).toEqual([number]);
		expect(items[0]).not.toHaveProperty('booking');
	});

	describe('by a period of arrivals', () => {
		const LONDON = '1024';
		const dayIn = (zone: string) => DateTime.now().setZone(zone).toFormat('yyyy-MM-dd');
		const here = dayIn('Europe/London');
		/** Where it is another day than at the hotel. */
		const [timezone = '', elsewhere = ''] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
			.map((zone) => [zone, dayIn(zone)])
			.find(([, date]) => date !== here) as string[];

		async function arriving(
			parameters: INodeParameters,
			apiAccesses?: ClientInput['apiAccesses'],
		): Promise<string[]> {
			const credential = await newClient(sandbox, { ...(apiAccesses && { apiAccesses }) });
			const node = harness(new PartnerHotelTrigger(), {
				parameters: {
					propertyId: { __rl: true, mode: 'id', value: LONDON },
					filters: { arrival: 'today' },
					...parameters,
				},
				credential,
				timezone,
			});
			await node.poll();
			for (const arrivalDate of [here, elsewhere]) {
				const number = `${arrivalDate}-${Math.random()}`;
				// Further rooms of a booking can arrive a day later.
				await sandbox.createBooking(LONDON, { arrivalDate, number, roomStays: 1 });
			}
			return (await poll(node)).map(({ number }) => number.slice(0, 10));
		}

		it.each(['details', 'summary'])("its days are the hotel's: %s", async (output) => {
			expect(await arriving({ output })).toEqual([here]);
		});

		it("without access to Content, they are the workflow's", async () => {
			expect(await arriving({}, ['reservation_api'])).toEqual([elsewhere]);
		});

		it.each(['arrivalFrom', 'arrivalTo'])('not together with %s', async (field) => {
			const filters = { arrival: 'tomorrow', [field]: '2030-05-03' };
			await expect(started({ filters })).rejects.toMatchObject({
				message: 'Filters contain both a period and a date of arrival',
				description: "Use either 'Arrival', or 'Arrival From' and 'Arrival To'.",
			});
		});
	});

	it('a window upside down is refused', async () => {
		const filters = { arrivalFrom: '2030-05-03', arrivalTo: '2030-05-02' };
		await expect(started({ filters })).rejects.toMatchObject({
			message: "Arrival To '2030-05-02' is before 2030-05-03",
			description: expect.stringContaining("'Arrival From'") as unknown,
		});
	});

	it('a date that is none is refused', async () => {
		await expect(started({ filters: { arrivalTo: 'soon' } })).rejects.toMatchObject({
			message: "Arrival To 'soon' is not a date",
		});
	});

	const stays = (...arrivals: string[]) => ({
		source: { type: 'PMS' },
		roomStays: arrivals.map((arrivalDateTime) => ({ stayDates: { arrivalDateTime } })),
	});
	it.each<[string, BookingFilter, IDataObject | null, boolean]>([
		[
			'any of the room stays is enough',
			{ arrivalFrom: '2026-05-02' },
			stays('2026-05-01T14:00', '2026-05-02T14:00'),
			true,
		],
		[
			'one room stay must fit both ends',
			{ arrivalFrom: '2026-05-02', arrivalTo: '2026-05-03' },
			stays('2026-05-01T14:00', '2026-05-04T14:00'),
			false,
		],
		['without a window every arrival passes', {}, stays('9999-12-31T14:00'), true],
		['an arrival that cannot be read cannot be judged', { arrivalTo: '2026-05-02' }, stays('open'), true],
		['without room stays it cannot be judged', { arrivalFrom: '2026-05-02' }, stays(), true],
		['without details it cannot be judged', { sourceTypes: ['PMS'] }, null, true],
		['without a source it is none of the types', { sourceTypes: ['PMS'] }, { roomStays: [] }, false],
	])('%s', (_, filter, details, expected) => {
		expect(passesFilter({ event: 'new', summary: { number: '1' }, details }, filter)).toBe(expected);
	});
});

describe('a state of a newer version', () => {
	it('is refused rather than forgotten', async () => {
		const { node } = await started({});
		const kept = { version: 99, anything: true };
		node.staticData.bookings = kept;
		await expect(node.poll()).rejects.toMatchObject({
			message: expect.stringContaining('newer version') as unknown,
		});
		expect(node.staticData.bookings).toEqual(kept);
	});
});

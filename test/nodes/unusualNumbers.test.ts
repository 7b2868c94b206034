import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness } from '../support/n8n';
import { byId, reservations } from '../support/pms';
import { pollOnce, reservationTrigger } from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** Numbers and identifiers are opaque (specification, Resources): whatever the API itself gave can be asked for. */
const NUMBERS = [
	'AB/2031 7',
	'20310101/1024/1',
	'a\\b',
	'100%',
	'a%2Fb',
	'?x=1#y',
	'..1024',
	'...',
	'Zoë;v=1',
	' 7',
	'7 ',
];
/** What clients or gateways take for steps in a path is not sent. */
const UNADDRESSABLE = ['.', '..', '../1024'];

let sandbox: Sandbox;
const [PROPERTY, OTHERS] = ['1024', '7291'];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 19, properties: 6, bookings: 4 });
	await allowManyTokens(sandbox);
	for (const number of NUMBERS) await sandbox.createBooking(PROPERTY, { number });
	for (const number of UNADDRESSABLE) await sandbox.createBooking(OTHERS, { number });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.resetReport());

async function node(
	type: INodeType,
	parameters: INodeParameters,
	propertyId: string = PROPERTY,
): Promise<NodeHarness> {
	return harness(type, {
		parameters: { propertyId: byId(propertyId), ...parameters },
		credential: await newClient(sandbox),
	});
}

const json = async (harnessed: NodeHarness, input?: IDataObject[]) =>
	(await harnessed.execute(input)).map((item) => item.json);

const many = async (more: INodeParameters, propertyId?: string) =>
	await json(
		await node(
			new PartnerHotelBookings(),
			{ resource: 'booking', operation: 'getAll', period: 'everything', returnAll: true, ...more },
			propertyId,
		),
	);

describe('Booking → Get Many', () => {
	it.each(['raw', 'simplified', 'roomStays', 'nights'])(
		'%s: has every booking, with details',
		async (output) => {
			const found = await many({ output });
			expect(found.map(({ number }) => number)).toEqual(expect.arrayContaining(NUMBERS));
			for (const one of found)
				expect(one.booking ?? one.bookingStatus ?? one.status ?? one.arrivalDateTime).toBeTruthy();
		},
	);

	it('sends the number as one segment', async () => {
		await many({ output: 'raw' });
		const paths = (await sandbox.requests({ path: '/bookings/' })).map(
			({ path }) => path.split('/bookings/')[1],
		);
		expect(paths).toEqual(expect.arrayContaining(['AB%2F2031%207', 'a%252Fb', '%207', '7%20']));
	});

	it('a booking that no address can name keeps its summary', async () => {
		const found = await many({ output: 'raw' }, OTHERS);
		expect(found).toHaveLength(7);
		for (const number of UNADDRESSABLE) {
			expect(found).toContainEqual(expect.objectContaining({ number, booking: null }));
		}
	});
});

describe('Booking → Get', () => {
	it('finds what Get Many listed', async () => {
		const get = { resource: 'booking', operation: 'get', number: '={{ $json.number }}', output: 'raw' };
		const listed = NUMBERS.filter((number) => number === number.trim());
		const found = await json(
			await node(new PartnerHotelBookings(), get),
			listed.map((number) => ({ number })),
		);
		expect(found.map(({ number }) => number)).toEqual(listed);
	});
});

describe('the reservations of such bookings', () => {
	const pms = async (parameters: INodeParameters) => await node(new PartnerHotelPms(), parameters);
	const search = { resource: 'reservation', operation: 'search', returnAll: true };
	const period = { period: 'any', filters: { modifiedFrom: '2009-01-01T00:00', modifiedTo: '' } };

	async function numbers(): Promise<string[]> {
		const all = await reservations(sandbox, PROPERTY);
		return all.filter(({ bookingNumber }) => NUMBERS.includes(bookingNumber)).map(({ number }) => number);
	}

	it.each(['raw', 'simplified', 'roomStays'])('are found, %s', async (output) => {
		const from = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16);
		const to = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
		const filters = { ...period.filters, modifiedFrom: from, modifiedTo: to };
		const found = await json(await pms({ ...search, ...period, filters, output }));
		const expected = await numbers();
		expect(expected.length).toBeGreaterThan(5);
		expect(found.map(({ number }) => number)).toEqual(expect.arrayContaining(expected));
		for (const one of found) expect(one._warnings).toBeUndefined();
	});

	it('can be read and changed one by one', async () => {
		const [reservation] = (await reservations(sandbox, PROPERTY)).filter(({ number }) => /[/ ]/.test(number));
		const number = reservation?.number ?? '';
		const [read] = await json(
			await pms({ resource: 'reservation', operation: 'get', number, output: 'raw' }),
		);
		expect(read?.number).toBe(number);
		const stay = byId(reservation?.roomStays[0]?.pmsRoomStayId ?? '');
		const [rooms] = await json(
			await pms({ resource: 'reservation', operation: 'getAvailableRooms', simplify: false, number }),
		);
		const [room = ''] = rooms?.roomIds as string[];
		const assign = {
			resource: 'roomStay',
			operation: 'assignRoom',
			number,
			pmsRoomStayId: stay,
			roomId: byId(room),
		};
		expect(await json(await pms(assign))).toMatchObject([{ success: true, number }]);
	});

	it('can be chosen from the list by a part of the number', async () => {
		const list = await pms({});
		const { results } = await list.search('searchReservations', '20310101/1024');
		expect(results.map(({ value }) => value)).toEqual(['20310101/1024/1']);
	});
});

describe('triggers', () => {
	const all = [...NUMBERS, ...UNADDRESSABLE];

	it('the booking trigger emits each booking once and waits for none', async () => {
		const property = sandbox.properties[3]?.id ?? '';
		const trigger = harness(new PartnerHotelTrigger(), {
			parameters: { propertyId: byId(property), startFrom: 'now', output: 'details' },
			credential: await newClient(sandbox),
		});
		expect(await trigger.poll()).toBeNull();
		for (const number of all) await sandbox.createBooking(property, { number });
		const emitted = ((await trigger.poll()) ?? []).map((item) => item.json);
		expect(emitted.map(({ number }) => number).sort()).toEqual([...all].sort());
		for (const { number, booking } of emitted) {
			const details = UNADDRESSABLE.includes(String(number)) ? null : expect.objectContaining({ number });
			expect(booking).toEqual(details);
		}
		expect(await trigger.poll()).toBeNull();
		await sandbox.cancelBooking(property, NUMBERS[0] ?? '');
		expect(((await trigger.poll()) ?? []).map((item) => item.json)).toMatchObject([
			{ event: 'cancelled', number: NUMBERS[0] },
		]);
	});

	it('the reservation trigger emits each reservation once and waits for none', async () => {
		const property = sandbox.properties[4]?.id ?? '';
		const trigger = await reservationTrigger(sandbox, property);
		expect(await trigger.poll()).toBeNull();
		for (const number of all) await sandbox.createBooking(property, { number });
		const made = (await reservations(sandbox, property))
			.filter(({ bookingNumber }) => all.includes(bookingNumber))
			.map(({ number }) => number);
		const emitted: IDataObject[] = [];
		// A poll spends no more than a part of the hotel's requests of a minute.
		for (let polls = 0; polls < 3; polls++) emitted.push(...(await pollOnce(trigger)));
		expect(emitted.map(({ number }) => number).sort()).toEqual(made.sort());
		for (const { number, reservation } of emitted) {
			const details = UNADDRESSABLE.includes(String(number)) ? null : expect.objectContaining({ number });
			expect(reservation).toEqual(details);
		}
		expect(await trigger.poll()).toBeNull();
	});
});

it.each(['', '  ', '.', '..', '../x', 'a\\..\\b'])(
	'the number %j is refused before any request',
	async (number) => {
		const get = { resource: 'booking', operation: 'get', number };
		const failure = await failureOf((await node(new PartnerHotelBookings(), get)).execute());
		expect(failure.message).toMatch(/^Booking Number/);
		expect((await sandbox.report()).requests).toBe(0);
	},
);

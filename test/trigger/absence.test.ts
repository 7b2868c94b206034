import type { INodeParameters } from 'n8n-workflow';

import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { allowManyTokens, newClient, withToken } from '../support/clients';
import { harness } from '../support/n8n';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVENTS = ['new', 'changed', 'cancelled'];
const TRIGGERS = {
	booking: { type: PartnerHotelTrigger, output: 'summary' },
	reservation: { type: PartnerHotelReservationTrigger, output: 'raw' },
};

let sandbox: Sandbox;
let unused: string[];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 71, properties: 16, bookings: 0, limits: 'off' });
	await allowManyTokens(sandbox);
	unused = sandbox.properties.map(({ id }) => id);
});
afterAll(async () => await sandbox.stop());
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.settings({ clockOffsetMs: 0 });
});

/** A trigger on all properties of a connection, from now on. */
async function aTrigger(
	name: keyof typeof TRIGGERS,
	hotels: number,
	start: INodeParameters = { startFrom: 'now' },
) {
	const ids = unused.splice(0, hotels);
	const credential = await newClient(sandbox, { propertyIds: ids });
	const { apiClientId: clientId, apiClientSecret: clientSecret } = credential;
	const { type, output } = TRIGGERS[name];
	const parameters = { propertySelection: 'all', ...start, output, events: EVENTS };
	const realNow = Date.now.bind(Date);
	let staticData = {};
	return {
		gone: ids.at(-1) ?? '',
		connect: async (count: number) =>
			await sandbox.addClient({ clientId, clientSecret, propertyIds: ids.slice(0, count) }),
		/** Both clocks. */
		at: async (ms: number) => {
			jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
			await sandbox.settings({ clockOffsetMs: ms });
		},
		/** @returns the numbers of what came; of a poll that fails, none */
		poll: async () => {
			const token = await sandbox.issueToken(clientId);
			const node = harness(new type(), {
				parameters,
				credential: withToken(credential, token),
				nodeId: `absence-${clientId}`,
				staticData,
			});
			const items = await node.poll().catch(() => []);
			staticData = node.staticData;
			return (items ?? []).map(({ json }) => String(json.number));
		},
	};
}

describe('A trigger on all properties', () => {
	it.each([
		['booking', 24],
		['booking', 12],
		['reservation', 24],
	] as const)(
		'%s: polled every %i hours, it loses nothing of a hotel that a single list left out',
		async (name, hours) => {
			const { gone, connect, at, poll } = await aTrigger(name, 2);
			expect([await poll(), await poll()]).toEqual([[], []]);
			await at((hours / 2) * HOUR_MS);
			const { number } = await sandbox.createBooking(gone);
			await at(hours * HOUR_MS);
			await connect(1);
			expect(await poll()).toEqual([]);
			await connect(2);
			await at(2 * hours * HOUR_MS + 60_000);
			expect([...(await poll()), ...(await poll())]).toEqual([number]);
		},
	);

	it.each([
		['booking', 1],
		['booking', 2],
		['reservation', 1],
		['reservation', 2],
	] as const)(
		'%s: what was booked while one of %i hotels was away for weeks does not come when it is back',
		async (name, hotels) => {
			const { gone, connect, at, poll } = await aTrigger(name, hotels);
			expect([await poll(), await poll()]).toEqual([[], []]);
			await connect(hotels - 1);
			for (const days of [0.5, 2, 20, 40]) {
				await at(days * DAY_MS);
				expect(await poll()).toEqual([]);
				await sandbox.createBooking(gone);
			}
			await at(59 * DAY_MS);
			expect(await poll()).toEqual([]);
			await at(60 * DAY_MS);
			await connect(hotels);
			expect([await poll(), await poll(), await poll()]).toEqual([[], [], []]);
			const { number } = await sandbox.createBooking(gone);
			await at(60 * DAY_MS + 10 * 60_000);
			expect([...(await poll()), ...(await poll())]).toEqual([number]);
		},
	);

	it.each(['booking', 'reservation'] as const)(
		'%s: Start From: A Date repeats nothing of a hotel that was away, and leaves out nothing since',
		async (name) => {
			const startDate = new Date(Date.now() - DAY_MS).toISOString().slice(0, 19);
			const { gone, connect, at, poll } = await aTrigger(name, 2, { startFrom: 'date', startDate });
			await poll();
			const before = await sandbox.createBooking(gone);
			await at(10 * 60_000);
			expect([...(await poll()), ...(await poll())]).toContain(before.number);
			await connect(1);
			for (const hours of [1, 27, 40]) {
				await at(hours * HOUR_MS);
				expect(await poll()).toEqual([]);
			}
			const meanwhile = await sandbox.createBooking(gone);
			await connect(2);
			await at(41 * HOUR_MS);
			expect([...(await poll()), ...(await poll())]).toEqual([meanwhile.number]);
		},
	);
});

import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { allowManyTokens, newClient } from '../support/clients';
import { harness, type HarnessOptions, type NodeHarness } from '../support/n8n';
import { byId } from '../support/pms';
import { eventually, startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** Options → Keep Watching: a poll that finds nothing reads on. */

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 61, properties: 8, bookings: 0 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});
afterEach(() => jest.restoreAllMocks());

const freshProperty = () => sandbox.properties[nextProperty++]?.id ?? '';

/** Activated a minute ago. */
async function active(
	type: INodeType,
	propertyId: string,
	options: Partial<HarnessOptions> = {},
	keepWatching = true,
): Promise<NodeHarness> {
	const node = harness(type, {
		parameters: { propertyId: byId(propertyId), events: ['new', 'changed'], options: { keepWatching } },
		credential: await newClient(sandbox),
		...options,
	});
	const now = Date.now;
	const earlier = jest.spyOn(Date, 'now').mockImplementation(() => now() - 60_000);
	await node.poll({ activation: 'activate' });
	earlier.mockRestore();
	return node;
}

const lists = async (path: RegExp) =>
	(await sandbox.requests()).filter((request) => path.test(request.path)).length;

/** Waits until the poll has read so often. */
async function hasRead(times: number, path = /\/bookings$/): Promise<void> {
	await eventually(
		async () => await lists(path),
		(requests) => requests >= times,
	);
}

const eventsOf = (items: INodeExecutionData[] | null) => (items ?? []).map(({ json }) => json.event);

/** What n8n keeps of a node: not what the poll left in memory alone. */
const saved = (node: NodeHarness) => JSON.parse(JSON.stringify(node.staticData)) as IDataObject;

it('emits a booking that is made while it watches, and ends with it', async () => {
	const propertyId = freshProperty();
	const node = await active(new PartnerHotelTrigger(), propertyId);
	await sandbox.resetReport();
	const polled = node.poll();
	await hasRead(2);
	await sandbox.createBooking(propertyId);
	expect(eventsOf(await polled)).toEqual(['new']);
	expect(await lists(/\/bookings$/)).toBeLessThanOrEqual(5);
});

it('emits a reservation that is made while it watches', async () => {
	const propertyId = freshProperty();
	const node = await active(new PartnerHotelReservationTrigger(), propertyId);
	await sandbox.resetReport();
	const polled = node.poll();
	await hasRead(2, /\/reservations\/search/);
	await sandbox.createBooking(propertyId);
	expect(eventsOf(await polled)).toEqual(['new']);
});

it('ends in time when nothing comes, and leaves its state', async () => {
	const propertyId = freshProperty();
	const node = await active(new PartnerHotelTrigger(), propertyId);
	await sandbox.resetReport();
	// n8n gives it ten seconds, of which it uses eight, less two for the last reading.
	expect(await node.poll({ budgetMs: 10_000 })).toBeNull();
	const read = await lists(/\/bookings$/);
	expect(read).toBeGreaterThanOrEqual(2);
	expect(read).toBeLessThanOrEqual(5);
	await sandbox.createBooking(propertyId);
	expect(eventsOf(await node.poll({ budgetMs: 10_000 }))).toEqual(['new']);
});

it('does not watch on activation, or without the option', async () => {
	const propertyId = freshProperty();
	const node = await active(new PartnerHotelTrigger(), propertyId, {}, false);
	await sandbox.resetReport();
	expect(await node.poll()).toBeNull();
	expect(await lists(/\/bookings$/)).toBe(1);
});

it('does not watch when it is switched on again: n8n calls it active only after that poll', async () => {
	const propertyId = freshProperty();
	const identity = { nodeId: 'again', workflowId: 'again', credential: await newClient(sandbox) };
	const before = await active(new PartnerHotelTrigger(), propertyId, identity);
	const again = harness(new PartnerHotelTrigger(), {
		...identity,
		parameters: before.node.parameters,
		staticData: saved(before),
	});
	await sandbox.resetReport();
	expect(await again.poll({ activation: 'activate' })).toBeNull();
	expect(await lists(/\/bookings$/)).toBe(1);
});

it('ends, and emits nothing, once a later activation polls: what comes is emitted there, once', async () => {
	const propertyId = freshProperty();
	const identity = { nodeId: 'edited', workflowId: 'edited', credential: await newClient(sandbox) };
	const before = await active(new PartnerHotelTrigger(), propertyId, identity);
	const staticData = saved(before);
	await sandbox.resetReport();
	const watching = before.poll();
	await hasRead(1);
	const after = harness(new PartnerHotelTrigger(), {
		...identity,
		parameters: { propertyId: byId(propertyId) },
		staticData,
	});
	await sandbox.createBooking(propertyId);
	const items = await after.poll({ activation: 'activate' });
	expect(await watching).toBeNull();
	expect([...eventsOf(items), ...eventsOf(await after.poll())]).toEqual(['new']);
});

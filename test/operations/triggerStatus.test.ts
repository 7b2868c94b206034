import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { newClient } from '../support/clients';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

/** What API Connection → Get Status tells of the triggers of its client. */

let sandbox: Sandbox;
let [first, second] = ['', ''];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 53, limits: 'off', properties: 2, bookings: 0 });
	[first = '', second = ''] = sandbox.properties.map(({ id }) => id);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());
afterEach(() => jest.restoreAllMocks());

async function triggersOf(credential: TestCredential): Promise<IDataObject[]> {
	const parameters = { resource: 'apiConnection', operation: 'getStatus' };
	const [item] = await harness(new PartnerHotelContent(), { parameters, credential }).execute();
	return item?.json.triggers as IDataObject[];
}

function bookings(
	credential: TestCredential,
	parameters: INodeParameters = { propertyId: byId(first) },
): NodeHarness {
	return harness(new PartnerHotelTrigger(), { parameters, credential });
}

it('is nothing, where none has polled', async () => {
	expect(await triggersOf(await newClient(sandbox))).toEqual([]);
});

it('is what each did: where it is, its last poll, its properties, what waits', async () => {
	const credential = await newClient(sandbox);
	const before = Date.now();
	const trigger = bookings(credential);
	await trigger.poll({ activation: 'activate' });
	const [status, ...others] = await triggersOf(credential);
	expect(others).toEqual([]);
	const { lastPollAt, oldestReadAt, pollingSince, workflowId, workflowName, ...rest } = status as IDataObject;
	expect(rest).toEqual({
		nodeName: 'Hotel',
		durablePolling: expect.any(Boolean),
		properties: 1,
		lastItemsAt: null,
		oldestReadPropertyId: first,
		waiting: 0,
		behindSince: null,
		failingProperties: 0,
		lastFailure: null,
		lastFailureAt: null,
	});
	expect(workflowId).toMatch(/^workflow-/);
	expect(workflowName).toEqual(expect.any(String));
	for (const time of [lastPollAt, oldestReadAt, pollingSince]) {
		expect(Date.parse(String(time))).toBeGreaterThanOrEqual(before);
		expect(Date.parse(String(time))).toBeLessThanOrEqual(Date.now());
	}
});

it('tells since when it polls, and when something came last', async () => {
	const credential = await newClient(sandbox);
	const trigger = bookings(credential);
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
	await trigger.poll({ activation: 'activate' });
	await sandbox.createBooking(first);
	clock.mockImplementation(() => now + 60_000);
	await trigger.poll();
	clock.mockImplementation(() => now + 120_000);
	await trigger.poll();
	const iso = (ms: number) => new Date(ms).toISOString();
	expect((await triggersOf(credential))[0]).toMatchObject({
		pollingSince: iso(now),
		lastItemsAt: iso(now + 60_000),
		lastPollAt: iso(now + 120_000),
	});
});

it('is of both kinds, the one that polled last first, and not of those of another client', async () => {
	const credential = await newClient(sandbox);
	const parameters = { propertyId: byId(first) };
	const types = { bookings: new PartnerHotelTrigger(), reservations: new PartnerHotelReservationTrigger() };
	for (const [workflowId, type] of Object.entries(types))
		await harness(type, { parameters, credential, workflowId }).poll({ activation: 'activate' });
	await bookings(await newClient(sandbox)).poll({ activation: 'activate' });
	const triggers = await triggersOf(credential);
	expect(triggers.map(({ workflowId }) => workflowId)).toEqual(['reservations', 'bookings']);
});

it('names the property that was not read for longest, how many fail, and the last failure with its time', async () => {
	const credential = await newClient(sandbox);
	const trigger = bookings(credential, { propertySelection: 'several', propertyIds: [first, second] });
	await trigger.poll({ activation: 'activate' });
	await sandbox.fault({ kind: 'status', status: 403, match: { path: `/${second}/bookings` }, times: 100 });
	const failure = await trigger.poll().then(
		() => '',
		(error: Error) => error.message,
	);
	expect(failure).toContain(second);
	const [status] = await triggersOf(credential);
	expect(status).toMatchObject({
		properties: 2,
		oldestReadPropertyId: second,
		failingProperties: 1,
		lastFailure: failure,
	});
	expect(Date.parse(String(status?.lastFailureAt))).toBeLessThanOrEqual(Date.now());
});

it('is a failure also where the poll got no further than the list of properties', async () => {
	const credential = await newClient(sandbox);
	await sandbox.fault({ kind: 'status', status: 403, match: { path: '/properties' }, times: 100 });
	const trigger = bookings(credential, { propertySelection: 'all' });
	await expect(trigger.poll({ activation: 'activate' })).rejects.toThrow();
	const [status] = await triggersOf(credential);
	expect(status).toMatchObject({ properties: 0, oldestReadPropertyId: null, oldestReadAt: null });
	expect(status?.lastFailure).toEqual(expect.stringContaining('Content'));
});

it('counts what waits, and is silent about the booking and its guests', async () => {
	const credential = await newClient(sandbox);
	const trigger = bookings(credential);
	await trigger.poll({ activation: 'activate' });
	const { number } = await sandbox.createBooking(first);
	await sandbox.fault({ kind: 'status', status: 500, match: { path: `/bookings/${number}` }, times: 100 });
	await trigger.poll().catch(() => undefined);
	const [status] = await triggersOf(credential);
	expect(status).toMatchObject({ waiting: 1, failingProperties: 1 });
	expect(Object.keys(status ?? {})).not.toContain('backlog');
});

it('leaves out a trigger two days after its last poll', async () => {
	const credential = await newClient(sandbox);
	await bookings(credential).poll({ activation: 'activate' });
	const now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now + 47 * 3_600_000);
	expect(await triggersOf(credential)).toHaveLength(1);
	jest.spyOn(Date, 'now').mockImplementation(() => now + 49 * 3_600_000);
	expect(await triggersOf(credential)).toEqual([]);
});

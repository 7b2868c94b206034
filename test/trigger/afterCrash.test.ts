import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import type { TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { newClient } from '../support/clients';
import { DurableTrigger } from '../support/durable';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 31, limits: 'off', properties: 30, bookings: 3 });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

type HandedOverModule = typeof import('../../nodes/shared/polling/handedOver');
const MODULE = '../../nodes/shared/polling/handedOver';
const AGAIN = { options: { afterCrash: 'handOverAgain' } };

interface World {
	property: string;
	credential: TestCredential;
	node: NodeHarness;
}

/** A trigger that is switched on and has seen what there was. */
async function world(parameters: INodeParameters = AGAIN): Promise<World> {
	const property = sandbox.properties[nextProperty++]?.id ?? '';
	const credential = await newClient(sandbox);
	const hotel = { propertyId: { __rl: true, mode: 'id', value: property } };
	const all = { ...hotel, startFrom: 'now', output: 'details', ...parameters };
	const node = harness(new PartnerHotelTrigger(), { parameters: all, credential });
	await node.poll();
	return { property, credential, node };
}

type Json = IDataObject & { event: string; number: string };

async function poll(node: NodeHarness): Promise<Json[]> {
	return ((await node.poll()) ?? []).map(({ json }) => json as Json);
}

const told = (items: Json[]) => items.map(({ event, number, redelivered }) => [event, number, redelivered]);

/** What n8n saves with an execution, and hands out after it was started again: another process wrote it. */
function afterRestart(world: World, staticData: IDataObject, parameters: INodeParameters = {}): NodeHarness {
	const { bookings } = JSON.parse(JSON.stringify(staticData)) as { bookings: TriggerState };
	if (bookings.handedOver) bookings.handedOver.process = 'the one before';
	return harness(new PartnerHotelTrigger(), {
		parameters: { ...world.node.node.parameters, ...parameters },
		credential: world.credential,
		staticData: { bookings } as unknown as IDataObject,
	});
}

const saved = ({ staticData }: NodeHarness) => JSON.parse(JSON.stringify(staticData)) as IDataObject;

describe('after a crash, hand it over again', () => {
	it('what was handed over last comes once more, marked, with the event it had', async () => {
		const here = await world();
		const made = await sandbox.createBooking(here.property);
		const gone = await sandbox.createBooking(here.property);
		await poll(here.node);
		await sandbox.cancelBooking(here.property, gone.number);
		await sandbox.changeBooking(here.property, made.number);
		expect(told(await poll(here.node)).sort()).toEqual([
			['cancelled', gone.number, undefined],
			['changed', made.number, undefined],
		]);
		const restarted = afterRestart(here, here.node.staticData);
		const again = await poll(restarted);
		expect(told(again).sort()).toEqual([
			['cancelled', gone.number, true],
			['changed', made.number, true],
		]);
		expect(again[0]?.booking).toMatchObject({ roomStays: expect.any(Array) as unknown });
		expect(await restarted.poll()).toBeNull();
	});

	it('together with what happened since, which is not marked', async () => {
		const here = await world();
		const before = await sandbox.createBooking(here.property);
		await poll(here.node);
		const since = await sandbox.createBooking(here.property);
		const restarted = afterRestart(here, here.node.staticData);
		expect(told(await poll(restarted))).toEqual([
			['new', before.number, true],
			['new', since.number, undefined],
		]);
	});

	it('nothing comes again while the process lives', async () => {
		const here = await world();
		await sandbox.createBooking(here.property);
		expect(await poll(here.node)).toHaveLength(1);
		const reactivated = harness(new PartnerHotelTrigger(), {
			parameters: here.node.node.parameters,
			credential: here.credential,
			staticData: saved(here.node),
		});
		expect(await reactivated.poll()).toBeNull();
		expect(await here.node.poll()).toBeNull();
		expect(saved(here.node)).not.toHaveProperty('bookings.handedOver');
	});

	it('only the last execution comes again', async () => {
		const here = await world();
		await sandbox.createBooking(here.property);
		await poll(here.node);
		const last = await sandbox.createBooking(here.property);
		await poll(here.node);
		expect(told(await poll(afterRestart(here, here.node.staticData)))).toEqual([['new', last.number, true]]);
	});

	it('killed again and again, it comes again and again', async () => {
		const here = await world();
		const { number } = await sandbox.createBooking(here.property);
		await poll(here.node);
		let node = here.node;
		for (let crash = 0; crash < 3; crash++) {
			node = afterRestart(here, node.staticData);
			expect(told(await poll(node))).toEqual([['new', number, true]]);
		}
	});

	it('a booking whose details fail then comes with a later poll', async () => {
		const here = await world();
		const [first, second] = await sandbox.createBookings(here.property, 2);
		await poll(here.node);
		const restarted = afterRestart(here, here.node.staticData);
		await sandbox.fault({ kind: 'status', status: 403, times: 1, match: { path: first?.number } });
		expect(told(await poll(restarted))).toEqual([['new', second?.number, true]]);
		expect(told(await poll(restarted))).toEqual([['new', first?.number, true]]);
	});

	it('a poll that fails keeps it for the next one', async () => {
		const here = await world();
		const { number } = await sandbox.createBooking(here.property);
		await poll(here.node);
		const restarted = afterRestart(here, here.node.staticData);
		await sandbox.fault({ kind: 'status', status: 403, times: 2 });
		await expect(restarted.poll()).rejects.toThrow();
		await sandbox.clearFaults();
		expect(told(await poll(restarted))).toEqual([['new', number, true]]);
	});

	it.each(['summary', 'simplified', 'roomStays'])('with the output %s, too', async (output) => {
		const here = await world({ ...AGAIN, output });
		const { number } = await sandbox.createBooking(here.property);
		await poll(here.node);
		const [item] = await poll(afterRestart(here, here.node.staticData));
		expect(item).toMatchObject({ event: 'new', number, redelivered: true });
	});

	it('keeps numbers and times, nothing of the details', async () => {
		const here = await world();
		await sandbox.createBookings(here.property, 40);
		await poll(here.node);
		const { handedOver } = here.node.staticData.bookings as unknown as TriggerState;
		const [first] = handedOver?.emitted ?? [];
		expect(Object.keys(first?.summary ?? {}).sort()).toEqual([
			'createdDateTime',
			'modifiedDateTime',
			'number',
			'propertyId',
			'status',
		]);
		expect(JSON.stringify(handedOver).length).toBeLessThan(40 * 250);
	});

	it('an execution gets at most 1,000 bookings then, so that what is kept stays small', async () => {
		const options = { afterCrash: 'handOverAgain', maxBookings: 5_000 };
		const here = await world({ output: 'summary', options });
		await sandbox.createBookings(here.property, 1_100);
		expect(await poll(here.node)).toHaveLength(1_000);
		expect(JSON.stringify(saved(here.node)).length).toBeLessThan(300_000);
		expect(await poll(here.node)).toHaveLength(100);
	});

	it('a property that was taken out meanwhile does not come again', async () => {
		const here = await world();
		await sandbox.createBooking(here.property);
		await poll(here.node);
		const other = sandbox.properties[nextProperty++]?.id;
		const propertyId = { __rl: true, mode: 'id', value: other };
		expect(await afterRestart(here, here.node.staticData, { propertyId }).poll()).toBeNull();
	});

	it('in durable mode nothing is kept and nothing comes again: n8n saves both or neither', async () => {
		const property = sandbox.properties[nextProperty++]?.id ?? '';
		const host = new DurableTrigger();
		const parameters = {
			propertyId: { __rl: true, mode: 'id', value: property },
			startFrom: 'now',
			...AGAIN,
		};
		const node = harness(host.type, { parameters, credential: await newClient(sandbox) });
		await host.activate(node);
		await sandbox.createBooking(property);
		expect(await host.scheduled(node)).toHaveLength(1);
		expect(host.cursor).not.toHaveProperty('bookings.handedOver');
		// Switched off again, n8n goes on with this cursor, yet without the transaction.
		await sandbox.createBooking(property);
		expect(await host.scheduled(node, 300_000)).toHaveLength(1);
		expect(host.cursor).toHaveProperty('bookings.handedOver');
	});
});

describe('after a crash, skip', () => {
	it.each([
		['unless something else is chosen', {}],
		['when it is chosen', { options: { afterCrash: 'skip' } }],
	])('nothing is kept and nothing comes again %s', async (_, parameters) => {
		const here = await world(parameters);
		await sandbox.createBooking(here.property);
		expect(await poll(here.node)).toHaveLength(1);
		expect(saved(here.node)).not.toHaveProperty('bookings.handedOver');
		expect(await afterRestart(here, here.node.staticData).poll()).toBeNull();
	});

	it('chosen later, it does not hand over what was kept before', async () => {
		const here = await world();
		await sandbox.createBooking(here.property);
		await poll(here.node);
		const restarted = afterRestart(here, here.node.staticData, { options: {} });
		expect(await restarted.poll()).toBeNull();
		expect(saved(restarted)).not.toHaveProperty('bookings.handedOver');
	});
});

describe('a process', () => {
	it('is another one after a restart', () => {
		const processes = [0, 1].map(() => {
			const state: TriggerState = { version: 1, properties: {} };
			jest.isolateModules(() => {
				const { markHandedOver } = jest.requireActual<HandedOverModule>(MODULE);
				markHandedOver(state, [{ property: '1024', event: 'new', summary: { number: 'a' } }]);
			});
			return state.handedOver?.process;
		});
		expect(new Set(processes).size).toBe(2);
	});
});

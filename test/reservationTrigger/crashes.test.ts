import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allowManyTokens, newClient } from '../support/clients';
import { DurableReservationTrigger } from '../support/durable';
import type { NodeHarness } from '../support/n8n';
import {
	eventsOf,
	FrontDesk,
	pollOnce,
	reservationTrigger,
	savedBy,
	type TriggerOptions,
} from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 67, properties: 20, bookings: 4 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

const HOUR_MS = 3_600_000;
const SEARCH = { path: '/reservations/search' };

async function freshDesk(): Promise<FrontDesk> {
	const property = sandbox.properties[nextProperty++]?.id ?? '';
	return new FrontDesk(sandbox, property, await newClient(sandbox));
}

describe('with durable polling', () => {
	async function activated(): Promise<{
		host: DurableReservationTrigger;
		node: NodeHarness;
		desk: FrontDesk;
	}> {
		const desk = await freshDesk();
		const host = new DurableReservationTrigger();
		const node = await reservationTrigger(sandbox, desk.propertyId, {}, { type: host.type });
		expect(await host.activate(node)).toEqual([]);
		return { host, node, desk };
	}

	it('what happens right after the activation arrives with the first poll', async () => {
		const { host, node, desk } = await activated();
		const { number } = await desk.book();
		expect(eventsOf(await host.scheduled(node))).toEqual([['new', number]]);
		expect(await host.scheduled(node)).toEqual([]);
	});

	it('polls that fail for an hour after the activation do not move the start', async () => {
		await sandbox.settings({ clockOffsetMs: -HOUR_MS });
		const { host, node, desk } = await activated();
		const reservation = await desk.book();
		await sandbox.settings({ clockOffsetMs: 0 });
		await sandbox.fault({ kind: 'status', status: 403, match: SEARCH });
		await expect(host.scheduled(node)).rejects.toThrow(/^Property /);
		expect(eventsOf(await host.scheduled(node))).toEqual([['new', reservation.number]]);
	});

	it('a poll whose items and state n8n did not save is repeated as a whole', async () => {
		const { host, node, desk } = await activated();
		await host.scheduled(node);
		const reservation = await desk.book();
		const { cursor } = host;
		const first = await host.scheduled(node);
		host.cursor = cursor;
		expect(await host.scheduledNextMinute(node)).toEqual(first);
		expect(eventsOf(first)).toEqual([['new', reservation.number]]);
		expect(await host.scheduled(node)).toEqual([]);
	});
});

describe('n8n is killed after it saved the state and before the execution', () => {
	/** What n8n saved, as another process wrote it. */
	function ofAnotherProcess(node: NodeHarness): IDataObject {
		const saved = savedBy(node) as { reservations: { handedOver?: { process: string } } };
		if (saved.reservations.handedOver) saved.reservations.handedOver.process = 'the one before';
		return saved as unknown as IDataObject;
	}

	async function killed(
		parameters: INodeParameters,
	): Promise<{ desk: FrontDesk; number: string; after: NodeHarness }> {
		const desk = await freshDesk();
		const node = await reservationTrigger(sandbox, desk.propertyId, parameters);
		await node.poll();
		const reservation = await desk.book();
		await desk.checkIn(reservation);
		const { number } = reservation;
		expect(eventsOf(await pollOnce(node))).toEqual([
			['new', number],
			['checkedIn', number],
		]);
		const options: TriggerOptions = { staticData: ofAnotherProcess(node) };
		return { desk, number, after: await reservationTrigger(sandbox, desk.propertyId, parameters, options) };
	}

	it('with Skip nothing comes twice', async () => {
		const { after } = await killed({});
		expect(await after.poll()).toBeNull();
	});

	it('with Hand It Over Again its events come again, marked, and later ones once', async () => {
		const { after, desk, number } = await killed({ options: { afterCrash: 'handOverAgain' } });
		expect((await pollOnce(after)).map(({ event, redelivered }) => [event, redelivered])).toEqual([
			['new', true],
			['checkedIn', true],
		]);
		expect(await after.poll()).toBeNull();
		const other = await desk.book();
		expect(eventsOf(await pollOnce(after))).toEqual([['new', other.number]]);
		expect(other.number).not.toBe(number);
	});
});

describe('all properties', () => {
	it('one that joins later starts from the list before', async () => {
		const [first, second] = [await freshDesk(), await freshDesk()];
		const credential = await newClient(sandbox, { propertyIds: [first.propertyId] });
		const parameters = { propertySelection: 'all' };
		const node = await reservationTrigger(sandbox, first.propertyId, parameters, { credential });
		expect(await node.poll()).toBeNull();
		const wider = await newClient(sandbox, { propertyIds: [first.propertyId, second.propertyId] });
		const { number } = await second.book();
		const after = await reservationTrigger(sandbox, first.propertyId, parameters, {
			credential: wider,
			staticData: savedBy(node),
		});
		expect(eventsOf(await pollOnce(after))).toEqual([['new', number]]);
		expect(await after.poll()).toBeNull();
	});
});

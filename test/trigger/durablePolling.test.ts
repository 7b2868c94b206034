import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { packageOfAnotherProcess } from '../support/anotherProcess';
import { newClient } from '../support/clients';
import { DurableTrigger } from '../support/durable';
import { harness, type HarnessOptions, type NodeHarness } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 5, limits: 'off', properties: 20, bookings: 3 });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

async function activated(
	parameters: (propertyId: string) => INodeParameters = () => ({}),
): Promise<{ host: DurableTrigger; node: NodeHarness; property: string; given: HarnessOptions }> {
	const property = sandbox.properties[nextProperty++]?.id ?? '';
	const credential = await newClient(sandbox, { propertyIds: [property] });
	const host = new DurableTrigger();
	const given = {
		parameters: {
			propertyId: { __rl: true, mode: 'id', value: property },
			startFrom: 'now',
			output: 'summary',
			...parameters(property),
		},
		credential,
	};
	const node = harness(host.type, given);
	await host.activate(node);
	return { host, node, property, given };
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const numbers = (items: IDataObject[]) => items.map(({ number }) => number);

/** As if it had been activated an hour ago. */
async function longActivated(...how: Parameters<typeof activated>): ReturnType<typeof activated> {
	await sandbox.settings({ clockOffsetMs: -HOUR_MS });
	return await activated(...how).finally(async () => await sandbox.settings({ clockOffsetMs: 0 }));
}

describe('durable polling', () => {
	it('what happens right after the activation arrives with the first poll', async () => {
		const { host, node, property } = await activated();
		const { number } = await sandbox.createBooking(property);
		expect(numbers(await host.scheduled(node))).toEqual([number]);
		expect(await host.scheduled(node)).toEqual([]);
	});

	it.each([
		['of one property', () => ({})],
		['of several properties', (id: string) => ({ propertySelection: 'several', propertyIds: [id] })],
		['of all properties', () => ({ propertySelection: 'all' })],
	])('polls that fail for an hour after the activation do not move the start %s', async (_, parameters) => {
		const { host, node, property } = await longActivated(parameters);
		const created = { createdDateTime: ago(HOUR_MS / 2), modifiedDateTime: ago(HOUR_MS / 2) };
		const { number } = await sandbox.createBooking(property, created);
		await sandbox.fault({ kind: 'status', status: 403, times: 1000 });
		await expect(host.scheduled(node)).rejects.toThrow();
		await expect(host.scheduled(node)).rejects.toThrow();
		await sandbox.clearFaults();
		expect(numbers(await host.scheduled(node))).toEqual([number]);
		expect(await host.scheduled(node)).toEqual([]);
	});

	it('what happened before the activation is not emitted', async () => {
		const { host, node, property } = await longActivated();
		const before = ago(HOUR_MS + 60_000);
		await sandbox.createBooking(property, { createdDateTime: before, modifiedDateTime: before });
		expect(await host.scheduled(node)).toEqual([]);
	});

	it('switched off and on again before any poll got through, it goes on from the first activation', async () => {
		const { host, node, property } = await longActivated();
		const between = ago(HOUR_MS / 2);
		const { number } = await sandbox.createBooking(property, {
			createdDateTime: between,
			modifiedDateTime: between,
		});
		expect(numbers(await host.activate(node))).toEqual([number]);
		expect(await host.scheduled(node)).toEqual([]);
	});

	it('switched off and on again while a poll runs, it goes on from that moment', async () => {
		const { host, node, property } = await longActivated();
		host.shared = {};
		const again = new DurableTrigger();
		const { parameters } = node.node;
		const credential = await newClient(sandbox, { propertyIds: [property] });
		const other = harness(again.type, { parameters, credential, nodeId: node.node.id });
		await sandbox.fault({ kind: 'delay', delayMs: 500, match: { scope: 'bookingList' } });
		await sandbox.settings({ clockOffsetMs: -HOUR_MS });
		const slow = host.scheduled(node);
		await again.activate(other);
		await slow;
		await sandbox.settings({ clockOffsetMs: 0 });
		const between = ago(HOUR_MS / 2);
		const { number } = await sandbox.createBooking(property, {
			createdDateTime: between,
			modifiedDateTime: between,
		});
		expect(numbers(await again.scheduled(other))).toEqual([number]);
	});

	it('a property that is chosen later is watched from that moment on', async () => {
		const [first, second] = [
			sandbox.properties[nextProperty++]?.id ?? '',
			sandbox.properties[nextProperty++]?.id ?? '',
		];
		const credential = await newClient(sandbox, { propertyIds: [first, second] });
		const host = new DurableTrigger();
		const parameters = { propertySelection: 'several', propertyIds: [first], output: 'summary' };
		const node = harness(host.type, { parameters, credential });
		await host.activate(node);
		await host.scheduled(node);
		const edited = harness(host.type, {
			parameters: { ...parameters, propertyIds: [first, second] },
			credential,
		});
		Object.assign(edited.node, { id: node.node.id });
		await host.activate(edited);
		const { number } = await sandbox.createBooking(second);
		expect(numbers(await host.scheduled(edited))).toEqual([number]);
	});

	it('n8n killed before it saved the activation: the first poll looks two minutes back', async () => {
		const { node, property, given } = await activated();
		const { number } = await sandbox.createBooking(property);
		const host = new DurableTrigger(packageOfAnotherProcess().PartnerHotelTrigger);
		const next = harness(host.type, { ...given, nodeId: node.node.id });
		expect(numbers(await host.scheduled(next))).toEqual([number]);
	});

	it('a poll that comes before n8n has saved the activation starts where that did', async () => {
		const [{ id = '' } = {}] = sandbox.properties.slice(nextProperty);
		await sandbox.createBooking(id);
		await sandbox.settings({ clockOffsetMs: MINUTE_MS });
		const { host, node, property } = await activated();
		host.shared = {};
		const { number } = await sandbox.createBooking(property);
		const items = await host
			.scheduled(node)
			.finally(async () => await sandbox.settings({ clockOffsetMs: 0 }));
		expect(property).toBe(id);
		expect(numbers(items)).toEqual([number]);
	});

	it('what other nodes keep in the workflow stays', async () => {
		const { host, node, property } = await activated();
		Object.assign(host.shared, { counter: 7 });
		await sandbox.createBooking(property);
		await host.scheduled(node);
		await host.activate(node);
		expect(host.shared).toMatchObject({ counter: 7 });
	});

	it('history that the poll on activation emits is not emitted again', async () => {
		const credential = await newClient(sandbox);
		const host = new DurableTrigger();
		const value = sandbox.properties[nextProperty++]?.id ?? '';
		const parameters = { propertyId: { __rl: true, mode: 'id', value }, startFrom: 'everything' };
		const node = harness(host.type, { parameters: { ...parameters, output: 'summary' }, credential });
		expect(await host.activate(node)).toHaveLength(3);
		expect(await host.scheduled(node)).toEqual([]);
	});

	it('a poll whose state n8n read before it saved that of the last one emits nothing again', async () => {
		const { host, node, property } = await activated();
		const [early, first] = [host.cursor, await sandbox.createBooking(property)];
		expect(numbers(await host.scheduled(node))).toEqual([first.number]);
		const saved = host.cursor;
		host.cursor = early;
		expect(await host.scheduled(node)).toEqual([]);
		expect(host.cursor).toEqual(early);
		host.cursor = saved;
		const second = await sandbox.createBooking(property);
		expect(numbers(await host.scheduled(node))).toEqual([second.number]);
	});

	it('what n8n could not save is emitted by the poll of the next minute', async () => {
		const { host, node, property } = await activated();
		const [before, { number }] = [host.cursor, await sandbox.createBooking(property)];
		expect(numbers(await host.scheduled(node))).toEqual([number]);
		host.cursor = before;
		expect(numbers(await host.scheduledNextMinute(node))).toEqual([number]);
	});
});

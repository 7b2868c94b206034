import type { INodeParameters } from 'n8n-workflow';

import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { allowManyTokens, newClient, newClientWithoutToken } from '../support/clients';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 37, properties: 10, bookings: 5 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());

const newProperty = () => sandbox.properties[nextProperty++]?.id ?? '';

function trigger(
	property: string,
	credential: TestCredential,
	parameters: INodeParameters = {},
): NodeHarness {
	return harness(new PartnerHotelTrigger(), {
		parameters: { propertyId: byId(property), ...parameters },
		credential,
	});
}

describe('the time of a poll', () => {
	it.each([36_000, null])(
		'ends a slice in time, with a budget of %s ms, and keeps what is left',
		async (budgetMs) => {
			const property = newProperty();
			const node = trigger(property, await newClient(sandbox), { options: { maxBookings: 5000 } });
			await node.poll();
			await sandbox.createBookings(property, 250);
			const stopwatch = new Stopwatch();
			const first = ((await node.poll({ budgetMs })) ?? []).length;
			expect(stopwatch.stop()).toBeLessThan(36_000);
			expect(first).toBeGreaterThan(100);
			expect(first).toBeLessThanOrEqual(200);
		},
		60_000,
	);

	it.each([
		['the first token', '/auth/token'],
		['the feed', '/bookings'],
	])('ends, whatever hangs: %s', async (_, path) => {
		const node = trigger(newProperty(), await newClientWithoutToken(sandbox));
		await sandbox.fault({ kind: 'delay', delayMs: 20_000, times: 10, match: { path } });
		const stopwatch = new Stopwatch();
		const polled = node.poll({ budgetMs: 10_000 }).finally(async () => await sandbox.clearFaults());
		await expect(polled).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		expect(stopwatch.stop()).toBeLessThan(10_000);
	});

	it('is short for the first one of a process, which n8n waits for', async () => {
		const property = newProperty();
		await sandbox.createBookings(property, 250);
		const node = trigger(property, await newClient(sandbox), { startFrom: 'everything' });
		const stopwatch = new Stopwatch();
		const first = ((await node.poll()) ?? []).length;
		expect(stopwatch.stop()).toBeLessThan(15_000);
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThan(200);
	});
});

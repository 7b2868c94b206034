import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SavedWorkflow } from '../../src/n8n/types.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import { QUICK_POLLS } from '../../src/n8n/polling.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { waitFor } from '../../src/util/waiting.mts';
import { ofProperty, TRIGGER_NAME, watching } from '../../src/n8n/workflows.mts';
import { needs } from './support/applicable.mts';
import { startOwnStack } from './support/stack.mts';

const ARRIVAL_TIMEOUT_MS = 150_000;
/** More than the trigger looks back where it does not know its start. */
const LATER_MS = 5 * 60_000;

/** One workflow watches all properties, in an n8n that is killed. */
describe('Partner Hotel Booking Trigger, killed', () => {
	let stack: Stack;
	let workflow: SavedWorkflow;
	/** Made so far, in any property. */
	const made: string[] = [];

	before(async () => {
		stack = await startOwnStack('durable', { properties: 5, bookings: 20, limits: true });
		const credential = await stack.sandboxCredential();
		workflow = await stack.client.startWorkflow(
			watching('Watch all', credential, { pollTimes: QUICK_POLLS }),
		);
	});
	after(stopAllChildren);

	async function makeBookingsEverywhere(): Promise<void> {
		for (const { id } of stack.sandbox.properties) {
			made.push((await stack.sandbox.control.createBooking(id)).number);
		}
	}

	async function received(): Promise<string[]> {
		const executions = await stack.client.endedExecutions(workflow);
		const outputs = await Promise.all(executions.map((one) => stack.client.outputOf(one, TRIGGER_NAME)));
		return outputs.flat().map(({ number }) => String(number));
	}

	async function assertEachReceivedOnce(): Promise<void> {
		await waitFor(
			{ for: `${made.length} bookings to arrive`, timeoutMs: ARRIVAL_TIMEOUT_MS, everyMs: 1_000 },
			async () => ((await received()).length >= made.length ? true : undefined),
		);
		assert.deepEqual((await received()).sort(), [...made].sort());
	}

	test('what is made right after the activation arrives, from every property, once', async () => {
		await makeBookingsEverywhere();
		await assertEachReceivedOnce();
	});

	test(
		'nothing is lost or repeated when n8n is killed and started again',
		needs('durablePolling', 'durable polling'),
		async () => {
			await makeBookingsEverywhere();
			await stack.killN8n();
			await makeBookingsEverywhere();
			await stack.startN8nAgain();
			await assertEachReceivedOnce();
		},
	);

	test('the start stays where it was while the first polls fail and n8n is killed', async () => {
		const [property] = stack.sandbox.properties;
		assert.ok(property);
		const credential = await stack.sandboxCredential();
		const parameters = { pollTimes: QUICK_POLLS, ...ofProperty(property.id) };
		const late = await stack.client.startWorkflow(watching('Watch one', credential, parameters));
		await stack.sandbox.control.fault({
			kind: 'status',
			status: 503,
			probability: 1,
			match: { path: '/bookings' },
		});
		const { number } = await stack.sandbox.control.createBooking(property.id);
		await waitFor(
			{ for: 'a poll to fail', timeoutMs: ARRIVAL_TIMEOUT_MS, everyMs: 1_000 },
			async () =>
				(await stack.client.endedExecutions(late)).some(({ status }) => status === 'error') || undefined,
		);
		await stack.killN8n();
		await stack.sandbox.control.clearFaults();
		await stack.sandbox.control.settings({ clockOffsetMs: LATER_MS });
		await stack.startN8nAgain();
		const items = await waitFor(
			{ for: 'the booking to arrive', timeoutMs: ARRIVAL_TIMEOUT_MS, everyMs: 1_000 },
			async () => {
				const executions = await stack.client.endedExecutions(late);
				const outputs = await Promise.all(executions.map((one) => stack.client.outputOf(one, TRIGGER_NAME)));
				return outputs.flat().length > 0 ? outputs.flat() : undefined;
			},
		);
		assert.deepEqual(
			items.map((item) => [item['event'], item['number']]),
			[['new', number]],
		);
	});

	test('no request was answered 429', async () => {
		assert.equal((await stack.sandbox.control.report()).byStatus['429'] ?? 0, 0);
	});
});

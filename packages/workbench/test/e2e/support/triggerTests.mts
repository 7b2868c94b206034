import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { SandboxClient } from '../../../../sandbox/src/client.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import { hasShortTokens, startOwnStack } from './stack.mts';
import { Watch, type Expected } from './watch.mts';
import { statusesOf } from './statuses.mts';

/** An execution that a poll starts is there well within this time. */
const EXECUTION_STARTS_WITHIN_MS = 5_000;

interface TriggerPlan {
	/** Also of the folder. */
	name: string;
	settings?: Record<string, string>;
	/** Of the triggers, beside the usual ones. */
	parameters?: Record<string, unknown>;
}

/**
 * What the booking trigger does in a real n8n. Three properties are watched at once, so that the tests share the
 * minutes between polls.
 */
export function testTrigger({ name, settings, parameters }: TriggerPlan): void {
	let stack: Stack;
	let control: SandboxClient;
	let watches: [Watch, Watch, Watch];
	/** What each property's workflow must have received so far: every execution, in order. */
	const expected: [Expected[], Expected[], Expected[]] = [[], [], []];
	/** Bookings that existed before the trigger was switched on. */
	let toChange: string;
	let toCancel: string;

	before(async () => {
		stack = await startOwnStack(name, { properties: 3, bookings: 250, limits: true }, settings);
		control = stack.sandbox.control;
		const [first, second, third] = stack.sandbox.properties;
		assert.ok(first && second && third);
		toChange = (await control.createBooking(second.id)).number;
		toCancel = (await control.createBooking(third.id)).number;
		const credential = await stack.sandboxCredential();
		watches = [
			await Watch.start(stack, credential, first.id, parameters),
			await Watch.start(stack, credential, second.id, parameters),
			await Watch.start(stack, credential, third.id, parameters),
		];
	});
	after(stopAllChildren);

	async function assertAllReceived(): Promise<void> {
		for (const [position, watch] of watches.entries())
			await watch.assertReceived(...(expected[position] ?? []));
	}

	test('a new booking, a change and a cancellation each start the workflow once', async () => {
		const [first, second, third] = watches;
		const { number } = await control.createBooking(first.propertyId);
		await control.changeBooking(second.propertyId, toChange);
		await control.cancelBooking(third.propertyId, toCancel);
		expected[0].push({ event: 'new', number });
		expected[1].push({ event: 'changed', number: toChange });
		expected[2].push({ event: 'cancelled', number: toCancel });
		await assertAllReceived();
	});

	test('the item carries the details of the booking', async () => {
		const [[item] = []] = await watches[0].executions(1);
		const booking = item?.['booking'] as { number: string; roomStays: unknown[] } | undefined;
		assert.equal(booking?.number, expected[0][0]?.number);
		assert.ok(booking?.roomStays.length);
	});

	test('a change of a booking that was reported starts it once more, and only there', async () => {
		const number = expected[0][0]?.number ?? '';
		await control.changeBooking(watches[0].propertyId, number);
		expected[0].push({ event: 'changed', number });
		await assertAllReceived();
	});

	test('what happened while n8n was down arrives once after it is started again', async () => {
		const [first, second, third] = watches;
		const number = expected[0][0]?.number ?? '';
		await stack.stopN8n();
		await control.cancelBooking(first.propertyId, number);
		await control.changeBooking(second.propertyId, toChange);
		const made = await control.createBooking(third.propertyId);
		await stack.startN8nAgain();
		expected[0].push({ event: 'cancelled', number });
		expected[1].push({ event: 'changed', number: toChange });
		expected[2].push({ event: 'new', number: made.number });
		await assertAllReceived();
	});

	test('nothing is repeated by the polls after that', async () => {
		await Promise.all(watches.map((watch) => watch.nextPoll()));
		await sleep(EXECUTION_STARTS_WITHIN_MS);
		await assertAllReceived();
	});

	test('stayed within the rate limits; expired tokens were renewed', async () => {
		assert.deepEqual(await statusesOf(control), hasShortTokens() ? ['200', '401'] : ['200']);
	});
}

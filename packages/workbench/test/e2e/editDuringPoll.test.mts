import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OLDER_POLLING } from '../../src/n8n/polling.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { startOwnStack } from './support/stack.mts';
import { Watch } from './support/watch.mts';

/** The details of the booking take so long that the edit comes first. */
const DETAILS_MS = 12_000;

/** n8n lets a poll run on when its workflow is saved: the next activation polls beside it. */
describe('Partner Hotel Booking Trigger, edited during a poll, with older polling', () => {
	let stack: Stack;
	let watch: Watch;

	before(async () => {
		stack = await startOwnStack(
			'editDuringPoll',
			{ properties: 1, bookings: 20, limits: true },
			OLDER_POLLING,
		);
		const [property] = stack.sandbox.properties;
		watch = await Watch.start(stack, await stack.sandboxCredential(), property?.id ?? '');
	});
	after(stopAllChildren);

	test('the booking that both polls read starts the workflow once', async () => {
		const { control } = stack.sandbox;
		const { number } = await control.createBooking(watch.propertyId);
		await control.fault({ kind: 'delay', delayMs: DETAILS_MS, match: { path: `/bookings/${number}` } });
		await watch.nextPoll();
		await watch.edit({ options: { maxBookings: 400 } });
		await watch.assertReceived({ event: 'new', number });
		await sleep(DETAILS_MS);
		await watch.nextPoll();
		const reads = await control.allRequests(`/bookings/${number}`);
		assert.equal(reads.length, 2, 'both polls read the details');
		await watch.assertReceived({ event: 'new', number });
	});
});

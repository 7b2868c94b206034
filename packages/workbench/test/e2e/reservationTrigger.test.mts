import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { SandboxClient } from '../../../sandbox/src/client.mts';
import type { Items, SavedWorkflow } from '../../src/n8n/types.mts';
import { QUICK_POLLS } from '../../src/n8n/polling.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { waitFor } from '../../src/util/waiting.mts';
import { TRIGGER_NAME, watchingReservations } from '../../src/n8n/workflows.mts';
import { reservationPolls, untilPolls } from './support/reservationPolls.mts';
import { hasShortTokens, startOwnStack } from './support/stack.mts';
import { statusesOf } from './support/statuses.mts';

const ARRIVAL_TIMEOUT_MS = 150_000;
const DAY_MS = 24 * 3_600_000;

/** A workflow watches the reservations of a property, through a restart of n8n. */
describe('Partner Hotel Reservation Trigger in n8n', () => {
	let stack: Stack;
	let control: SandboxClient;
	let workflow: SavedWorkflow;
	let propertyId: string;
	let reservation: { number: string; pmsRoomStayId: string };
	const expected: Array<[string, string]> = [];

	before(async () => {
		stack = await startOwnStack('reservationTrigger', { properties: 1, bookings: 20, limits: true });
		control = stack.sandbox.control;
		propertyId = stack.sandbox.properties[0]?.id ?? '';
		reservation = await book();
		await nextSecond();
		const credential = await stack.sandboxCredential();
		const events = ['new', 'changed', 'cancelled', 'checkedIn', 'checkedOut', 'roomChanged'];
		const parameters = { events, pollTimes: QUICK_POLLS };
		const watching = watchingReservations('Watch reservations', credential, propertyId, parameters);
		workflow = await stack.client.startWorkflow(watching);
	});
	after(stopAllChildren);

	async function book(): Promise<{ number: string; pmsRoomStayId: string }> {
		const booking = await control.createBooking(propertyId, { roomStays: 1 });
		const all = await control.reservations(propertyId, 100);
		const made = all.find(({ bookingNumber }) => bookingNumber === booking.number);
		const pmsRoomStayId = made?.roomStays[0]?.pmsRoomStayId;
		assert.ok(made && pmsRoomStayId);
		return { number: made.number, pmsRoomStayId };
	}

	/** What is made in the second of the activation may come as new (docs/trigger.md, What is stored). */
	async function nextSecond(): Promise<void> {
		const second = () => Math.floor(Date.now() / 1_000);
		const before = second();
		await waitFor({ for: 'the next second', timeoutMs: 10_000, everyMs: 100 }, async () =>
			second() > before ? true : undefined,
		);
	}

	async function received(): Promise<Items> {
		const executions = await stack.client.endedExecutions(workflow);
		const outputs = await Promise.all(executions.map((one) => stack.client.outputOf(one, TRIGGER_NAME)));
		return outputs.flat();
	}

	async function assertAllReceived(): Promise<Items> {
		await waitFor(
			{ for: `${expected.length} events to arrive`, timeoutMs: ARRIVAL_TIMEOUT_MS, everyMs: 1_000 },
			async () => ((await received()).length >= expected.length ? true : undefined),
		);
		const items = await received();
		assert.deepEqual(
			items.map(({ event, number }) => [event, number]),
			expected,
		);
		return items;
	}

	async function nextPoll(number?: number): Promise<void> {
		await untilPolls(control, number ?? (await reservationPolls(control)) + 1);
	}

	/** A day ahead of UTC, so that it is after the start at every hotel. */
	const minute = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 16);

	test('a check-in at the front desk starts the workflow, with the room stay', async () => {
		const { number, pmsRoomStayId } = reservation;
		// The first poll lists earlier reservations: what changes before it is over may pass for a new one.
		await nextPoll(2);
		await control.changeRoomStay(propertyId, pmsRoomStayId, { actualCheckInDateTime: minute() });
		expected.push(['checkedIn', number]);
		const [item] = await assertAllReceived();
		assert.deepEqual(
			(item?.['changedStays'] as Array<{ pmsRoomStayId: string }>).map((stay) => stay.pmsRoomStayId),
			[pmsRoomStayId],
		);
	});

	test('what happened while n8n was down arrives once after it is started again', async () => {
		await stack.stopN8n();
		const { number, pmsRoomStayId } = reservation;
		await control.changeRoomStay(propertyId, pmsRoomStayId, { actualCheckOutDateTime: minute() });
		await stack.startN8nAgain();
		expected.push(['checkedOut', number]);
		await assertAllReceived();
	});

	test('nothing is repeated by the polls after that, and a new reservation arrives', async () => {
		const { number } = await book();
		expected.push(['new', number]);
		await assertAllReceived();
		await nextPoll();
		await assertAllReceived();
	});

	test('stayed within the rate limits; expired tokens were renewed', async () => {
		assert.deepEqual(await statusesOf(control), hasShortTokens() ? ['200', '401'] : ['200']);
	});
});

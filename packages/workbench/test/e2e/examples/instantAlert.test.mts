import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Inbox } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Examples, until } from '../support/examples.mts';
import { startTestStack } from '../support/stack.mts';

const KEY = 'invented-key-of-the-alert';
const EVENTS_NODE = 'Partner Hotel Event Trigger';
const POLLING_NODE = 'Every hour';

let stack: Stack;
let inbox: Inbox;
let property: Property;
let workflow: SavedWorkflow;

before(async () => {
	stack = await startTestStack('instantAlert', { properties: 1, bookings: 20, limits: true });
	inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
	property = stack.sandbox.properties[0] as Property;
	const { client } = stack;
	const examples = await Examples.of(stack, inbox, {
		httpHeaderAuth: await client.createCredential('Key', { name: 'API-KEY', value: KEY }, 'httpHeaderAuth'),
	});
	workflow = await examples.activate('instant-booking-alert', property);
	await sendEvents();
});
after(async () => {
	await stopAllChildren();
	await inbox?.close();
});

async function sendEvents(): Promise<void> {
	const trigger = workflow.nodes.find(({ name }) => name === EVENTS_NODE);
	await stack.sandbox.control.setWebhook(stack.sandbox.clientId, {
		url: `${stack.url}/webhook/${trigger?.webhookId}/events`,
		authentication: { kind: 'apiKey', key: KEY },
	});
}

const alertsAbout = (number: string) => inbox.slackMessages.filter(({ text }) => text.includes(number));

/** Whether both nodes have handed the booking on, each in an execution of its own. */
async function startedBy(node: string, number: string): Promise<boolean> {
	const executions = await stack.client.endedExecutions(workflow);
	const outputs = await Promise.all(
		executions.map(async (execution) => await stack.client.outputOf(execution, node)),
	);
	return outputs.flat().some((item) => (item['number'] ?? item['bookingNumber']) === number);
}

test('an event alerts at once, and the poll that brings the same booking does not alert again', async () => {
	const { number } = await stack.sandbox.control.createBooking(property.id);
	const before = Date.now();
	await until('the alert', async () => (alertsAbout(number).length > 0 ? true : undefined));
	assert.ok(Date.now() - before < 30_000);
	await until('the event', async () => ((await startedBy(EVENTS_NODE, number)) ? true : undefined));
	await until('the poll', async () => ((await startedBy(POLLING_NODE, number)) ? true : undefined));
	assert.equal(alertsAbout(number).length, 1);
	assert.equal(inbox.mails.filter(({ subject }) => subject.includes(number)).length, 1);
});

test('a booking whose event does not arrive is alerted by the poll', async () => {
	await stack.sandbox.control.setWebhook(stack.sandbox.clientId, null);
	const { number } = await stack.sandbox.control.createBooking(property.id);
	await until('the alert', async () => (alertsAbout(number).length > 0 ? true : undefined));
	assert.equal(await startedBy(EVENTS_NODE, number), false);
	assert.match(alertsAbout(number)[0]?.text ?? '', /New booking/);
});

test('a cancellation is alerted once, too', async () => {
	await sendEvents();
	const { number } = await stack.sandbox.control.createBooking(property.id);
	await until('the alert', async () => (alertsAbout(number).length > 0 ? true : undefined));
	await stack.sandbox.control.cancelBooking(property.id, number);
	await until('the cancellation', async () => (alertsAbout(number).length > 1 ? true : undefined));
	assert.match(alertsAbout(number)[1]?.text ?? '', /Booking cancelled/);
});

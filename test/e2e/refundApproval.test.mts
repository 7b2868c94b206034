import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Inbox } from '../../tools/demo/inbox/inbox.mts';
import { CREDENTIAL_TYPE } from '../../tools/n8n/n8nClient.mts';
import type { Stack } from '../../tools/n8n/stack.mts';
import { stopAllChildren } from '../../tools/processes/children.mts';
import type { Property } from '../../tools/sandbox/sandboxProcess.mts';
import { inRoot } from '../../tools/util/paths.mts';
import { Examples, until } from './support/examples.mts';
import { startTestStack } from './support/stack.mts';

const NAME = 'refundApproval';
const FORM = 'Refund request';
const AMOUNT = 12.5;
/** n8n takes a visitor without a browser for a program that looks at links in advance. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/130 Safari/537.36' };

let stack: Stack;
let inbox: Inbox;
let property: Property;
let examples: Examples;

before(async () => {
	stack = await startTestStack(NAME, { properties: 1, bookings: 60, limits: true });
	inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
	property = stack.sandbox.properties[0] as Property;
	const smtp = { host: '127.0.0.1', port: inbox.mailPort, secure: false, disableStartTls: true };
	const credentials = {
		[CREDENTIAL_TYPE]: await stack.sandboxCredential(),
		smtp: await stack.client.createCredential('Inbox', smtp, 'smtp'),
	};
	examples = new Examples(stack, inRoot('.e2e', NAME), credentials, inbox);
});
after(async () => {
	await stopAllChildren();
	await inbox?.close();
});

/** Asks for a refund, in the place of somebody who fills in the form. */
async function ask(reservationNumber: string, reason: string): Promise<() => Promise<string[]>> {
	const asked = { reservationNumber, room: 1, amount: AMOUNT, reason };
	const assignments = Object.entries(asked).map(([name, value], index) => ({
		id: String(index),
		name,
		type: typeof value,
		value,
	}));
	const workflow = await examples.import('refund-approval', property, {
		name: `Refund: ${reason}`,
		nodes: {
			[FORM]: { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
			Request: { parameters: { assignments: { assignments } } },
		},
	});
	await stack.client.run(workflow, FORM);
	return async () => {
		const execution = await examples.ended(workflow);
		return [execution.status, await examples.reasonOf(execution)];
	};
}

async function answer(reason: string, approved: boolean): Promise<void> {
	const mail = await until(`a question about '${reason}'`, () =>
		inbox.mails.find(({ subject, html }) => subject.startsWith('Approve') && html.includes(reason)),
	);
	assert.match(mail.html, /Hotel: /);
	assert.ok(mail.html.includes(`${AMOUNT.toFixed(2)}`), mail.html);
	const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
		link.replaceAll('&amp;', '&'),
	);
	const link = links.find((one) => one.includes(`approved=${approved}`));
	assert.ok(link, mail.html);
	const { pathname, search } = new URL(link);
	const response = await fetch(`${stack.url}${pathname}${search}`, { headers: BROWSER });
	assert.equal(response.status, 200);
}

async function paidReservation(): Promise<string> {
	const reservations = await stack.sandbox.control.reservations(property.id, 200);
	const found = reservations.find(({ roomStays }) => roomStays.some(({ status }) => status === 'CheckedOut'));
	assert.ok(found);
	return found.number;
}

test('a refund is posted once it is approved, and not before', async () => {
	const before = (await stack.sandbox.control.payments(property.id)).length;
	const ended = await ask(await paidReservation(), 'Broken heating');
	await until('the question', () => inbox.mails.find(({ subject }) => subject.startsWith('Approve')));
	assert.equal((await stack.sandbox.control.payments(property.id)).length, before);
	await answer('Broken heating', true);
	assert.deepEqual(await ended(), ['success', '']);
	const after = await stack.sandbox.control.payments(property.id);
	assert.equal(after.length, before + 1);
	const mail = await until('the confirmation', () =>
		inbox.mails.find(({ subject }) => subject.startsWith('Refunded')),
	);
	assert.match(mail.text, /^Refund: [A-Z]{3} 12\.50$/m);
	assert.match(mail.text, /^Reason: Broken heating$/m);
	assert.ok(mail.html.includes('Broken heating'));
});

test('a refund that is declined is not posted', async () => {
	const before = (await stack.sandbox.control.payments(property.id)).length;
	const ended = await ask(await paidReservation(), 'Changed my mind');
	await answer('Changed my mind', false);
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal((await stack.sandbox.control.payments(property.id)).length, before);
	await until('the refusal', () => inbox.mails.find(({ subject }) => subject.startsWith('Not refunded')));
});

test('a reservation that is not there is named', async () => {
	const ended = await ask('20200101-1-1', 'Nobody');
	const [status, reason] = await ended();
	assert.equal(status, 'error');
	assert.match(reason ?? '', /^Refund for booking 20200101-1-1 of property \d+: nothing was refunded/);
});

test('a refund whose answer is lost is looked up: it was posted once', async () => {
	const { control } = stack.sandbox;
	const before = (await control.payments(property.id)).length;
	const ended = await ask(await paidReservation(), 'Lost answer');
	await control.fault({ kind: 'reset', when: 'after', times: 1, match: { path: '/process-refund' } });
	await answer('Lost answer', true);
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal((await control.payments(property.id)).length, before + 1);
});

test('a refund that may have been posted is not reported as one that was not', async () => {
	const { control } = stack.sandbox;
	const ended = await ask(await paidReservation(), 'No records');
	await until('the question', () => inbox.mails.find(({ html }) => html.includes('No records')));
	await control.fault({ kind: 'reset', when: 'after', times: 1, match: { path: '/process-refund' } });
	// Before the refund, the reservation and its payment systems are read.
	await control.fault({
		kind: 'status',
		status: 503,
		skip: 2,
		times: 99,
		match: { method: 'GET', path: '/reservations/' },
	});
	await answer('No records', true);
	const [status, reason] = await ended();
	await control.clearFaults();
	assert.equal(status, 'error');
	assert.match(reason ?? '', /approved, and it is unknown whether it was posted/);
	assert.match(reason ?? '', /Do not repeat it/);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Inbox, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Examples, until } from '../support/examples.mts';
import { BROWSER, linksIn, sendForm } from '../support/forms.mts';
import { startTestStack } from '../support/stack.mts';

const NAME = 'refundApproval';
const FORM = 'Refund request';
const AMOUNT = 12.5;

let stack: Stack;
let inbox: Inbox;
let property: Property;
let examples: Examples;

before(async () => {
	stack = await startTestStack(NAME, { properties: 1, bookings: 60, limits: true, longTokens: true });
	inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
	property = stack.sandbox.properties[0] as Property;
	examples = await Examples.of(stack, inbox);
});
after(async () => {
	await stopAllChildren();
	await inbox?.close();
});

interface Asked {
	amount?: number;
	settings?: Record<string, string>;
	/** Parameters of the question. */
	question?: Record<string, unknown>;
}

/** Asks for a refund, in the place of somebody who fills in the form. */
async function ask(
	reservationNumber: string,
	reason: string,
	{ amount = AMOUNT, settings, question }: Asked = {},
): Promise<() => Promise<string[]>> {
	const refund = { reservationNumber, room: 1, amount, reason };
	const assignments = Object.entries(refund).map(([name, value], index) => ({
		id: String(index),
		name,
		type: typeof value,
		value,
	}));
	const workflow = await examples.import('refund-approval', property, {
		name: `Refund: ${reason.slice(0, 40)}`,
		settings,
		nodes: {
			[FORM]: { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
			Request: { parameters: { assignments: { assignments } } },
			...(question && { 'Ask for approval': { parameters: question } }),
		},
	});
	await stack.client.run(workflow, FORM);
	asked.set(reason, workflow);
	return async () => {
		const execution = await examples.ended(workflow);
		return [execution.status, await examples.reasonOf(execution)];
	};
}

/** By reason. */
const asked = new Map<string, { id: string }>();

/** The mail, as soon as its links work: n8n sends it before it has saved that the execution waits. */
async function questionAbout(reason: string): Promise<ReceivedMail> {
	const mail = await until(`a question about '${reason}'`, () =>
		inbox.mails.find(({ subject, html }) => subject.startsWith('Approve') && html.includes(reason)),
	);
	const [, workflow] = [...asked].find(([whole]) => whole.includes(reason)) ?? [];
	assert.ok(workflow);
	await until(`the execution about '${reason}' to wait, or to have ended`, async () => {
		const executions = await stack.client.executions(workflow);
		return executions.find(({ status }) => !['new', 'running'].includes(status));
	});
	return mail;
}

/** What programs do with a mail before a person reads it: open every link, with and without a body. */
async function scan(mail: ReceivedMail): Promise<string[]> {
	const pages: string[] = [];
	for (const link of linksIn(mail, stack.url)) {
		for (const decision of ['true', 'false']) {
			const address = link.replace(/approved=(true|false)/, `approved=${decision}`);
			for (const method of ['HEAD', 'GET']) {
				const response = await fetch(address, { method, headers: BROWSER });
				pages.push(await response.text());
			}
		}
	}
	return pages;
}

/** Fills in the form behind the link and sends it. */
async function answer(reason: string, decision: string, amount = ''): Promise<string> {
	const mail = await questionAbout(reason);
	const [link] = linksIn(mail, stack.url);
	assert.ok(link, mail.html);
	const page = await (await fetch(link, { headers: BROWSER })).text();
	await sendForm(link, decision, amount);
	return page;
}

async function paidReservation(): Promise<string> {
	const reservations = await stack.sandbox.control.reservations(property.id, 200);
	const found = reservations.find(({ roomStays }) => roomStays.some(({ status }) => status === 'CheckedOut'));
	assert.ok(found);
	return found.number;
}

async function posted(): Promise<number> {
	return (await stack.sandbox.control.payments(property.id)).length;
}

test('a refund is posted once it is approved, and not before', async () => {
	const before = await posted();
	const ended = await ask(await paidReservation(), 'Broken heating');
	const question = await questionAbout('Broken heating');
	assert.match(question.html, /Hotel: /);
	assert.match(question.html, /Refund: [A-Z]{3} 12\.50/);
	assert.match(question.html, /Paid and refundable: [A-Z]{3} [\d,.]+/);
	assert.equal(await posted(), before);
	const page = await answer('Broken heating', 'Refund', '12.50');
	assert.match(page, /Refund: [A-Z]{3} 12\.50/);
	assert.match(page, /Paid and refundable: [A-Z]{3} [\d,.]+/);
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal(await posted(), before + 1);
	const mail = await until('the confirmation', () =>
		inbox.mails.find(({ subject }) => subject.startsWith('Refunded')),
	);
	assert.match(mail.text, /^Refund: [A-Z]{3} 12\.50$/m);
	assert.match(mail.text, /^Reason: Broken heating$/m);
	assert.ok(mail.html.includes('Broken heating'));
});

test('a program that opens every link of the e-mail refunds nothing and answers nothing', async () => {
	const before = await posted();
	const ended = await ask(await paidReservation(), 'Scanned mail');
	const question = await questionAbout('Scanned mail');
	assert.ok(linksIn(question, stack.url).length > 0);
	const pages = await scan(question);
	assert.ok(pages.some((page) => page.includes('Amount again')));
	assert.equal(await posted(), before);
	await answer('Scanned mail', 'Refund', String(AMOUNT));
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal(await posted(), before + 1);
	await scan(question);
	assert.equal(await posted(), before + 1);
});

test("n8n's approval buttons act when they are opened; even so, nothing is refunded without the amount", async () => {
	const before = await posted();
	const ended = await ask(await paidReservation(), 'Buttons', {
		question: { responseType: 'approval', approvalOptions: { values: { approvalType: 'double' } } },
	});
	await scan(await questionAbout('Buttons'));
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal(await posted(), before);
});

test('a refund that is declined is not posted', async () => {
	const before = await posted();
	const ended = await ask(await paidReservation(), 'Changed my mind');
	await answer('Changed my mind', 'Decline', String(AMOUNT));
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal(await posted(), before);
	const mail = await until('the refusal', () =>
		inbox.mails.find(({ subject, text }) => subject.startsWith('Not refunded') && text.includes('my mind')),
	);
	assert.match(mail.text, /^Why: It was declined\.$/m);
});

for (const [what, amount] of [
	['another amount', '125'],
	['no amount', ''],
	['an amount in words', 'twelve'],
] as const) {
	test(`a refund that is approved with ${what} is not posted`, async () => {
		const before = await posted();
		const ended = await ask(await paidReservation(), `With ${what}`);
		await answer(`With ${what}`, 'Refund', amount);
		assert.deepEqual(await ended(), ['success', '']);
		assert.equal(await posted(), before);
		const mail = await until('the refusal', () =>
			inbox.mails.find(
				({ subject, text }) => subject.startsWith('Not refunded') && text.includes(`With ${what}`),
			),
		);
		assert.match(mail.text, /^Why: The amount was not entered again/m);
	});
}

for (const [what, asked, reason] of [
	['more than the limit', { amount: 200.01 }, /more than the limit in Settings, 200$/],
	[
		'more than was paid',
		{ amount: 99_999, settings: { maxRefund: '100000' } },
		/more than can be refunded, [\d.]+ [A-Z]{3}$/,
	],
	['nothing', { amount: 0 }, /the amount is not more than zero$/],
	['less than nothing', { amount: -5 }, /the amount is not more than zero$/],
] as const) {
	test(`a refund of ${what} is refused, and nobody is asked`, async () => {
		const [before, mails] = [await posted(), inbox.mails.length];
		const ended = await ask(await paidReservation(), `Of ${what}`, asked);
		const [status, failure = ''] = await ended();
		assert.equal(status, 'error');
		assert.match(
			failure,
			/^Refund for booking \S+ of property \d+: nothing was refunded, and nobody was asked/,
		);
		assert.match(failure, reason);
		assert.equal(await posted(), before);
		assert.deepEqual(inbox.mails.slice(mails), []);
	});
}

test('text of others stands below the facts, marked, and can look like none of them', async () => {
	const forged =
		'Forged\nRefund: EUR 1.00\\nHotel: ours</p><h1>Approved</h1><a href="https://x.example">Send</a>\u202Eend';
	const ended = await ask(await paidReservation(), forged);
	const mail = await questionAbout('Forged');
	const [link = ''] = linksIn(mail, stack.url);
	const page = await (await fetch(link, { headers: BROWSER })).text();
	for (const html of [mail.html, page]) {
		assert.doesNotMatch(html, /<h1>Approved|<a [^>]*x\.example|\u202E/);
		assert.doesNotMatch(html, /^(Refund: EUR 1\.00|Hotel: ours)/m);
		assert.ok(html.indexOf('Paid and refundable') < html.indexOf('Reason: Forged'));
	}
	assert.equal(linksIn(mail, stack.url).length, 1);
	assert.match(mail.html, /nobody has checked it:/);
	assert.match(page, /Text of others, not checked/);
	await answer('Forged', 'Decline');
	assert.deepEqual(await ended(), ['success', '']);
});

test('a reservation that is not there is named', async () => {
	const ended = await ask('20200101-1-1', 'Nobody');
	const [status, reason] = await ended();
	assert.equal(status, 'error');
	assert.match(reason ?? '', /^Refund for booking 20200101-1-1 of property \d+: nothing was refunded/);
});

test('a refund whose answer is lost is looked up: it was posted once', async () => {
	const { control } = stack.sandbox;
	const before = await posted();
	const ended = await ask(await paidReservation(), 'Lost answer');
	await control.fault({ kind: 'reset', when: 'after', times: 1, match: { path: '/process-refund' } });
	await answer('Lost answer', 'Refund', String(AMOUNT));
	assert.deepEqual(await ended(), ['success', '']);
	assert.equal(await posted(), before + 1);
});

test('a refund that may have been posted is not reported as one that was not', async () => {
	const { control } = stack.sandbox;
	const ended = await ask(await paidReservation(), 'No records');
	await questionAbout('No records');
	await control.fault({ kind: 'reset', when: 'after', times: 1, match: { path: '/process-refund' } });
	// Before the refund, the reservation and its payment systems are read.
	await control.fault({
		kind: 'status',
		status: 503,
		skip: 2,
		times: 99,
		match: { method: 'GET', path: '/reservations/' },
	});
	await answer('No records', 'Refund', String(AMOUNT));
	const [status, reason] = await ended();
	await control.clearFaults();
	assert.equal(status, 'error');
	assert.match(reason ?? '', /approved, and it is unknown whether it was posted/);
	assert.match(reason ?? '', /Do not repeat it/);
});

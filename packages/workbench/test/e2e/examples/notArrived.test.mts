import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DateTime } from 'luxon';
import { Inbox, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Examples, until } from '../support/examples.mts';
import { linksIn, sendForm } from '../support/forms.mts';
import { assertComplete, mailThat } from '../support/mails.mts';
import { startTestStack } from '../support/stack.mts';

const NAME = 'not-arrived';
const TRIGGER = 'Partner Hotel Guest Journey Trigger';
/** Tomorrow at the hotel: that far its clock is moved ahead. */
const DAY = DateTime.now().setZone('Europe/London').plus({ days: 1 }).startOf('day');

const LIST = 'night@hotel.example';
const LIST_ONLY = 'reception@hotel.example';
const MANAGER = 'charges@hotel.example';
const NOT_SWITCHED_ON = { mailTo: LIST_ONLY, managerMail: 'nobody-asked@hotel.example' };
const CHARGING = { mailTo: LIST, proposeCharges: 'true', managerMail: MANAGER, maxCharge: '100000' };

interface Question {
	mail: ReceivedMail;
	number: string;
	/** As the question shows it. */
	amount: number;
}

let stack: Stack;
let inbox: Inbox;
let property: Property;
let examples: Examples;
let charging: SavedWorkflow;
/** By reservation: the penalty that the list shows; null where it is not known. */
let penalties: Map<string, number | null>;
/** What could not be proposed, as the executions say it. */
let failures: string;
/** About a reservation with one room. */
let questions: Question[];
let charged: Question;

before(async () => {
	stack = await startTestStack(NAME, { properties: 1, bookings: 40, limits: true });
	inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
	property = stack.sandbox.properties[0] as Property;
	examples = await Examples.of(stack, inbox);
	await theClockIs({ hour: 9, minute: 50 });
	const expected: string[] = [];
	for (let count = 0; count < 20; count++) expected.push(await book(1));
	expected.push(await book(3));
	await examples.activate(NAME, property, {
		name: 'Charges are not switched on',
		nodes: at('Not arrived', '10:00'),
		settings: NOT_SWITCHED_ON,
	});
	charging = await examples.activate(NAME, property, {
		name: 'Charges are proposed',
		nodes: at('Not arrived', '10:00'),
		settings: CHARGING,
	});
	await theClockIs({ hour: 10, minute: 1 });

	// A poll hands over what it has read in its time: there may be several lists.
	penalties = await until('all of them to be listed', () => {
		const lists = inbox.mails.filter(({ to }) => to.includes(LIST)).map(penaltiesIn);
		const all = new Map(lists.flatMap((one) => [...one]));
		return expected.every((number) => all.has(number)) ? all : undefined;
	});
	failures = await until('the lists to have ended', async () => {
		const executions = await stack.client.executions(charging);
		return executions.some(({ status }) => ['new', 'running'].includes(status))
			? undefined
			: await failuresOf(charging);
	});
	const mails = await until('a question for each penalty', () => {
		const asked = inbox.mails.filter(isQuestion);
		const isAsked = (number: string) => asked.some(({ subject }) => subject.includes(number));
		const owing = [...penalties].filter(([number, penalty]) => penalty && !failures.includes(number));
		return owing.every(([number]) => isAsked(number)) ? asked : undefined;
	});
	questions = mails
		.filter(({ html }) => html.includes('Room: 1 of 1'))
		.map((one) => ({ mail: one, number: numberIn(one), amount: amountIn(one) }));
});
after(async () => {
	await stopAllChildren();
	await inbox?.close();
});

async function theClockIs(time: { hour: number; minute: number }): Promise<void> {
	await stack.sandbox.control.clock({ now: DAY.set(time).toUTC().toISO() ?? '' });
}

/** A moment of that day. */
function at(name: string, time: string) {
	const moment = [{ name, anchor: 'notArrived', count: 0, unit: 'days', time }];
	return { [TRIGGER]: { parameters: { moments: { moment } } } };
}

/** @returns the number of the reservation */
async function book(roomStays: number): Promise<string> {
	const arrivalDate = DAY.toISODate() ?? '';
	const plan = { roomStays, sameDates: true, nights: 2, complimentary: false, arrivalDate };
	const booking = await stack.sandbox.control.createBooking(property.id, plan);
	const all = await stack.sandbox.control.reservations(property.id, 100);
	return all.find(({ bookingNumber }) => bookingNumber === booking.number)?.number ?? '';
}

/** Of all its executions. */
async function failuresOf(workflow: SavedWorkflow): Promise<string> {
	const ended = await stack.client.endedExecutions(workflow);
	return (await Promise.all(ended.map((one) => examples.reasonOf(one)))).join('\n');
}

async function mail(what: string, isIt: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
	return await mailThat(inbox, what, isIt);
}

async function payments(): Promise<number[]> {
	return (await stack.sandbox.control.payments(property.id)).map(({ value }) => value);
}

function isQuestion({ subject }: ReceivedMail): boolean {
	return subject.startsWith('Charge reservation ');
}

function penaltiesIn({ text }: ReceivedMail): Map<string, number | null> {
	const lines = text.matchAll(/^(\S+): .+it costs: (?:[A-Z]{3} ([\d,.]+)|not known)$/gm);
	return new Map([...lines].map(([, number = '', amount]) => [number, amount ? amountOf(amount) : null]));
}

function numberIn({ subject }: ReceivedMail): string {
	return /reservation (\S+), not arrived/.exec(subject)?.[1] ?? '';
}

function amountIn({ html }: ReceivedMail): number {
	return amountOf(/Charge: [A-Z]{3} ([\d,.]+), for this room/.exec(html)?.[1]);
}

/** An amount as messages write it. */
function amountOf(text = ''): number {
	return Number(text.replaceAll(',', ''));
}

/** Fills in the form behind the link of the mail, as soon as the execution waits for it. */
async function answer({ mail: question }: Question, decision: string, amount: number): Promise<void> {
	await until('the executions to wait', async () => {
		const executions = await stack.client.executions(charging);
		return executions.every(({ status }) => !['new', 'running'].includes(status)) || undefined;
	});
	const [link = ''] = linksIn(question, stack.url);
	await sendForm(link, decision, String(amount));
}

function nextQuestion(): Question {
	const question = questions.shift();
	assert.ok(question, 'There are too few reservations with a penalty');
	return question;
}

test('a manager is asked about each room with a penalty; together they are the penalty of the list', () => {
	const owing = [...penalties].filter(([, penalty]) => penalty !== null && penalty > 0);
	assert.ok(owing.length >= 3, `Penalties: ${[...penalties.values()].join(', ')}`);
	const asked = inbox.mails.filter(isQuestion);
	for (const { to } of asked) assert.deepEqual(to, [MANAGER]);
	for (const [number, penalty] of penalties) {
		if (failures.includes(number)) continue;
		const amounts = asked.filter((one) => numberIn(one) === number).map(amountIn);
		const sum = amounts.reduce((total, amount) => total + amount, 0);
		assert.ok(Math.abs(sum - (penalty ?? 0)) < 0.01, `${number}: ${amounts.join(' + ')}, not ${penalty}`);
	}
});

test('where charges are not switched on, the list comes and nobody is asked', async () => {
	await mail('the list alone', ({ to }) => to.includes(LIST_ONLY));
	assert.ok(!inbox.mails.some(({ to }) => to.includes(NOT_SWITCHED_ON.managerMail)));
});

test('nothing is charged before the manager has answered', async () => {
	assert.deepEqual(await payments(), []);
});

test('approved, but the guest has come meanwhile: not charged, and the manager is told why', async () => {
	const question = nextQuestion();
	const all = await stack.sandbox.control.reservations(property.id, 100);
	const [stay] = all.find(({ number }) => number === question.number)?.roomStays ?? [];
	const actualCheckInDateTime = DAY.set({ hour: 9 }).toFormat("yyyy-MM-dd'T'HH:mm");
	await stack.sandbox.control.changeRoomStay(property.id, stay?.pmsRoomStayId ?? '', {
		actualCheckInDateTime,
	});
	await answer(question, 'Charge', question.amount);
	const told = await mail('that the guest came', ({ subject }) => subject.endsWith(question.number));
	assert.match(told.subject, /^Not charged: /);
	assert.match(told.text, /^Why: Approved, but the room stay is now CheckedIn\./);
	assert.deepEqual(await payments(), []);
});

test('declined: not charged, and the manager is told why', async () => {
	const question = nextQuestion();
	await answer(question, 'Do not charge', question.amount);
	const told = await mail('that it was declined', ({ subject }) => subject.endsWith(question.number));
	assert.match(told.text, /^Why: It was declined\.$/m);
	assert.deepEqual(await payments(), []);
});

test('approved with another amount: not charged', async () => {
	const question = nextQuestion();
	await answer(question, 'Charge', question.amount + 1);
	const told = await mail('that the amount differs', ({ subject }) => subject.endsWith(question.number));
	assert.match(told.text, /^Why: The amount was not entered again as it was asked for\.$/m);
	assert.deepEqual(await payments(), []);
});

test('approved: charged once, with the amount of the question', async () => {
	charged = nextQuestion();
	await answer(charged, 'Charge', charged.amount);
	const told = await mail('that it was charged', ({ subject }) => subject.startsWith('Charged: '));
	assert.ok(told.subject.endsWith(charged.number));
	assertComplete(told);
	assert.deepEqual(await payments(), [charged.amount]);
});

test('on the next list, what was charged is paid; a charge above the limit is not proposed', async () => {
	const before = inbox.mails.length;
	await stack.client.deactivate(charging);
	const copy = await examples.activate(NAME, property, {
		name: 'Charges are proposed again',
		nodes: at('Still not arrived', '11:30'),
		settings: { ...CHARGING, maxCharge: '0.01' },
	});
	await theClockIs({ hour: 11, minute: 31 });
	// The clock is the service's: the poll that hears of the new time may hand over one of them, the next one the others.
	await examples.ended(copy);
	const reason = await until('a charge above the limit', async () => {
		const reasons = await failuresOf(copy);
		return /nobody was asked, and nothing was charged\. Reason: .+ is more than maxCharge/.test(reasons)
			? reasons
			: undefined;
	});
	assert.ok(!reason.includes(charged.number), 'What was charged is paid');
	const later = inbox.mails.slice(before);
	assert.ok(later.some(({ to }) => to.includes(LIST)));
	assert.ok(!later.some(isQuestion));
	assert.deepEqual(await payments(), [charged.amount]);
});

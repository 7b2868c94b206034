import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Inbox, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import { capabilitiesOf } from '../../../src/n8n/capabilities.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { chosenN8n } from '../../../src/n8n/version.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { startChat } from '../support/chat.mts';
import { TestDatabase } from '../support/database.mts';
import { endingOn } from '../support/deadlines.mts';
import { Examples, until } from '../support/examples.mts';
import { ChatModel } from '../support/model.mts';
import { Observer } from '../support/observer.mts';
import { startTestStack } from '../support/stack.mts';

const KEY = 'invented-key-of-the-starter';
const DAY_MS = 24 * 3_600_000;

/** What each starter sends, as a user imports it; Slack messages go to an inbox in place of Slack. */
describe('the starters', () => {
	let stack: Stack;
	let inbox: Inbox;
	let database: TestDatabase;
	let examples: Examples;
	let property: Property;

	before(async () => {
		database = await TestDatabase.create();
		stack = await startTestStack('starters', { properties: 1, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		property = stack.sandbox.properties[0] as Property;
		const { client } = stack;
		const key = { name: 'API-KEY', value: KEY };
		examples = await Examples.of(stack, inbox, {
			postgres: await client.createCredential('Database', database.credentialData, 'postgres'),
			httpHeaderAuth: await client.createCredential('Key', key, 'httpHeaderAuth'),
		});
		// Before n8n 2, an error workflow needs no activation, and one without another trigger takes none.
		const { publishing } = capabilitiesOf(chosenN8n());
		const failures = publishing
			? await activate('failure-alert')
			: await examples.import('starters/failure-alert', property);
		examples.errorWorkflow = failures.id;
		for (const starter of [
			'new-booking-alert',
			'bookings-to-postgres',
			'cancelled-booking-log',
			'front-desk-messages',
		]) {
			await activate(starter);
		}
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
		await database?.drop();
	});

	async function activate(name: string): Promise<SavedWorkflow> {
		return await examples.activate(`starters/${name}`, property);
	}

	/** Runs a starter that a clock starts. */
	async function run(name: string): Promise<void> {
		const execution = await examples.run(`starters/${name}`, property);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
	}

	async function slackMessage(...parts: string[]): Promise<string> {
		return await until(
			`a Slack message with '${parts.join(' … ')}'`,
			() => inbox.slackMessages.find(({ text }) => parts.every((part) => text.includes(part)))?.text,
		);
	}

	async function mail(part: string): Promise<ReceivedMail> {
		return await until(`an e-mail '${part}'`, () =>
			inbox.mails.find(({ subject }) => subject.includes(part)),
		);
	}

	test('New booking, cancelled booking: a message each, and a row that is kept up to date', async () => {
		const { number } = await stack.sandbox.control.createBooking(property.id, { nights: 2 });
		// A booking does not wait for the name of its property for long: the next one has it.
		const text = await slackMessage(`New booking ${number}, `);
		assert.ok(
			[property.name, `property ${property.id}`].some((name) => text.includes(`, ${name}\n`)),
			text,
		);
		assert.match(text, /^Guest: \S/m);
		assert.match(text, /^Arrival: \w{3} \d+ \w{3} \d{4}, \d\d:\d\d, nights: 2$/m);
		assert.match(text, /^Total: [A-Z]{3} [\d,.]+$/m);
		assertComplete(text);
		const row = async () =>
			(await database.rows('SELECT status, nights FROM hotel_bookings WHERE number = $1', [number]))[0];
		assert.deepEqual(await until('the row', row), { status: 'Active', nights: 2 });

		await stack.sandbox.control.cancelBooking(property.id, number);
		const cancelled = await slackMessage(`Booking cancelled: ${number}`);
		assert.match(cancelled, /^Price: [A-Z]{3} [\d,.]+$/m);
		assertComplete(cancelled);
		await until('the changed row', async () =>
			(await row())?.['status'] === 'Cancelled' ? true : undefined,
		);
	});

	test('Front desk: a check-in, with what is still to pay', async () => {
		const { control } = stack.sandbox;
		const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
		const { number } = await control.createBooking(property.id, {
			roomStays: 1,
			nights: 3,
			arrivalDate: tomorrow.slice(0, 10),
		});
		const all = await control.reservations(property.id, 100);
		const stay = all.find(({ bookingNumber }) => bookingNumber === number)?.roomStays[0];
		const actualCheckInDateTime = tomorrow.slice(0, 16);
		await control.changeRoomStay(property.id, stay?.pmsRoomStayId ?? '', { actualCheckInDateTime });
		const text = await slackMessage('Check-in, room');
		assert.match(text, /^Still to pay: [A-Z]{3} [\d,.]+$/m);
		assertComplete(text);
	});

	test('Instant alert: the message of an event, with the booking', async () => {
		const workflow = await activate('instant-booking-alert');
		const trigger = workflow.nodes.find(({ name }) => name === 'Partner Hotel Event Trigger');
		await stack.sandbox.control.setWebhook(stack.sandbox.clientId, {
			url: `${stack.url}/webhook/${trigger?.webhookId}/events`,
			authentication: { kind: 'apiKey', key: KEY },
		});
		const { number } = await stack.sandbox.control.createBooking(property.id);
		const text = await slackMessage(`New booking: ${number}, ${property.name}`);
		assert.match(text, /^Arrival: \w{3} \d+ \w{3} \d{4}/m);
		assertComplete(text);
		await stack.sandbox.control.setWebhook(stack.sandbox.clientId, null);
	});

	test('Occupancy: an e-mail with a line for each day, and rows for Google Sheets', async () => {
		// A guest of a year before: the report compares with the same weekdays.
		await stack.sandbox.control.createBooking(property.id, { arrivalDate: londonDay(-365), nights: 1 });
		await run('daily-occupancy-report');
		const { subject, text } = await mail(`Occupancy of ${property.name}`);
		const days = text.trim().split('\n');
		assert.match(subject, new RegExp(`${days.length} days$`));
		for (const day of days) {
			assert.match(day, /^\w{3} \d+ \w{3} \d{4}: [\d.]+ %, ADR .+, RevPAR .+ \(a year before [\d.]+ %\)$/);
		}
		const nodes = { 'Google Sheets': { type: 'n8n-nodes-base.noOp', typeVersion: 1 } };
		const execution = await examples.run('starters/daily-occupancy-google-sheets', property, { nodes });
		const rows = await stack.client.outputOf(execution, 'Google Sheets');
		assert.equal(rows.length, days.length);
		assert.deepEqual(Object.keys(rows[0] ?? {}).slice(0, 3), ['date', 'occupancy', 'adr']);
	});

	test('Arrivals: those of today by room, in one e-mail', async () => {
		const { number } = await stack.sandbox.control.createBooking(property.id, { arrivalDate: londonDay(0) });
		assert.ok(number);
		await run('arrivals-for-housekeeping');
		const { subject, text } = await mail(`Arrivals today, ${property.name}`);
		const lines = text.trim().split('\n');
		assert.match(subject, new RegExp(`: ${lines.length} rooms$`));
		for (const line of lines) assert.match(line, /^.+ \(.+\): .+, arrives \w{3} .+, \d+ nights$/);
	});

	test('Free cancellation: the bookings that are free until tomorrow', async () => {
		const observer = await Observer.of(stack.sandbox);
		const day = londonDay(1);
		// Which rate plan a booking gets is chance, and with some of them its free time never ends.
		for (let tries = 0; tries < 5 && (await endingOn(observer, property.id, day)).length === 0; tries++) {
			for (let days = 1; days <= 14; days++) {
				const arrivalDate = londonDay(days);
				await stack.sandbox.control.createBooking(property.id, { roomStays: 1, nights: 1, arrivalDate });
			}
		}
		await run('free-cancellation-ends-tomorrow');
		const { text } = await mail(`Free cancellation ends tomorrow, ${property.name}`);
		const listed = [...text.matchAll(/^(\S+): free until \d\d:\d\d, .+, arrives \w{3} /gm)];
		const expected = await endingOn(observer, property.id, day);
		assert.ok(expected.length > 0);
		assert.deepEqual(listed.map(([, number]) => number).sort(), expected.sort());
	});

	test('Ask the hotel: the model gets three reading tools, and no names', async () => {
		const guest = 'Ada Example';
		await stack.sandbox.control.createBooking(property.id, { arrivalDate: londonDay(0), guest });
		const model = await ChatModel.start('Arrivals_today', {});
		try {
			const { ask } = await startChat({ stack, examples }, 'starters/ask-the-hotel', property, model);
			const said = await ask('Who arrives today?');
			assert.deepEqual(model.tools.sort(), ['Arrivals_today', 'Free_rooms_and_prices', 'Occupancy']);
			assert.match(said, /^The hotel offers: .*"roomTypeNames":/s);
			assert.ok(!said.includes(guest), said);
			model.tool = 'Occupancy';
			model.toolArguments = { startDate: londonDay(1), endDate: londonDay(2) };
			assert.match(await ask('How full are we?'), /"occupancy":/);
		} finally {
			model.close();
		}
	});

	test('Failure: the workflow, its node and the reason', async () => {
		const settings = { slackWebhookUrl: inbox.refusingSlackUrl };
		await examples.activate('starters/new-booking-alert', property, { name: 'It fails', settings });
		await stack.sandbox.control.createBooking(property.id);
		const text = await slackMessage('Workflow failed: It fails', 'Node: Slack');
		assert.match(text, /^Reason: \S/m);
	});
});

/** A day on the hotel's calendar, so many days from today. */
function londonDay(days: number): string {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });
	return format.format(new Date(Date.now() + days * DAY_MS));
}

function assertComplete(text: string): void {
	assert.doesNotMatch(text, /undefined|null|NaN|\[object|\{\{/);
}

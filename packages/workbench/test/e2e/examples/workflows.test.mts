import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { exampleNames, exampleWorkflow, filledIn } from '../../../src/demo/examples.mts';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import { credentialFor } from '../../../src/n8n/credential.mts';
import { CREDENTIAL_TYPE } from '../../../src/n8n/n8nClient.mts';
import type { CredentialReference, SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import { CallableWorkflow } from '../../../src/n8n/callable.mts';
import { dayAt } from '../support/days.mts';
import { Examples, until } from '../support/examples.mts';
import { dayInWords, nightsOf, pick, rounded } from '../support/expected.mts';
import { mailTo } from '../support/mails.mts';
import { startChat } from '../support/chat.mts';
import { ChatModel } from '../support/model.mts';
import { dataTableNode } from '../../../src/n8n/workflows.mts';
import { Observer } from '../support/observer.mts';
import { startOwnStack, WITH_EDITOR } from '../support/stack.mts';
import { refusedRequests } from '../support/statuses.mts';

const MANY_FAULTS = 1_000;

describe('the example workflows', () => {
	let stack: Stack;
	let inbox: Inbox;
	let observer: Observer;
	let credential: CredentialReference;
	let examples: Examples;
	/** A hotel for each purpose, so that one test does not disturb another. */
	let hotel: { alerts: Property; cancellations: Property; broken: Property };
	let refusedAlert: SavedWorkflow;
	/** By their numbers. */
	let alerted: string;
	let cancelled: string;

	before(async () => {
		stack = await startOwnStack('workflows', { properties: 3, bookings: 40, limits: true }, WITH_EDITOR);
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		credential = await stack.sandboxCredential();
		const [alerts, cancellations, broken] = stack.sandbox.properties as [Property, Property, Property];
		hotel = { alerts, cancellations, broken };
		cancelled = await bookingAt(cancellations, { nights: 3, roomStays: 2 });
		examples = await Examples.of(stack, inbox);

		examples.errorWorkflow = (await examples.activate('failure-alert', alerts)).id;
		await examples.activate('new-booking-alert', alerts);
		const refused = { slackWebhookUrl: inbox.refusingSlackUrl, mailTo: REFUSED_ADDRESS };
		refusedAlert = await examples.activate('new-booking-alert', alerts, {
			name: 'Alert that is refused',
			settings: refused,
		});
		await examples.activate('new-booking-alert', broken, { name: 'Alert of a hotel that fails' });
		await examples.activate('cancelled-booking-log', cancellations);
		alerted = await bookingAt(alerts, { nights: 2, roomStays: 2 });
		await stack.sandbox.control.cancelBooking(cancellations.id, cancelled);
		await stack.sandbox.control.fault({
			kind: 'status',
			status: 503,
			times: MANY_FAULTS,
			match: { path: `/properties/${broken.id}/bookings` },
		});
	});

	after(async () => {
		await stopAllChildren();
		await inbox?.close();
	});

	async function bookingAt({ id }: Property, wishes: { nights: number; roomStays: number }): Promise<string> {
		return (await stack.sandbox.control.createBooking(id, wishes)).number;
	}

	async function mail(to: string, part: string): Promise<ReceivedMail> {
		return await mailTo(inbox, to, part);
	}

	async function slackMessage(part: string): Promise<string> {
		return await until(
			`a Slack message with '${part}'`,
			() => inbox.slackMessages.find(({ text }) => text.includes(part))?.text,
		);
	}

	test('all are accepted by n8n, and every node in them has all it needs', async () => {
		const types = await stack.client.nodeTypes<INodeTypeDescription>();
		const findings: string[] = [];
		for (const name of exampleNames()) {
			const filling = {
				credentials: { [CREDENTIAL_TYPE]: credential },
				property: hotel.alerts,
				settings: {},
			};
			const imported = await stack.client.createWorkflow({
				...filledIn(exampleWorkflow(name), filling),
				name,
			});
			assert.equal(imported.nodes.length, exampleWorkflow(name).nodes.length);
			for (const node of imported.nodes as unknown as INode[]) {
				const type = types.find(
					(one) => one.name === node.type && [one.version].flat().includes(node.typeVersion),
				);
				if (type === undefined) {
					findings.push(`${name}, ${node.name}: n8n has no ${node.type} ${node.typeVersion}`);
					continue;
				}
				const issues = NodeHelpers.getNodeParametersIssues(type.properties, node, type) ?? {};
				for (const [parameter, texts] of Object.entries(issues.parameters ?? {})) {
					if (!isLeftToTheUser(name, parameter)) findings.push(`${name}, ${node.name}: ${texts.join(', ')}`);
				}
			}
		}
		assert.deepEqual(findings, []);
	});

	test('New booking: Slack and e-mail tell it, in the same words', async () => {
		const booking = await observer.booking(hotel.alerts.id, alerted);
		const { from, subject, text, html } = await mail('front-desk@hotel.example', alerted);
		const message = await slackMessage(`*New booking ${alerted}, ${hotel.alerts.name}*`);
		assert.equal(from, 'n8n@hotel.example');
		assert.equal(subject, `New booking ${alerted}, ${hotel.alerts.name}`);
		assert.ok(text.startsWith(`Hotel: ${hotel.alerts.name}\n`), text);
		assert.match(text, /^Channel: \S/m);
		assert.match(text, /^Total: [A-Z]{3} [\d,.]+, taxes included$/m);
		assert.ok(html.includes(alerted) && html.includes('color-scheme: light dark'), html);
		assert.doesNotMatch(html, /<script|https?:/);
		for (const { roomType, stayDates } of booking.roomStays) {
			assert.ok(text.includes(roomType.name), text);
			assert.ok(text.includes(dayInWords(stayDates.arrivalDateTime)), text);
		}
		const body = text.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
		assert.equal(message, `*${subject}*\n${body}`);
	});

	test('New booking, Slack and e-mail refused: both are tried; booking and reasons are named to the error workflow', async () => {
		const execution = await examples.ended(refusedAlert);
		const reason = await examples.reasonOf(execution);
		assert.equal(execution.status, 'error');
		assert.match(
			reason,
			new RegExp(`^Booking ${alerted}: the Slack message was not sent. Reason: .*invalid_token`, 'm'),
		);
		assert.match(
			reason,
			new RegExp(`^Booking ${alerted}: the e-mail was not sent. Reason: .*no such mailbox`, 'm'),
		);
		const { subject, text } = await mail('it@hotel.example', 'the Slack message was not sent');
		assert.equal(subject, 'Workflow failed: Alert that is refused');
		assert.ok(text.includes(reason), text);
		assert.match(await slackMessage('the e-mail was not sent'), new RegExp(alerted));
	});

	test('Triggers: a workflow that nothing has started for long is named, with its last poll; others are not', async () => {
		const quiet = await examples.run('failure-alert', hotel.alerts, { name: 'Nobody is silent' });
		assert.equal(quiet.status, 'success', await examples.reasonOf(quiet));
		const settings = { silentHours: '0' };
		const execution = await examples.run('failure-alert', hotel.alerts, { name: 'All are silent', settings });
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const { text } = await mail('it@hotel.example', 'Nothing has come for 0 hours: New booking alert');
		assert.match(text, /^Last poll: \d+ \w{3} \d{4}, \d\d:\d\d$/m);
		assert.ok(await slackMessage('*Nothing has come for 0 hours: New booking alert*'));
		const all = inbox.slackMessages.filter(({ text }) => text.includes('Nothing has come for 24 hours'));
		assert.deepEqual(all, []);
	});

	test('Triggers: that their status cannot be read is told like a failure', async () => {
		const wrong = credentialFor({ ...stack.sandbox, clientSecret: 'not-the-secret' });
		const credentials = { [CREDENTIAL_TYPE]: await stack.client.createCredential('Wrong secret', wrong) };
		await examples.run('failure-alert', hotel.alerts, { name: 'Status that cannot be read', credentials });
		const { text } = await mail('it@hotel.example', 'Workflow failed: Status that cannot be read');
		assert.match(text, /^Node: Status of the triggers$/m);
	});

	test('Cancelled booking: nights, revenue and penalty are logged once, mailed and posted', async () => {
		const booking = await observer.booking(hotel.cancellations.id, cancelled);
		const { text } = await mail('revenue@hotel.example', cancelled);
		const message = await slackMessage(`*Booking ${cancelled} cancelled, ${hotel.cancellations.name}*`);
		const penalty = booking.cancellation?.penaltyAmount ?? null;
		const revenue = booking.total.priceBeforeTax;
		const expected = {
			bookingNumber: cancelled,
			propertyId: hotel.cancellations.id,
			cancelledAt: booking.cancellation?.cancelledDateTime,
			arrival: booking.roomStays[0]?.stayDates.arrivalDateTime.slice(0, 10),
			roomNights: booking.roomStays.reduce((nights, stay) => nights + nightsOf(stay), 0),
			revenueLost: revenue,
			penalty,
			netLoss: rounded(revenue - (penalty ?? 0), 2),
			currency: booking.currencyCode,
		};
		const reader = await CallableWorkflow.of(stack, [
			dataTableNode((await examples.dataTable(exampleWorkflow('cancelled-booking-log'))) ?? {}),
		]);
		const logged = (await reader.call()).filter(({ bookingNumber }) => bookingNumber === cancelled);
		assert.deepEqual(
			logged.map((row) => pick(row, Object.keys(expected))),
			[expected],
		);
		assert.equal(expected.roomNights, 6);
		const money = (amount: number) =>
			amount
				.toLocaleString('en', {
					style: 'currency',
					currency: booking.currencyCode,
					currencyDisplay: 'code',
				})
				.replace(/\s/g, ' ');
		assert.ok(text.includes(`Room nights lost: 6\nRevenue lost: ${money(revenue)} `), text);
		assert.ok(text.includes(`Penalty: ${penalty === null ? 'not stated' : money(penalty)}`), text);
		assert.ok(message.includes(`Net loss: ${money(expected.netLoss)}`), message);
	});

	test('Price search agent: the model reaches the search and nothing else, and gets its results and its errors', async () => {
		const [arrivalDate, departureDate] = [dayAt('Europe/London', 30), dayAt('Europe/London', 32)];
		const stay = { propertyId: hotel.alerts.id, arrivalDate, departureDate, adults: 2 };
		const model = await ChatModel.start('Get_offers', stay);
		try {
			const { ask } = await startChat({ stack, examples }, 'price-search-agent', hotel.alerts, model);
			const offers = await ask('What does a room cost?');
			assert.deepEqual(model.tools.sort(), ['Find_lowest_prices', 'Get_offers']);
			assert.match(
				offers,
				new RegExp(`^The hotel offers: .*"total":\\d.*"propertyName":".*"propertyId":"${hotel.alerts.id}"`),
			);
			assert.ok(offers.includes(`"departureDateTime":"${departureDate}`), offers);

			assert.match(eventLog(), /What does a room cost\?/, "n8n's event log has what is said to a model");

			model.toolArguments = { ...stay, propertyId: '999999' };
			assert.match(await ask('And elsewhere?'), /The property '999999' was not found/);

			model.isFailing = true;
			assert.match(await ask('And tomorrow?'), /^I could not answer this\. Reason: .+/);
		} finally {
			model.close();
		}
	});

	test('the hotel system fails: the error workflow names the property and the reason', async () => {
		const { text } = await mail('it@hotel.example', 'Workflow failed: Alert of a hotel that fails');
		assert.match(text, /The partner API is failing at the moment \(HTTP 503\)/);
		assert.match(text, new RegExp(`^Property: ${hotel.broken.id}$`, 'm'));
	});

	test('stayed within the rate limits', async () => {
		assert.deepEqual(await refusedRequests(stack.sandbox), []);
	});

	/** What n8n writes down beside its executions. */
	function eventLog(): string {
		const folder = join(stack.n8nPlan.userFolder, '.n8n');
		const files = readdirSync(folder).filter((name) => name.startsWith('n8nEventLog'));
		return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
	}
});

/** A Google document can only be chosen by who has the account. */
function isLeftToTheUser(workflow: string, parameter: string): boolean {
	return (
		workflow.endsWith('daily-occupancy-google-sheets') && ['documentId', 'sheetName'].includes(parameter)
	);
}

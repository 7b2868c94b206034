import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { exampleNames, exampleWorkflow, filledIn } from '../../src/demo/examples.mts';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../src/demo/inbox/inbox.mts';
import { credentialFor } from '../../src/n8n/credential.mts';
import { CREDENTIAL_TYPE } from '../../src/n8n/n8nClient.mts';
import { filesFolder } from '../../src/n8n/n8nProcess.mts';
import type { CredentialReference, Items, SavedWorkflow } from '../../src/n8n/types.mts';
import { inRoot } from '../../src/util/paths.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Property } from '../../src/processes/sandboxProcess.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { CallableWorkflow } from '../../src/n8n/callable.mts';
import { TestDatabase } from './support/database.mts';
import { endingOn } from './support/deadlines.mts';
import { Examples, smtpCredential, until } from './support/examples.mts';
import {
	dayInWords,
	expectedReport,
	expectedRows,
	nightsOf,
	rounded,
	type Booking,
	type Occupancy,
} from './support/expected.mts';
import { startChat } from './support/chat.mts';
import { ChatModel } from './support/model.mts';
import { dataTableNode } from '../../src/n8n/workflows.mts';
import { Observer } from './support/observer.mts';
import { relatedPart, sheetFormats, sheetParts, sheetRows } from './support/spreadsheet.mts';
import { startOwnStack } from './support/stack.mts';

const MANY_FAULTS = 1_000;
/** Days and total, each with the year before. */
const REQUESTS_OF_A_REPORT = 4;
const UNREACHABLE_PORT = 1;
/** The database refuses it. */
const UNSAVABLE = 'unsavable-1';
const COLUMNS =
	'property_id, booking_number, stay_index, status, created_at, modified_at, cancelled_at, booking_penalty, source_type, ' +
	'customer_name, currency, arrival, departure, nights, room_type_id, room_type, rate_plan_id, rate_plan, adults, ' +
	'children, guest_names, revenue_before_tax, revenue_after_tax';

describe('the example workflows', () => {
	let stack: Stack;
	let inbox: Inbox;
	let database: TestDatabase;
	let observer: Observer;
	let credential: CredentialReference;
	let examples: Examples;
	/** A hotel for each purpose, so that one test does not disturb another. */
	let hotel: {
		alerts: Property;
		arrivals: Property;
		cancellations: Property;
		database: Property;
		broken: Property;
	};
	/** Bookings that are there before the triggers start. */
	let known: { toCancel: string; toShrink: string; toCancelInDatabase: string; withoutDetails: string };
	let workflow: { refusedAlert: SavedWorkflow; unreachableDatabase: SavedWorkflow };
	let made: { alerted: string; unsaved: string };

	before(async () => {
		database = await TestDatabase.create();
		stack = await startOwnStack('workflows', { properties: 5, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		credential = await stack.sandboxCredential();
		const [alerts, arrivals, cancellations, stored, broken] = stack.sandbox.properties;
		assert.ok(alerts && arrivals && cancellations && stored && broken);
		hotel = { alerts, arrivals, cancellations, database: stored, broken };
		known = {
			toCancel: await bookingAt(cancellations, { nights: 3, roomStays: 2 }),
			toShrink: await bookingAt(stored, { nights: 2, roomStays: 3 }),
			toCancelInDatabase: await bookingAt(stored, { nights: 4, roomStays: 2 }),
			withoutDetails: await bookingAt(stored, { nights: 1, roomStays: 2 }),
		};
		const smtp = await smtpCredential(stack, inbox);
		const postgres = await credentialOf('postgres', database.credentialData);
		const unreachable = await credentialOf('postgres', {
			...database.credentialData,
			port: UNREACHABLE_PORT,
		});
		examples = new Examples(stack, { [CREDENTIAL_TYPE]: credential, smtp, postgres }, inbox);

		examples.errorWorkflow = (await examples.activate('failure-alert', alerts)).id;
		await examples.activate('new-booking-alert', alerts);
		const refused = { slackWebhookUrl: inbox.refusingSlackUrl, mailTo: REFUSED_ADDRESS };
		const refusedAlert = await examples.activate('new-booking-alert', alerts, {
			name: 'Alert that is refused',
			settings: refused,
		});
		await examples.activate('new-booking-alert', broken, { name: 'Alert of a hotel that fails' });
		await examples.activate('cancelled-booking-log', cancellations);
		await examples.activate('bookings-to-postgres', stored);
		const unreachableDatabase = await examples.activate('bookings-to-postgres', alerts, {
			name: 'PostgreSQL that is down',
			credentials: { postgres: unreachable },
			trigger: { startFrom: 'now' },
		});
		workflow = { refusedAlert, unreachableDatabase };
		const alerted = await bookingAt(alerts, { nights: 2, roomStays: 2 });
		made = { alerted, unsaved: alerted };
		await stack.sandbox.control.cancelBooking(cancellations.id, known.toCancel);
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
		await database?.drop();
	});

	async function credentialOf(type: string, data: Record<string, unknown>): Promise<CredentialReference> {
		return await stack.client.createCredential(type, data, type);
	}

	async function bookingAt({ id }: Property, wishes: { nights: number; roomStays: number }): Promise<string> {
		return (await stack.sandbox.control.createBooking(id, wishes)).number;
	}

	async function detailsOf({ id }: Property, number: string): Promise<Booking> {
		const path = `/read-reservation/v1/properties/${id}/bookings/${number}`;
		return (await observer.read<{ booking: Booking }>(path)).booking;
	}

	/** The days of the month until yesterday, and what the report has about them. */
	async function monthToDate({ id }: Property): Promise<{ days: string[]; expected: Items }> {
		const yesterday = dayAt('Europe/London', -1);
		const first = `${yesterday.slice(0, 7)}-01`;
		const read = async (start: string, end: string) =>
			await observer.read<Occupancy>(
				`/pms-analytics/v1/properties/${id}/daily-occupancy?startStayDate=${start}&endStayDate=${end}`,
			);
		const now = await read(first, yesterday);
		const earlier = await read(moved(first, -364), moved(yesterday, -364));
		return { days: now.dailyOccupancies.map(({ date }) => date), expected: expectedReport(now, earlier) };
	}

	async function mail(to: string, part: string): Promise<ReceivedMail> {
		return await until(`an e-mail to ${to} with '${part}'`, () =>
			inbox.mails.find((one) => one.to.includes(to) && `${one.subject}\n${one.text}`.includes(part)),
		);
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
		const booking = await detailsOf(hotel.alerts, made.alerted);
		const { from, subject, text, html } = await mail('front-desk@hotel.example', made.alerted);
		const message = await slackMessage(`*New booking ${made.alerted}, ${hotel.alerts.name}*`);
		assert.equal(from, 'n8n@hotel.example');
		assert.equal(subject, `New booking ${made.alerted}, ${hotel.alerts.name}`);
		assert.ok(text.startsWith(`Hotel: ${hotel.alerts.name}\n`), text);
		assert.match(text, /^Channel: \S/m);
		assert.match(text, /^Total: [A-Z]{3} [\d,.]+, taxes included$/m);
		assert.ok(html.includes(made.alerted) && html.includes('color-scheme: light dark'), html);
		assert.doesNotMatch(html, /<script|https?:/);
		for (const { roomType, stayDates } of booking.roomStays) {
			assert.ok(text.includes(roomType.name), text);
			assert.ok(text.includes(dayInWords(stayDates.arrivalDateTime)), text);
		}
		const body = text.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
		assert.equal(message, `*${subject}*\n${body}`);
	});

	test('New booking, Slack and e-mail refused: both are tried; booking and reasons are named to the error workflow', async () => {
		const execution = await examples.ended(workflow.refusedAlert);
		const reason = await examples.reasonOf(execution);
		assert.equal(execution.status, 'error');
		assert.match(
			reason,
			new RegExp(`^Booking ${made.alerted}: the Slack message was not sent. Reason: .*invalid_token`, 'm'),
		);
		assert.match(
			reason,
			new RegExp(`^Booking ${made.alerted}: the e-mail was not sent. Reason: .*no such mailbox`, 'm'),
		);
		const { subject, text } = await mail('it@hotel.example', 'the Slack message was not sent');
		assert.equal(subject, 'Workflow failed: Alert that is refused');
		assert.ok(text.includes(reason), text);
		assert.match(await slackMessage('the e-mail was not sent'), new RegExp(made.alerted));
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

	test('Daily occupancy: the mailed and the saved spreadsheet hold the figures of the hotel, and those of a year before', async () => {
		const execution = await examples.run('daily-occupancy-report', hotel.alerts);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const { attachments, html } = await mail('revenue@hotel.example', 'Occupancy of');
		const [file, ...others] = attachments;
		assert.ok(file);
		assert.deepEqual(others, []);
		assert.deepEqual(readFileSync(join(filesFolder(stack.n8nPlan.userFolder), file.name)), file.content);

		const rows = await sheetRows(file.content);
		const { days, expected } = await monthToDate(hotel.alerts);
		const titles = Object.keys(rows[0] ?? {});
		assert.deepEqual(
			rows,
			expected.map((line) => pick(line, titles)),
		);
		assert.equal(file.name, `occupancy-${hotel.alerts.id}-${days.at(-1)}.xlsx`);

		assert.ok(html.includes(`>${hotel.alerts.name.replace('&', '&amp;')}</h1>`), html);
		for (const { Date: date, Occupancy: share } of expected.slice(0, -1)) {
			const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
			const name = `${day.format(new Date(String(date)))} ${Number(String(date).slice(-2))}`;
			const line = html.split('<tr><td class="text"').find((part) => part.includes(`>${name}</td>`));
			assert.ok(line?.includes(`>${((share as number) * 100).toFixed(1)}%</td>`), `${name}: ${line}`);
		}
	});

	test('Daily occupancy: in the spreadsheet, dates, percents and amounts are numbers with formats', async () => {
		const { content } = (await mail('revenue@hotel.example', 'Occupancy of')).attachments[0] ?? {};
		assert.ok(content);
		const [day, ...rest] = await sheetFormats(content);
		const figures = { Sold: 'number #,##0', Occupancy: 'number 0.0%', RevPAR: 'number #,##0.00' };
		assert.deepEqual(pick(day ?? {}, ['Date', ...Object.keys(figures)]), {
			Date: 'date ddd d mmm yyyy',
			...figures,
		});
		const total = rest.at(-1) ?? day ?? {};
		assert.deepEqual(pick(total, Object.keys(figures)), figures);
		assert.match(String(total['Date']), /^string /);
	});

	test('Daily occupancy: the spreadsheet has a chart of the days, without the total', async () => {
		const { content } = (await mail('revenue@hotel.example', 'Occupancy of')).attachments[0] ?? {};
		assert.ok(content);
		const parts = sheetParts(content);
		const drawing = relatedPart(parts, 'xl/worksheets/sheet1.xml', 'drawing') ?? '';
		const chart = relatedPart(parts, drawing, 'chart') ?? '';
		for (const part of [drawing, chart]) {
			assert.match(
				parts.get('[Content_Types].xml') ?? '',
				new RegExp(`PartName="/${part}" ContentType="[^"]+"`),
			);
		}
		assert.match(parts.get('xl/worksheets/sheet1.xml') ?? '', /<drawing r:id="rId1"\/>/);
		const rows = await sheetRows(content);
		const columns = Object.keys(rows[0] ?? {});
		// Below the title and the heads of the columns.
		const lastDay = rows.length + 1;
		assert.match(String(rows.at(-2)?.['Date']), /^\d{4}-/);
		assert.equal(rows.at(-1)?.['Date'], 'Total');
		const ranges = [...(parts.get(chart) ?? '').matchAll(/<c:f>Occupancy!\$([A-Z]+)\$3:\$\1\$(\d+)<\/c:f>/g)];
		assert.deepEqual(
			ranges.map(([, column = '', last]) => [columns[column.charCodeAt(0) - 65], Number(last)]),
			['Date', 'Occupancy', 'Date', 'Occupancy a year before'].map((title) => [title, lastDay]),
		);
	});

	test('Daily occupancy and arrivals: the spreadsheet names the hotel and prints on pages as wide as the table', async () => {
		const { content } = (await mail('revenue@hotel.example', 'Occupancy of')).attachments[0] ?? {};
		assert.ok(content);
		const parts = sheetParts(content);
		const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
		assert.match(
			sheet,
			new RegExp(`<t[^>]*>${hotel.alerts.name}: occupancy from \\w{3} \\d+ \\w{3} \\d{4} to `),
		);
		assert.match(sheet, /<pageSetUpPr fitToPage="1"\/>/);
		assert.match(sheet, /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="1"\/>/);
		assert.match(sheet, /<pane xSplit="1" ySplit="2" [^>]*state="frozen"\/>/);
		assert.match(
			parts.get('xl/workbook.xml') ?? '',
			/"_xlnm.Print_Titles" localSheetId="0">Occupancy!\$1:\$2</,
		);
	});

	test('Daily occupancy: nothing sold and nothing available leave ADR and RevPAR empty; totals come from the sums', async () => {
		const { id } = hotel.cancellations;
		const answer = { warnings: [], errors: [], ...MADE_UP };
		await stack.sandbox.control.fault({
			kind: 'body',
			body: answer,
			times: REQUESTS_OF_A_REPORT,
			match: { path: `/${id}/daily-occupancy` },
		});
		const dates = { startStayDate: '2026-03-01', endStayDate: '2026-03-05' };
		const range = { parameters: { period: 'custom', ...dates } };
		await examples.run('daily-occupancy-report', hotel.cancellations, {
			settings: { mailTo: 'made-up@hotel.example' },
			nodes: { 'Get days': range, 'Get total': range },
		});
		const { text, html, attachments } = await mail('made-up@hotel.example', 'Occupancy of');
		const rows = await sheetRows(attachments[0]?.content ?? Buffer.alloc(0));
		assert.match(text, /^There are no figures of a year before to compare with\.$/m);
		assert.doesNotMatch(html, />A year before</);
		const BEFORE = 'Occupancy a year before';
		assert.deepEqual(
			rows.map(({ Date: day, Occupancy: share, ADR, RevPAR, [BEFORE]: before }) => [
				day,
				share,
				ADR,
				RevPAR,
				before,
			]),
			[
				['2026-03-01', 0, null, 0, null],
				['2026-03-02', null, null, null, null],
				['2026-03-03', 0.5, 120.1, 60.05, null],
				['2026-03-04', 0.8, 50.2, 40.16, null],
				['2026-03-05', null, null, null, null],
				['Total', 0.4286, 73.5, 31.5, null],
			],
		);
		assert.match(text, /^Occupancy 42\.9% \(6 of 14 room nights\)$/m);
		assert.match(html, /Without data: 1 of these days/);
		const bars = [...html.matchAll(/class="bar" bgcolor="#2f6f9f" width="(\d+%)"/g)].map(
			([, width]) => width,
		);
		assert.deepEqual(bars, ['50%', '80%']);
	});

	test('Daily occupancy: the e-mail can be read in light and dark, with nothing from elsewhere', async () => {
		const { html } = await mail('revenue@hotel.example', 'Occupancy of');
		assert.match(html, /<meta name="color-scheme" content="light dark">/);
		assert.match(html, /@media \(prefers-color-scheme: dark\)/);
		assert.doesNotMatch(html, /<script|<img|<link|url\(|https?:/);
		assert.doesNotMatch(html, /\{\{|undefined|NaN|\[object/);
	});

	test('Daily occupancy to Google Sheets: one row per day and one of the month reach the sheet', async () => {
		const nodes = { 'Google Sheets': { type: 'n8n-nodes-base.noOp', typeVersion: 1 } };
		const execution = await examples.run('daily-occupancy-google-sheets', hotel.alerts, { nodes });
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const rows = await stack.client.outputOf(execution, 'Google Sheets');
		const { days, expected } = await monthToDate(hotel.alerts);
		const [{ columns }] = exampleWorkflow('daily-occupancy-google-sheets').nodes.flatMap(
			({ name, parameters }) =>
				name === 'Google Sheets'
					? [parameters as unknown as { columns: { schema: Array<{ id: string }> } }]
					: [],
		) as [{ columns: { schema: Array<{ id: string }> } }];
		const titles = columns.schema.map(({ id }) => id);
		const lines = expected.map((line) => ({
			...pick(line, titles),
			...(line['Date'] === 'Total' && { Date: `Total ${days[0]?.slice(0, 7)}` }),
		}));
		assert.deepEqual(
			rows.map((row) => Object.keys(row)),
			rows.map(() => titles),
		);
		assert.deepEqual(rows, lines);
	});

	test('Daily occupancy, not read: property and reason are named, and no empty report is mailed', async () => {
		const { id } = hotel.cancellations;
		await stack.sandbox.control.fault({
			kind: 'status',
			status: 404,
			match: { path: `/${id}/daily-occupancy` },
		});
		const settings = { mailTo: 'nothing@hotel.example' };
		const execution = await examples.run('daily-occupancy-report', hotel.cancellations, { settings });
		assert.equal(execution.status, 'error');
		assert.match(
			await examples.reasonOf(execution),
			new RegExp(`^Occupancy of property ${id}: it could not be read .*Reason: .*not found`),
		);
		assert.ok(!inbox.mails.some(({ to }) => to.includes('nothing@hotel.example')));
	});

	test('Daily occupancy, mail refused and folder not allowed: both are named with the property', async () => {
		const settings = { mailTo: REFUSED_ADDRESS, reportFolder: inRoot('docs') };
		const execution = await examples.run('daily-occupancy-report', hotel.alerts, { settings });
		const reason = await examples.reasonOf(execution);
		assert.equal(execution.status, 'error');
		assert.match(
			reason,
			new RegExp(
				`^The occupancy report of property ${hotel.alerts.id} .* was not saved .*not (allowed|writable)`,
				'm',
			),
		);
		assert.match(
			reason,
			new RegExp(`^The occupancy report of property ${hotel.alerts.id} .* was not mailed`, 'm'),
		);
	});

	test("Arrivals: rooms and guests of the hotel's own day, and nobody else", async () => {
		const { id } = hotel.arrivals;
		const today = dayAt('Pacific/Kiritimati', 0);
		const [single, group] = [await arrivalAt(id, today, 1), await arrivalAt(id, today, 2)];
		const inHouse = await arrivalAt(id, dayAt('Pacific/Kiritimati', -1), 1);
		const cancelled = await arrivalAt(id, today, 1);
		await stack.sandbox.control.cancelBooking(id, cancelled);
		const room = await assignRoom(id, single);

		const execution = await examples.run('arrivals-for-housekeeping', hotel.arrivals);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const { subject, text, html, attachments } = await mail('housekeeping@hotel.example', inWords(today));
		const [file] = attachments;
		assert.equal(file?.name, `arrivals-${id}-${today}.xlsx`);
		const lines = await sheetRows(file.content);
		assert.deepEqual(savedArrivals(id), file.content);

		const numbers = lines.map(({ Booking: number }) => number);
		assert.ok(numbers.includes(single) && numbers.includes(group), numbers.join());
		assert.ok(!numbers.includes(inHouse) && !numbers.includes(cancelled), numbers.join());
		const expected = await arrivalsOf(id, today);
		assert.deepEqual(lines.map(lineKey).sort(), expected.sort());
		assert.equal(lines.find(({ Booking: number }) => number === single)?.['Room'], room);
		assert.equal(subject, `Arrivals on ${inWords(today)}, ${hotel.arrivals.name}: ${expected.length} rooms`);
		assert.ok(html.includes(`>${room}</td>`) && html.includes('color-scheme: light dark'), html);
		for (const { Room, Guests } of lines)
			assert.ok(text.includes(String(Room)) && text.includes(String(Guests)), text);
	});

	test('Arrivals: nobody arrives; the e-mail says so, and the file with the guests is replaced; a failed search does not look like that', async () => {
		const { id } = hotel.cancellations;
		await arrivalAt(id, dayAt('Pacific/Pago_Pago', 0), 1);
		await examples.run('arrivals-for-housekeeping', hotel.cancellations, {
			settings: { mailTo: 'earlier@hotel.example' },
		});
		assert.ok((await sheetRows(savedArrivals(id))).some(({ Guests }) => Guests));
		const match = { path: `/${id}/reservations/search` };
		const nothing = { warnings: [], errors: [], reservations: [], nextPageToken: null, hasNextPage: false };
		await stack.sandbox.control.fault({ kind: 'body', body: nothing, match });
		await examples.run('arrivals-for-housekeeping', hotel.cancellations, {
			settings: { mailTo: 'quiet@hotel.example' },
		});
		assert.match((await mail('quiet@hotel.example', 'Arrivals')).subject, /: none$/);
		const [saved, ...others] = await sheetRows(savedArrivals(id));
		assert.match(String(saved?.['Room']), /^Nobody is expected on /);
		assert.deepEqual(others, []);

		await stack.sandbox.control.fault({ kind: 'status', status: 404, match });
		const settings = { mailTo: 'failed@hotel.example' };
		const execution = await examples.run('arrivals-for-housekeeping', hotel.cancellations, { settings });
		assert.equal(execution.status, 'error');
		assert.match(
			await examples.reasonOf(execution),
			new RegExp(`arrivals of property ${id} could not be read.*Reason: .*not found`),
		);
		assert.ok(!inbox.mails.some(({ to }) => to.includes('failed@hotel.example')));
	});

	test('Free cancellation: the bookings whose free time ends tomorrow at the hotel, and no others', async () => {
		const { id } = hotel.arrivals;
		const zone = 'Pacific/Kiritimati';
		const tomorrow = dayAt(zone, 1);
		const bookEachDay = async () => {
			for (let days = 1; days <= 10; days++) {
				const wishes = { arrivalDate: dayAt(zone, days), nights: 2 };
				await stack.sandbox.control.createBookings(id, 3, wishes);
			}
		};
		await bookEachDay();
		// Which rate plan a booking gets is chance, and with some of them its free time never ends.
		for (let tries = 0; tries < 5 && (await endingOn(observer, id, tomorrow)).length === 0; tries++) {
			await bookEachDay();
		}
		const expected = await endingOn(observer, id, tomorrow);
		assert.ok(expected.length > 0);
		const workflow = await examples.activate('free-cancellation-ends-tomorrow', hotel.arrivals);
		await deadlinesKept(workflow, expected);
		await stack.client.run(workflow, 'Every morning');
		const { subject, text } = await mail('reservations@hotel.example', 'Free cancellation');
		const listed = [...text.matchAll(/^(\S+): free until \d\d:\d\d, .+, arrives on \w{3} \d+ \w{3}, /gm)];
		assert.deepEqual(listed.map(([, number]) => number).sort(), expected.sort());
		assert.equal(
			subject,
			`Free cancellation ends on ${inWords(tomorrow)}, ${hotel.arrivals.name}: ${expected.length} bookings`,
		);
	});

	/** Waits until the data table has the days of these bookings. */
	async function deadlinesKept(workflow: SavedWorkflow, numbers: string[]): Promise<void> {
		const table = await examples.dataTable(exampleWorkflow('free-cancellation-ends-tomorrow'));
		const reader = await CallableWorkflow.of(stack, [dataTableNode(table ?? {})]);
		await until(`'${workflow.name}' to have kept the deadlines`, async () => {
			const rows = await reader.call().catch(() => []);
			const kept = rows.map(({ bookingNumber }) => bookingNumber);
			return numbers.every((number) => kept.includes(number)) ? true : undefined;
		});
	}

	test('Free cancellation: no booking, and the e-mail says so; deadlines that are not known do not look like that', async () => {
		await examples.run('free-cancellation-ends-tomorrow', hotel.alerts, {
			settings: { mailTo: 'quiet-nights@hotel.example' },
			name: 'No deadlines',
		});
		assert.match((await mail('quiet-nights@hotel.example', 'Free cancellation')).subject, /: no booking$/);

		const { cancellations } = hotel;
		await stack.sandbox.control.fault({
			kind: 'status',
			status: 404,
			match: { path: `/${cancellations.id}/cancellation-rules` },
			times: MANY_FAULTS,
		});
		const number = await bookingAt(cancellations, { nights: 1, roomStays: 1 });
		const workflow = await examples.activate('free-cancellation-ends-tomorrow', cancellations, {
			settings: { mailTo: 'unknown-nights@hotel.example' },
			name: 'Deadlines that are not known',
		});
		await deadlinesKept(workflow, [number]);
		await stack.client.run(workflow, 'Every morning');
		const reason = await until('the run of the morning', async () => {
			const executions = await stack.client.endedExecutions(workflow);
			const failed = executions.find(({ status }) => status === 'error');
			return failed && (await examples.reasonOf(failed));
		});
		assert.match(
			reason,
			new RegExp(
				`^Booking \\S+ of property ${cancellations.id}: until when .* Reason: The cancellation rules could not be read$`,
				'm',
			),
		);
		assert.ok(!inbox.mails.some(({ to }) => to.includes('unknown-nights@hotel.example')));
	});

	test('Cancelled booking: nights, revenue and penalty are logged once, mailed and posted', async () => {
		const booking = await detailsOf(hotel.cancellations, known.toCancel);
		const { text } = await mail('revenue@hotel.example', known.toCancel);
		const message = await slackMessage(`*Booking ${known.toCancel} cancelled, ${hotel.cancellations.name}*`);
		const penalty = booking.cancellation?.penaltyAmount ?? null;
		const revenue = booking.total.priceBeforeTax;
		const expected = {
			bookingNumber: known.toCancel,
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
		const logged = (await reader.call()).filter(({ bookingNumber }) => bookingNumber === known.toCancel);
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

	test('PostgreSQL: all bookings, one row for each room stay', async () => {
		await tableEquals('to hold all bookings');
		const rows = await rowsOf(known.toShrink);
		assert.equal(rows.length, 3);
	});

	test('PostgreSQL: a dropped room loses its row, a cancelled booking keeps its rows, a booking without details its last ones', async () => {
		const { id } = hotel.database;
		const { control } = stack.sandbox;
		const before = await rowsOf(known.withoutDetails);
		await control.changeBooking(id, known.toShrink, { roomStays: 2 });
		await control.cancelBooking(id, known.toCancelInDatabase);
		await control.cancelBooking(id, known.withoutDetails);
		await control.removeDetail(id, known.withoutDetails);
		const added = await bookingAt(hotel.database, { nights: 1, roomStays: 2 });
		await database.rows(`ALTER TABLE hotel_room_stays ADD CHECK (booking_number <> '${UNSAVABLE}')`);
		await control.createBooking(id, { number: UNSAVABLE });
		await until('the changes to reach the table', async () => {
			const [shrunk, cancelled, bare, fresh] = await Promise.all(
				[known.toShrink, known.toCancelInDatabase, known.withoutDetails, added].map(rowsOf),
			);
			const isDone =
				shrunk?.length === 2 &&
				cancelled?.[0]?.['status'] === 'Cancelled' &&
				bare?.[0]?.['status'] === 'Cancelled';
			return isDone && fresh?.length === 2 ? true : undefined;
		});
		await tableEquals('to equal the bookings again', [known.withoutDetails, UNSAVABLE]);
		const cancelled = await rowsOf(known.toCancelInDatabase);
		const { cancellation } = await detailsOf(hotel.database, known.toCancelInDatabase);
		assert.deepEqual(
			cancelled.map(({ status, booking_penalty: penalty }) => [status, penalty]),
			[1, 2].map(() => ['Cancelled', cancellation?.penaltyAmount ?? null]),
		);
		const kept = (rows: Items) => rows.map((row) => ({ ...row, status: null, modified_at: null }));
		assert.deepEqual(kept(await rowsOf(known.withoutDetails)), kept(before));
	});

	test('PostgreSQL: a booking that the database refuses is named with the reason; the others of its execution are saved', async () => {
		const { text } = await mail('it@hotel.example', UNSAVABLE);
		assert.match(
			text,
			new RegExp(`^Booking ${UNSAVABLE}: it was not saved in PostgreSQL. Reason: .*check constraint`, 'm'),
		);
		assert.doesNotMatch(text, /Failing row/, 'The row holds the names of guests');
		assert.deepEqual(await rowsOf(UNSAVABLE), []);
	});

	test('PostgreSQL: an older state that comes late changes nothing', async () => {
		const save = exampleWorkflow('bookings-to-postgres').nodes.find(({ name }) => name === 'Save booking');
		const rows = await rowsOf(known.toShrink);
		const older = { ...rows[0], status: 'Unconfirmed', modified_at: '2020-01-01T00:00:00Z', stays: [] };
		const changed = await database.rows(String(save?.parameters['query']), [JSON.stringify(older)]);
		assert.deepEqual(changed, []);
		assert.deepEqual(await rowsOf(known.toShrink), rows);
	});

	test('PostgreSQL that cannot be reached: the booking and the reason are named to the error workflow', async () => {
		const execution = await examples.ended(workflow.unreachableDatabase);
		const reason = await examples.reasonOf(execution);
		assert.equal(execution.status, 'error');
		assert.match(
			reason,
			new RegExp(`^Booking ${made.unsaved}: it was not saved in PostgreSQL. Reason: .*refused`),
		);
		assert.ok((await mail('it@hotel.example', 'not saved in PostgreSQL')).text.includes(made.unsaved));
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
		const requests = await stack.sandbox.control.allRequests('/api/');
		const refused = requests.filter(
			({ clientId, status }) => clientId === stack.sandbox.clientId && status === 429,
		);
		assert.deepEqual(refused, []);
	});

	/** What n8n writes down beside its executions. */
	function eventLog(): string {
		const folder = join(stack.n8nPlan.userFolder, '.n8n');
		const files = readdirSync(folder).filter((name) => name.startsWith('n8nEventLog'));
		return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
	}

	async function rowsOf(number: string): Promise<Items> {
		return await database.rows(
			`SELECT ${COLUMNS} FROM hotel_room_stays WHERE booking_number = $1 ORDER BY stay_index`,
			[number],
		);
	}

	/** Compares the whole table with the hotel's bookings. */
	async function tableEquals(what: string, except: string[] = []): Promise<void> {
		const all = await observer.feedNumbers(hotel.database.id);
		const numbers = all.filter((number) => !except.includes(number));
		await until(`the table ${what}`, async () => {
			const [there] = await database.rows("SELECT to_regclass('hotel_room_stays') IS NOT NULL AS yes");
			if (there?.['yes'] !== true) return undefined;
			const found = await database.rows('SELECT DISTINCT booking_number FROM hotel_room_stays');
			return numbers.every((number) => found.some((row) => row['booking_number'] === number))
				? true
				: undefined;
		});
		const expected: Items = [];
		for (const number of numbers) expected.push(...expectedRows(await detailsOf(hotel.database, number)));
		const rows = await database.rows(
			`SELECT ${COLUMNS} FROM hotel_room_stays WHERE booking_number <> ALL($1)`,
			[except],
		);
		assert.deepEqual(byKey(rows), byKey(expected));
	}

	/** The list on disk: one file for each hotel, which every list replaces. */
	function savedArrivals(propertyId: string): Buffer {
		return readFileSync(join(filesFolder(stack.n8nPlan.userFolder), `arrivals-${propertyId}.xlsx`));
	}

	async function arrivalAt(propertyId: string, arrivalDate: string, roomStays: number): Promise<string> {
		return (await stack.sandbox.control.createBooking(propertyId, { arrivalDate, nights: 2, roomStays }))
			.number;
	}

	/** Gives the first stay of a reservation a room. @returns the room's name */
	async function assignRoom(propertyId: string, number: string): Promise<string> {
		const reservation = `/pms/v2/properties/${propertyId}/reservations/${number}`;
		const { availableRoomForRoomStays } = await observer.read<{
			availableRoomForRoomStays: Array<{ pmsRoomStayId: string; roomIds: string[] }>;
		}>(`${reservation}/find-available-rooms`);
		const [{ pmsRoomStayId, roomIds: [roomId] } = { pmsRoomStayId: '', roomIds: [] }] =
			availableRoomForRoomStays;
		await observer.send('POST', `${reservation}/assign-rooms`, [{ pmsRoomStayId, roomId }]);
		return (await roomNames(propertyId)).get(roomId ?? '') ?? '';
	}

	async function roomNames(propertyId: string): Promise<Map<string, string>> {
		const { rooms } = await observer.read<{ rooms: Array<{ id: string; displayName: string }> }>(
			`/pms/v2/properties/${propertyId}/rooms?count=1000`,
		);
		return new Map(rooms.map(({ id, displayName }) => [id, displayName]));
	}

	/** Number, room and guests of each stay that begins that day, as the PMS has them. */
	async function arrivalsOf(propertyId: string, day: string): Promise<string[]> {
		const names = await roomNames(propertyId);
		const lines: string[] = [];
		for (const { number } of await stack.sandbox.control.reservations(propertyId, 1_000)) {
			const { reservation } = await observer.read<{ reservation: Reservation }>(
				`/pms/v2/properties/${propertyId}/reservations/${number}`,
			);
			for (const stay of reservation.roomStays) {
				if (stay.status === 'Cancelled' || !stay.checkInDateTime.startsWith(day)) continue;
				const guests = await Promise.all(stay.guestIds.map((id) => guestName(propertyId, id)));
				const room = stay.room === null ? 'not assigned' : (names.get(stay.room) ?? '');
				lines.push(lineKey({ Booking: number, Room: room, Guests: guests.join(', ') }));
			}
		}
		return lines;
	}

	async function guestName(propertyId: string, id: string): Promise<string> {
		const { guest } = await observer.read<{ guest: { personName: PersonName } }>(
			`/pms/v2/properties/${propertyId}/guests/${id}`,
		);
		const { firstName, middleName, lastName } = guest.personName;
		return [firstName, middleName, lastName].filter(Boolean).join(' ');
	}
});

interface PersonName {
	firstName: string;
	middleName?: string | null;
	lastName: string;
}

interface Reservation {
	roomStays: Array<{ status: string; checkInDateTime: string; room: string | null; guestIds: string[] }>;
}

const MADE_UP: Occupancy = {
	currencyCode: 'EUR',
	propertyRoomCount: 5,
	dailyOccupancies: [
		occupancyDay('2026-03-01', { occupancyRoomCount: 0, roomRevenue: 0 }),
		occupancyDay('2026-03-02', { closedRoomCount: 5, occupancyRoomCount: 0, roomRevenue: 0 }),
		occupancyDay('2026-03-03', { closedRoomCount: 1, occupancyRoomCount: 2, roomRevenue: 240.2 }),
		occupancyDay('2026-03-04', { occupancyRoomCount: 4, roomRevenue: 200.8 }),
	],
};

function occupancyDay(
	date: string,
	figures: { closedRoomCount?: number; occupancyRoomCount: number; roomRevenue: number },
): Occupancy['dailyOccupancies'][number] {
	const { roomRevenue } = figures;
	const others = {
		closedRoomCount: 0,
		complimentaryOccupancyRoomCount: 0,
		mealRevenue: 0,
		arrivalCount: 0,
		guestCount: 0,
	};
	return { date, ...others, revenue: roomRevenue, ...figures };
}

/** A Google document can only be chosen by who has the account. */
function isLeftToTheUser(workflow: string, parameter: string): boolean {
	return (
		workflow.endsWith('daily-occupancy-google-sheets') && ['documentId', 'sheetName'].includes(parameter)
	);
}

/** "Tue 24 Nov 2026" */
function inWords(day: string): string {
	const format = new Intl.DateTimeFormat('en-US', {
		weekday: 'short',
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		timeZone: 'UTC',
	});
	const parts = Object.fromEntries(
		format.formatToParts(new Date(`${day}T00:00Z`)).map(({ type, value }) => [type, value]),
	);
	return `${parts['weekday']} ${parts['day']} ${parts['month']} ${parts['year']}`;
}

/** A day on the hotel's calendar, so many days from today. */
function dayAt(timeZone: string, days: number): string {
	return moved(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date()), days);
}

function moved(date: string, days: number): string {
	const day = new Date(`${date}T00:00:00Z`);
	day.setUTCDate(day.getUTCDate() + days);
	return day.toISOString().slice(0, 10);
}

function lineKey({ Booking: number, Room, Guests }: Record<string, unknown>): string {
	return `${number} | ${Room} | ${Guests}`;
}

function pick(row: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(fields.map((field) => [field, row[field]]));
}

function byKey(rows: Items): Items {
	const key = (row: Items[number]) => `${String(row['booking_number'])} ${String(row['stay_index'])}`;
	return [...rows].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

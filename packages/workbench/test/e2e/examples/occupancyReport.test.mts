import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exampleWorkflow } from '../../../src/demo/examples.mts';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import { filesFolder } from '../../../src/n8n/n8nProcess.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { Items } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { inRoot } from '../../../src/util/paths.mts';
import { dayAt, moved } from '../support/days.mts';
import { Examples } from '../support/examples.mts';
import { expectedReport, pick, type Occupancy } from '../support/expected.mts';
import { mailTo } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { relatedPart, sheetFormats, sheetParts, sheetRows } from '../support/spreadsheet.mts';
import { startTestStack } from '../support/stack.mts';

/** Days and total, each with the year before. */
const REQUESTS_OF_A_REPORT = 4;

describe('the daily occupancy report', () => {
	let stack: Stack;
	let inbox: Inbox;
	let observer: Observer;
	let examples: Examples;
	let hotel: Property;
	let other: Property;

	before(async () => {
		stack = await startTestStack('occupancy-report', { properties: 2, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		[hotel, other] = stack.sandbox.properties as [Property, Property];
		examples = await Examples.of(stack, inbox);
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
	});

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
		return await mailTo(inbox, to, part);
	}

	test('Daily occupancy: the mailed and the saved spreadsheet hold the figures of the hotel, and those of a year before', async () => {
		const execution = await examples.run('daily-occupancy-report', hotel);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const { attachments, html } = await mail('revenue@hotel.example', 'Occupancy of');
		const [file, ...others] = attachments;
		assert.ok(file);
		assert.deepEqual(others, []);
		assert.deepEqual(readFileSync(join(filesFolder(stack.n8nPlan.userFolder), file.name)), file.content);

		const rows = await sheetRows(file.content);
		const { days, expected } = await monthToDate(hotel);
		const titles = Object.keys(rows[0] ?? {});
		assert.deepEqual(
			rows,
			expected.map((line) => pick(line, titles)),
		);
		assert.equal(file.name, `occupancy-${hotel.id}-${days.at(-1)}.xlsx`);

		assert.ok(html.includes(`>${hotel.name.replace('&', '&amp;')}</h1>`), html);
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

	test('Daily occupancy: the spreadsheet names the hotel and prints on pages as wide as the table', async () => {
		const { content } = (await mail('revenue@hotel.example', 'Occupancy of')).attachments[0] ?? {};
		assert.ok(content);
		const parts = sheetParts(content);
		const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
		assert.match(sheet, new RegExp(`<t[^>]*>${hotel.name}: occupancy from \\w{3} \\d+ \\w{3} \\d{4} to `));
		assert.match(sheet, /<pageSetUpPr fitToPage="1"\/>/);
		assert.match(sheet, /<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="1"\/>/);
		assert.match(sheet, /<pane xSplit="1" ySplit="2" [^>]*state="frozen"\/>/);
		assert.match(
			parts.get('xl/workbook.xml') ?? '',
			/"_xlnm.Print_Titles" localSheetId="0">Occupancy!\$1:\$2</,
		);
	});

	test('Daily occupancy: nothing sold and nothing available leave ADR and RevPAR empty; totals come from the sums', async () => {
		const { id } = other;
		const answer = { warnings: [], errors: [], ...MADE_UP };
		await stack.sandbox.control.fault({
			kind: 'body',
			body: answer,
			times: REQUESTS_OF_A_REPORT,
			match: { path: `/${id}/daily-occupancy` },
		});
		const dates = { startStayDate: '2026-03-01', endStayDate: '2026-03-05' };
		const range = { parameters: { period: 'custom', ...dates } };
		await examples.run('daily-occupancy-report', other, {
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
		const execution = await examples.run('daily-occupancy-google-sheets', hotel, { nodes });
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const rows = await stack.client.outputOf(execution, 'Google Sheets');
		const { days, expected } = await monthToDate(hotel);
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
		const { id } = other;
		await stack.sandbox.control.fault({
			kind: 'status',
			status: 404,
			match: { path: `/${id}/daily-occupancy` },
		});
		const settings = { mailTo: 'nothing@hotel.example' };
		const execution = await examples.run('daily-occupancy-report', other, { settings });
		assert.equal(execution.status, 'error');
		assert.match(
			await examples.reasonOf(execution),
			new RegExp(`^Occupancy of property ${id}: it could not be read .*Reason: .*not found`),
		);
		assert.ok(!inbox.mails.some(({ to }) => to.includes('nothing@hotel.example')));
	});

	test('Daily occupancy, mail refused and folder not allowed: both are named with the property', async () => {
		const settings = { mailTo: REFUSED_ADDRESS, reportFolder: inRoot('docs') };
		const execution = await examples.run('daily-occupancy-report', hotel, { settings });
		const reason = await examples.reasonOf(execution);
		assert.equal(execution.status, 'error');
		assert.match(
			reason,
			new RegExp(
				`^The occupancy report of property ${hotel.id} .* was not saved .*not (allowed|writable)`,
				'm',
			),
		);
		assert.match(reason, new RegExp(`^The occupancy report of property ${hotel.id} .* was not mailed`, 'm'));
	});
});

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

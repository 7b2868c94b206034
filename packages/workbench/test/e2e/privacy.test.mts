import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Inbox } from '../../src/demo/inbox/inbox.mts';
import { CREDENTIAL_TYPE } from '../../src/n8n/n8nClient.mts';
import type { CredentialReference, SavedWorkflow, Workflow } from '../../src/n8n/types.mts';
import { QUICK_POLLS } from '../../src/n8n/polling.mts';
import { chosenN8n, runtimeFolder } from '../../src/n8n/version.mts';
import { chain, hotelNode, node } from '../../src/n8n/workflows.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Property } from '../../src/processes/sandboxProcess.mts';
import { inRoot } from '../../src/util/paths.mts';
import { TestDatabase } from './support/database.mts';
import { Examples, smtpCredential, until } from './support/examples.mts';
import { sheetRows } from './support/spreadsheet.mts';
import { startOwnStack } from './support/stack.mts';

/** What docs/privacy.md says of n8n, and the steps by which it erases, in an n8n that keeps its data in PostgreSQL. */

const PAGE = readFileSync(inRoot('docs', 'privacy.md'), 'utf8');
const GUEST = 'QUILLFEATHER';
/** Where an n8n has what the page says that it goes with its workflow; older ones have not all of them. */
const OF_WORKFLOW = [
	'workflow_entity',
	'workflow_history',
	'execution_entity',
	'execution_data',
	'processed_data',
	'poller_state',
];

let database: TestDatabase;
let stack: Stack;
let property: Property;
let credential: CredentialReference;
let saved: SavedWorkflow;
let booking: string;

before(async () => {
	database = await TestDatabase.create();
	const { host, port, user, password, database: name } = database.credentialData;
	stack = await startOwnStack(
		'privacy',
		{ properties: 1, bookings: 5, limits: true },
		{
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: String(host),
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: String(user),
			DB_POSTGRESDB_PASSWORD: String(password),
			DB_POSTGRESDB_DATABASE: String(name),
		},
	);
	property = stack.sandbox.properties[0] as Property;
	credential = await stack.sandboxCredential();
	saved = await stack.client.startWorkflow(newBookings('New bookings'));
	booking = await bookAs(GUEST);
	await until('the booking to be emitted', async () => {
		return (await stack.client.endedExecutions(saved)).length > 0 ? true : undefined;
	});
});
after(async () => {
	await stopAllChildren();
	await database?.drop();
});

async function bookAs(guest: string): Promise<string> {
	return (await stack.sandbox.control.createBooking(property.id, { guest })).number;
}

/** Each booking once, remembered by n8n as well: its table of processed data has something of the workflow. */
function newBookings(name: string): Workflow {
	const trigger = hotelNode(
		'Trigger',
		credential,
		{
			pollTimes: QUICK_POLLS,
			propertySelection: 'all',
			events: ['new'],
			startFrom: 'now',
			output: 'details',
			options: {},
		},
		{ name: 'Trigger' },
	);
	const once = node({
		name: 'Once',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic: 'removeItemsWithAlreadySeenKeyValues',
			dedupeValue: '={{ $json.number }}',
			options: {},
		},
	});
	return chain(name, [trigger, once]);
}

async function tables(): Promise<string[]> {
	const rows = await database.rows(
		"SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
	);
	return rows.map(({ name }) => String(name));
}

/** The tables of n8n in which any row has the text. */
async function tablesWith(text: string): Promise<string[]> {
	const found: string[] = [];
	for (const table of await tables()) {
		const [row] = await database.rows(
			`SELECT EXISTS (SELECT FROM "${table}" AS one WHERE strpos(one::text, $1) > 0) AS there`,
			[text],
		);
		if (row?.['there'] === true) found.push(table);
	}
	return found;
}

test('n8n keeps the names of guests in the data of executions, and nowhere else', async () => {
	assert.deepEqual(await tablesWith(GUEST), ['execution_data']);
});

test('the trigger keeps no booking number, and n8n the number only with the execution', async () => {
	assert.deepEqual(await tablesWith(booking), ['execution_data']);
	const states = await database.rows(
		`SELECT "staticData"::text AS state FROM workflow_entity WHERE id = $1`,
		[saved.id],
	);
	const cursors = (await tables()).includes('poller_state')
		? await database.rows('SELECT cursor::text AS state FROM poller_state WHERE "workflowId" = $1', [
				saved.id,
			])
		: [];
	assert.match(JSON.stringify([...states, ...cursors]), /seen/);
});

test('the statement of the page finds the execution; deleted in n8n, it is gone at once', async () => {
	const [, after = ''] = PAGE.split('<!-- sql: find -->');
	const [, sql = ''] = after.split(/```(?:sql)?\n/);
	const query = sql.replace('20310520-1024-1', booking).trim();
	assert.ok(query.includes(booking), sql);
	const found = await database.rows(query);
	assert.equal(found.length, 1);
	assert.equal(found[0]?.['workflowId'], saved.id);
	await stack.client.deleteExecutions(found.map(({ id }) => String(id)));
	assert.deepEqual(await tablesWith(GUEST), []);
	assert.deepEqual(await tablesWith(booking), []);
});

test('the copy of a workflow has no memory; with the original, n8n deletes all it kept of it', async () => {
	const [before, kept] = [await tables(), await tablesWith(saved.id)];
	assert.ok(kept.includes('processed_data'), kept.join());
	const copy = await stack.client.startWorkflow(newBookings('New bookings copy'));
	await stack.client.deactivate(saved);
	await until('the original to be deleted', async () => {
		return await stack.client.deleteWorkflow(saved).then(
			() => true,
			// n8n goes on withdrawing it after it has answered.
			() => undefined,
		);
	});
	const left = await tablesWith(saved.id);
	assert.deepEqual(
		left.filter((table) => OF_WORKFLOW.includes(table)),
		[],
	);
	assert.deepEqual(await tables(), before);
	const again = await bookAs(GUEST);
	await until('the copy to emit what happens from then on', async () => {
		const [execution] = await stack.client.endedExecutions(copy);
		return execution;
	});
	assert.deepEqual(await tablesWith(again), ['execution_data']);
	assert.deepEqual(await tablesWith(booking), []);
	await stack.client.deactivate(copy);
});

test('the examples without names leave none in n8n, in the table and in the list', async () => {
	const unnamed = 'THISTLEWOOD';
	const inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
	try {
		const credentials = {
			[CREDENTIAL_TYPE]: credential,
			smtp: await smtpCredential(stack, inbox),
			postgres: await stack.client.createCredential('Table', database.credentialData, 'postgres'),
		};
		const examples = new Examples(stack, credentials, inbox);
		const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
		const { number } = await stack.sandbox.control.createBooking(property.id, {
			guest: unnamed,
			arrivalDate: today,
		});
		const rows = async () =>
			await database.rows(
				'SELECT revenue_before_tax IS NOT NULL AS priced FROM hotel_room_stays WHERE booking_number = $1',
				[number],
			);
		await examples.activate('bookings-to-postgres-without-names', property);
		await until('the booking to reach the table', async () => {
			const isThere = (await tables()).includes('hotel_room_stays') && (await rows()).length > 0;
			return isThere ? true : undefined;
		});
		assert.deepEqual(await rows(), [{ priced: true }]);
		await database.rows('DELETE FROM hotel_room_stays WHERE booking_number = $1', [number]);
		await examples.run('nightly-reconcile-postgres-without-names', property);
		assert.deepEqual(await rows(), [{ priced: true }]);
		await examples.run('arrivals-without-names', property);
		const list = await until('the list', () => inbox.mails.find(({ attachments }) => attachments.length > 0));
		const lines = await sheetRows(list.attachments[0]?.content ?? Buffer.alloc(0));
		assert.ok(lines.some((line) => line['Booking'] === number));
		assert.ok(!JSON.stringify([list.text, list.html, lines]).includes(unnamed));
		assert.deepEqual(await tablesWith(unnamed), []);
	} finally {
		await inbox.close();
	}
});

test("the page has n8n's own defaults of this version", () => {
	const [, after = ''] = PAGE.split('<!-- settings -->');
	const lines = (after.split('<!--')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
	const [head = '', , ...rows] = lines;
	const column = head.split('|').findIndex((cell) => cell.trim() === `n8n ${chosenN8n()}`);
	assert.ok(column > 0, `docs/privacy.md has no column for n8n ${chosenN8n()}`);
	const told = rows.map((row) => {
		const cells = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
		return [cells[1] ?? '', cells[column] ?? ''] as const;
	});
	assert.ok(told.length > 5);
	for (const [setting, value] of told)
		assert.match(defaultOf(setting), new RegExp(`\\b${value}\\b`), setting);
});

/** As n8n's compiled code assigns it. */
function defaultOf(setting: string): string {
	const modules = join(runtimeFolder(chosenN8n()), 'node_modules');
	const files = [
		join(modules, '@n8n', 'config', 'dist', 'configs', 'executions.config.js'),
		join(modules, 'n8n-core', 'dist', 'binary-data', 'binary-data.config.js'),
	];
	for (const file of files) {
		const code = readFileSync(file, 'utf8').replace(/(?<=\d)_(?=\d)/g, '');
		const field = new RegExp(`Env\\)\\('${setting}'[\\s\\S]*?prototype, "(\\w+)"`).exec(code)?.[1];
		const assigned = field && new RegExp(`this\\.${field} (?:\\?\\?)?= (.*);`).exec(code)?.[1];
		if (assigned) return assigned;
	}
	return `n8n has no ${setting}`;
}

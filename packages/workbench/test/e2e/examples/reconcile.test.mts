import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { CREDENTIAL_TYPE } from '../../../src/n8n/n8nClient.mts';
import type { Execution } from '../../../src/n8n/types.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Inbox } from '../../../src/demo/inbox/inbox.mts';
import { inRoot } from '../../../src/util/paths.mts';
import { TestDatabase } from '../support/database.mts';
import { Examples } from '../support/examples.mts';
import { startTestStack } from '../support/stack.mts';

const NAME = 'reconcile';
const WORKFLOW = 'nightly-reconcile-postgres';
const EVERYTHING = '2009-01-01T00:00:00Z';
const BOOKINGS = 30;
/** Everything but when a row was saved. */
const TABLE =
	"SELECT to_jsonb(t) - 'saved_at' AS row FROM hotel_room_stays AS t ORDER BY booking_number, stay_index";

describe('the table that is compared with the hotel each night', () => {
	let stack: Stack;
	let database: TestDatabase;
	let inbox: Inbox;
	let examples: Examples;
	let property: Property;
	let runs = 0;

	before(async () => {
		database = await TestDatabase.create();
		stack = await startTestStack(NAME, { properties: 2, bookings: BOOKINGS, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		const [first] = stack.sandbox.properties;
		assert.ok(first);
		property = first;
		await database.rows(await readFile(inRoot('workflows', 'bookings-to-postgres.sql'), 'utf8'));
		const { credentialData } = database;
		const postgres = await stack.client.createCredential('postgres', credentialData, 'postgres');
		const credential = await stack.sandboxCredential();
		examples = new Examples(stack, { [CREDENTIAL_TYPE]: credential, postgres }, inbox);
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
		await database?.drop();
	});

	async function night(parameters: Record<string, unknown> = {}): Promise<Execution> {
		runs += 1;
		return await examples.run(WORKFLOW, property, {
			name: `Night ${runs}`,
			nodes: { 'Dry run': { parameters: { modifiedSince: EVERYTHING, ...parameters } } },
		});
	}

	async function table(): Promise<unknown[]> {
		return (await database.rows(TABLE)).map(({ row }) => row);
	}

	/** The numbers of bookings in the table, without one that is cancelled. */
	async function standing(): Promise<string[]> {
		const rows = await database.rows(
			"SELECT DISTINCT booking_number FROM hotel_room_stays WHERE status <> 'Cancelled' ORDER BY 1",
		);
		return rows.map(({ booking_number: number }) => String(number));
	}

	test('an empty table is not filled without being asked to', async () => {
		const execution = await night();
		assert.equal(execution.status, 'error');
		assert.match(
			await examples.reasonOf(execution),
			new RegExp(
				`not repaired at the property ${property.id}, .+: (\\d+) of the \\1 bookings that the hotel lists are missing`,
			),
		);
		assert.deepEqual(await table(), []);
	});

	test('it is filled where all may be missing, and then equal', async () => {
		assert.equal((await night({ failAbove: 100 })).status, 'success');
		const rows = await database.rows('SELECT DISTINCT booking_number FROM hotel_room_stays');
		assert.equal(rows.length, BOOKINGS);
		const before = await database.rows('SELECT max(saved_at) AS saved FROM hotel_room_stays');
		await stack.sandbox.control.resetReport();
		assert.equal((await night()).status, 'success');
		assert.deepEqual(await database.rows('SELECT max(saved_at) AS saved FROM hotel_room_stays'), before);
		const { byEndpoint } = await stack.sandbox.control.report();
		assert.deepEqual(byEndpoint, { 'GET /api/read-reservation/v1/properties/{propertyId}/bookings': 1 });
	});

	test('what was broken on purpose is as it was after one night', async () => {
		const { control } = stack.sandbox;
		const intact = await standing();
		const [toCancel = '', lost = '', stale = '', ahead = '', renamed = '', ...others] = intact;
		assert.ok(others.length > 5);
		await control.cancelBooking(property.id, toCancel);
		await night();
		const [cancelled] = await database.rows(
			'SELECT DISTINCT status FROM hotel_room_stays WHERE booking_number = $1',
			[toCancel],
		);
		assert.equal(cancelled?.['status'], 'Cancelled');
		const good = await table();

		await database.rows('DELETE FROM hotel_room_stays WHERE booking_number = $1', [lost]);
		await database.rows(
			"UPDATE hotel_room_stays SET modified_at = modified_at - interval '1 day', nights = 99 WHERE booking_number = $1",
			[stale],
		);
		await database.rows(
			"UPDATE hotel_room_stays SET modified_at = modified_at + interval '1 day', room_type = 'wrong' WHERE booking_number = $1",
			[ahead],
		);
		await database.rows("UPDATE hotel_room_stays SET status = 'Unconfirmed' WHERE booking_number = $1", [
			renamed,
		]);
		await database.rows("UPDATE hotel_room_stays SET status = 'Active' WHERE booking_number = $1", [
			toCancel,
		]);
		await database.rows(
			"INSERT INTO hotel_room_stays (property_id, booking_number, stay_index, status, modified_at) VALUES ($1, 'NOT-OF-THE-HOTEL', 1, 'Active', now() - interval '2 days')",
			[property.id],
		);
		await database.rows(
			"INSERT INTO hotel_room_stays (property_id, booking_number, stay_index, status, modified_at) VALUES ('of another system', 'ELSEWHERE', 1, 'Active', now() - interval '2 days')",
		);
		assert.notDeepEqual(await table(), good);

		assert.equal((await night()).status, 'success');
		await database.rows(
			"DELETE FROM hotel_room_stays WHERE booking_number = 'ELSEWHERE' AND status = 'Active'",
		);
		assert.deepEqual(await table(), good);
	});

	test('a table that lost most of its rows stays as it is, and the reason is told', async () => {
		const good = await table();
		const numbers = await standing();
		await database.rows('DELETE FROM hotel_room_stays WHERE booking_number = ANY($1)', [
			numbers.slice(0, 15),
		]);
		const broken = await table();
		const execution = await night();
		assert.equal(execution.status, 'error');
		assert.match(
			await examples.reasonOf(execution),
			/15 of the \d+ bookings that the hotel lists are missing/,
		);
		assert.deepEqual(await table(), broken);
		assert.equal((await night({ failAbove: 60 })).status, 'success');
		assert.deepEqual(await table(), good);
	});

	test('what is not certain to be unknown stays, and what is unknown is deleted', async () => {
		const { control } = stack.sandbox;
		await database.rows(
			"INSERT INTO hotel_room_stays (property_id, booking_number, stay_index, status, modified_at) VALUES ($1, '77-77', 1, 'Active', now() - interval '2 days')",
			[property.id],
		);
		const stranger = async () =>
			(await database.rows("SELECT FROM hotel_room_stays WHERE booking_number = '77-77'")).length;
		assert.equal((await night({ options: { maxConfirmations: 0 } })).status, 'success');
		assert.equal(await stranger(), 1);
		await control.fault({ kind: 'status', status: 403, match: { scope: 'bookingDetail' } });
		assert.equal((await night()).status, 'success');
		assert.equal(await stranger(), 1);
		assert.equal((await night()).status, 'success');
		assert.equal(await stranger(), 0);
	});

	test('rows with times of their own are saved again, not deleted', async () => {
		const good = await table();
		await database.rows("UPDATE hotel_room_stays SET modified_at = now() - interval '3 hours 7 seconds'");
		const since = new Date(Date.now() - 86_400_000).toISOString();
		assert.equal((await night({ modifiedSince: since })).status, 'success');
		assert.deepEqual(await table(), good);
	});

	test('a booking without details keeps its rows with the state of the feed', async () => {
		const { control } = stack.sandbox;
		const [number = ''] = await standing();
		await control.cancelBooking(property.id, number);
		await control.removeDetail(property.id, number);
		assert.equal((await night()).status, 'success');
		const rows = await database.rows(
			'SELECT status, arrival FROM hotel_room_stays WHERE booking_number = $1',
			[number],
		);
		assert.ok(rows.length > 0);
		for (const { status, arrival } of rows) assert.deepEqual([status, arrival !== null], ['Cancelled', true]);
	});

	test('a feed that fails changes nothing', async () => {
		const good = await table();
		const [number = ''] = await standing();
		await database.rows('DELETE FROM hotel_room_stays WHERE booking_number = $1', [number]);
		const broken = await table();
		await stack.sandbox.control.fault({ kind: 'status', status: 403, match: { scope: 'bookingList' } });
		const execution = await night();
		assert.equal(execution.status, 'error');
		assert.match(await examples.reasonOf(execution), /nothing was changed. Reason: /);
		assert.deepEqual(await table(), broken);
		assert.equal((await night()).status, 'success');
		assert.deepEqual(await table(), good);
	});
});

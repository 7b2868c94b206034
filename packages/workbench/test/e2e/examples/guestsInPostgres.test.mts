import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { exampleWorkflow } from '../../../src/demo/examples.mts';
import { inRoot } from '../../../src/util/paths.mts';
import { TestDatabase } from '../support/database.mts';

/** The statements for a data protection officer, and the one that runs every night, on a real PostgreSQL. */

const KEEP_DAYS = 90;
const example = exampleWorkflow('bookings-to-postgres');
const query = (name: string) =>
	String(example.nodes.find((node) => node.name === name)?.parameters['query'] ?? '');
const statements = readFileSync(inRoot('workflows', 'guests-in-postgres.sql'), 'utf8')
	.split(/;\n/)
	.map((statement) => statement.replace(/^--.*$/gm, '').trim());
const statement = (beginning: string) => {
	const found = statements.find((one) => one.startsWith(beginning));
	assert.ok(found, `guests-in-postgres.sql has no ${beginning}`);
	return found;
};

let database: TestDatabase;
before(async () => {
	database = await TestDatabase.create();
	await database.rows(query('Create table'));
});
after(async () => await database.drop());
beforeEach(async () => {
	await database.rows('TRUNCATE hotel_room_stays');
});

interface Stay {
	booking: string;
	index?: number;
	status?: string;
	/** Days from today. */
	departure?: number | null;
	modified?: number;
	cancelled?: number | null;
	customer?: string | null;
	guests?: string | null;
}

async function stays(...rows: Stay[]): Promise<void> {
	for (const row of rows) {
		await database.rows(
			`INSERT INTO hotel_room_stays (property_id, booking_number, stay_index, status, modified_at, cancelled_at,
				arrival, departure, customer_name, guest_names, revenue_before_tax)
			 VALUES ('1024', $1, $2, $3, now() + make_interval(days => $4), now() + make_interval(days => $5),
				localtimestamp + make_interval(days => $6 - 2), localtimestamp + make_interval(days => $6), $7, $8, 100)`,
			[
				row.booking,
				row.index ?? 1,
				row.status ?? 'Active',
				row.modified ?? -200,
				row.cancelled ?? null,
				row.departure ?? null,
				row.customer === undefined ? 'Ann MILLER' : row.customer,
				row.guests === undefined ? 'Ann MILLER, Bo Miller' : row.guests,
			],
		);
	}
}

/** Numbers of the rows that have a name, in order. */
async function named(): Promise<string[]> {
	const rows = await database.rows(
		`SELECT booking_number || '/' || stay_index AS stay FROM hotel_room_stays
		 WHERE customer_name IS NOT NULL OR guest_names IS NOT NULL ORDER BY 1`,
	);
	return rows.map(({ stay }) => String(stay));
}

test('names are forgotten once a stay, or its cancellation, is long enough ago', async () => {
	await stays(
		{ booking: 'left-long-ago', departure: -91 },
		{ booking: 'left-lately', departure: -89 },
		{ booking: 'only-customer', departure: -91, guests: null },
		{ booking: 'arrives', departure: 30 },
		{ booking: 'two-rooms', index: 1, departure: -91 },
		{ booking: 'two-rooms', index: 2, departure: -80 },
		{ booking: 'cancelled-long-ago', status: 'Cancelled', departure: 30, cancelled: -91 },
		{ booking: 'cancelled-lately', status: 'Cancelled', departure: 30, cancelled: -1 },
		{ booking: 'cancelled-without-time', status: 'Cancelled', departure: 30, modified: -91 },
		{ booking: 'without-stay', index: 0, departure: null, modified: -91 },
		{ booking: 'without-stay-lately', index: 0, departure: null, modified: -3 },
	);
	const before = (await database.rows('SELECT count(*)::int AS n FROM hotel_room_stays'))[0];
	const forgotten = await database.rows(query('Forget names'), [KEEP_DAYS]);
	assert.equal(forgotten.length, 6);
	assert.deepEqual(await named(), [
		'arrives/1',
		'cancelled-lately/1',
		'left-lately/1',
		'two-rooms/2',
		'without-stay-lately/0',
	]);
	assert.deepEqual((await database.rows('SELECT count(*)::int AS n FROM hotel_room_stays'))[0], before);
	assert.deepEqual(await database.rows(query('Forget names'), [KEEP_DAYS]), []);
});

test('the bookings of a guest are found by a part of a name, whatever it contains', async () => {
	await stays(
		{ booking: 'customer', guests: null },
		{ booking: 'guest', customer: null, guests: 'Bo Miller' },
		{ booking: 'other', customer: 'Cy Mill_er', guests: '100% Co' },
	);
	const found = async (part: string) => {
		const rows = await database.rows(statement('SELECT').replace("'MILLER'", `'${part}'`));
		return rows.map((row) => row['booking_number']).sort();
	};
	assert.deepEqual(await found('MILLER'), ['customer', 'guest']);
	assert.deepEqual(await found('mill_er'), ['other']);
	assert.deepEqual(await found('0%'), ['other']);
	assert.deepEqual(await found('Nobody'), []);
});

for (const [what, beginning, left] of [
	[
		'anonymized: the row stays, without names',
		'UPDATE',
		['20310520-1024-1/1', '20310520-1024-1/2', 'other/1'],
	],
	['erased', 'DELETE', ['other/1']],
	['erased with all others', 'TRUNCATE', []],
] as const) {
	test(`a booking is ${what}`, async () => {
		await stays(
			{ booking: '20310520-1024-1' },
			{ booking: '20310520-1024-1', index: 2 },
			{ booking: 'other' },
		);
		await database.rows(statement(beginning));
		const rows = await database.rows(
			"SELECT booking_number || '/' || stay_index AS stay, revenue_before_tax FROM hotel_room_stays ORDER BY 1",
		);
		assert.deepEqual(
			rows.map(({ stay }) => stay),
			left,
		);
		assert.deepEqual(await named(), beginning === 'TRUNCATE' ? [] : ['other/1']);
	});
}

test('an older state that comes late does not bring names back, a newer one does', async () => {
	await stays({ booking: '20310520-1024-1', modified: 0 });
	await database.rows(statement('UPDATE'));
	const state = (modified: string) => ({
		property_id: '1024',
		booking_number: '20310520-1024-1',
		status: 'Active',
		modified_at: modified,
		customer_name: 'Ann MILLER',
		stays: [{ stay_index: 1, guest_names: 'Ann MILLER' }],
	});
	await database.rows(query('Save booking'), [JSON.stringify(state('2020-01-01T00:00:00Z'))]);
	assert.deepEqual(await named(), []);
	await database.rows(query('Save booking'), [JSON.stringify(state('2099-01-01T00:00:00Z'))]);
	assert.deepEqual(await named(), ['20310520-1024-1/1']);
});

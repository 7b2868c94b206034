import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exampleWorkflow } from '../../../src/demo/examples.mts';
import { Inbox, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { CredentialReference, Items, SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { TestDatabase } from '../support/database.mts';
import { Examples, until } from '../support/examples.mts';
import { expectedRows } from '../support/expected.mts';
import { mailTo } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { startTestStack } from '../support/stack.mts';
import { refusedRequests } from '../support/statuses.mts';

const UNREACHABLE_PORT = 1;
/** The database refuses it. */
const UNSAVABLE = 'unsavable-1';
const COLUMNS =
	'property_id, booking_number, stay_index, status, created_at, modified_at, cancelled_at, booking_penalty, source_type, ' +
	'customer_name, currency, arrival, departure, nights, room_type_id, room_type, rate_plan_id, rate_plan, adults, ' +
	'children, guest_names, revenue_before_tax, revenue_after_tax';

describe('bookings in PostgreSQL', () => {
	let stack: Stack;
	let inbox: Inbox;
	let database: TestDatabase;
	let observer: Observer;
	let examples: Examples;
	let hotel: Property;
	/** Bookings that are there before the trigger starts. */
	let known: { toShrink: string; toCancelInDatabase: string; withoutDetails: string };
	let unreachable: SavedWorkflow;
	let unsaved: string;

	before(async () => {
		database = await TestDatabase.create();
		stack = await startTestStack('bookings-in-postgres', { properties: 2, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		const [first, other] = stack.sandbox.properties as [Property, Property];
		hotel = first;
		known = {
			toShrink: await bookingAt(hotel, { nights: 2, roomStays: 3 }),
			toCancelInDatabase: await bookingAt(hotel, { nights: 4, roomStays: 2 }),
			withoutDetails: await bookingAt(hotel, { nights: 1, roomStays: 2 }),
		};
		const { credentialData } = database;
		examples = await Examples.of(stack, inbox, { postgres: await postgres(credentialData) });
		examples.errorWorkflow = (await examples.activate('failure-alert', hotel)).id;
		await examples.activate('bookings-to-postgres', hotel);
		unreachable = await examples.activate('bookings-to-postgres', other, {
			name: 'PostgreSQL that is down',
			credentials: { postgres: await postgres({ ...credentialData, port: UNREACHABLE_PORT }) },
			trigger: { startFrom: 'now' },
		});
		unsaved = await bookingAt(other, { nights: 2, roomStays: 2 });
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
		await database?.drop();
	});

	async function postgres(data: Record<string, unknown>): Promise<CredentialReference> {
		return await stack.client.createCredential('postgres', data, 'postgres');
	}

	async function bookingAt({ id }: Property, wishes: { nights: number; roomStays: number }): Promise<string> {
		return (await stack.sandbox.control.createBooking(id, wishes)).number;
	}

	async function mail(to: string, part: string): Promise<ReceivedMail> {
		return await mailTo(inbox, to, part);
	}

	test('PostgreSQL: all bookings, one row for each room stay', async () => {
		await tableEquals('to hold all bookings');
		const rows = await rowsOf(known.toShrink);
		assert.equal(rows.length, 3);
	});

	test('PostgreSQL: a dropped room loses its row, a cancelled booking keeps its rows, a booking without details its last ones', async () => {
		const { id } = hotel;
		const { control } = stack.sandbox;
		const before = await rowsOf(known.withoutDetails);
		await control.changeBooking(id, known.toShrink, { roomStays: 2 });
		await control.cancelBooking(id, known.toCancelInDatabase);
		await control.cancelBooking(id, known.withoutDetails);
		await control.removeDetail(id, known.withoutDetails);
		const added = await bookingAt(hotel, { nights: 1, roomStays: 2 });
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
		const { cancellation } = await observer.booking(hotel.id, known.toCancelInDatabase);
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
		const execution = await examples.ended(unreachable);
		const reason = await examples.reasonOf(execution);
		assert.equal(execution.status, 'error');
		assert.match(
			reason,
			new RegExp(`^Booking ${unsaved}: it was not saved in PostgreSQL. Reason: .*refused`),
		);
		assert.match((await mail('it@hotel.example', unsaved)).text, /not saved in PostgreSQL/);
	});

	test('stayed within the rate limits', async () => {
		assert.deepEqual(await refusedRequests(stack.sandbox), []);
	});

	async function rowsOf(number: string): Promise<Items> {
		return await database.rows(
			`SELECT ${COLUMNS} FROM hotel_room_stays WHERE booking_number = $1 ORDER BY stay_index`,
			[number],
		);
	}

	/** Compares the whole table with the hotel's bookings. */
	async function tableEquals(what: string, except: string[] = []): Promise<void> {
		const all = await observer.feedNumbers(hotel.id);
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
		for (const number of numbers) expected.push(...expectedRows(await observer.booking(hotel.id, number)));
		const rows = await database.rows(
			`SELECT ${COLUMNS} FROM hotel_room_stays WHERE booking_number <> ALL($1)`,
			[except],
		);
		assert.deepEqual(byKey(rows), byKey(expected));
	}
});

function byKey(rows: Items): Items {
	const key = (row: Items[number]) => `${String(row['booking_number'])} ${String(row['stay_index'])}`;
	return [...rows].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

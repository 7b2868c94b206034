import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { exampleWorkflow } from '../../../src/demo/examples.mts';
import { Inbox, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import { CallableWorkflow } from '../../../src/n8n/callable.mts';
import { filesFolder } from '../../../src/n8n/n8nProcess.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { dataTableNode } from '../../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { dayAt } from '../support/days.mts';
import { endingOn } from '../support/deadlines.mts';
import { Examples, until } from '../support/examples.mts';
import { dayInWords } from '../support/expected.mts';
import { mailTo } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { sheetRows } from '../support/spreadsheet.mts';
import { startTestStack } from '../support/stack.mts';
import { refusedRequests } from '../support/statuses.mts';

const MANY_FAULTS = 1_000;

describe('arrivals for housekeeping, and free cancellation that ends', () => {
	let stack: Stack;
	let inbox: Inbox;
	let observer: Observer;
	let examples: Examples;
	/** A hotel for each purpose, so that one test does not disturb another. */
	let hotel: { quiet: Property; arrivals: Property; other: Property };

	before(async () => {
		stack = await startTestStack('arrivals', { properties: 3, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		const [quiet, arrivals, other] = stack.sandbox.properties as [Property, Property, Property];
		hotel = { quiet, arrivals, other };
		examples = await Examples.of(stack, inbox);
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
	});

	async function mail(to: string, part: string): Promise<ReceivedMail> {
		return await mailTo(inbox, to, part);
	}

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
		const { subject, text, html, attachments } = await mail('housekeeping@hotel.example', dayInWords(today));
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
		assert.equal(
			subject,
			`Arrivals on ${dayInWords(today)}, ${hotel.arrivals.name}: ${expected.length} rooms`,
		);
		assert.ok(html.includes(`>${room}</td>`) && html.includes('color-scheme: light dark'), html);
		for (const { Room, Guests } of lines)
			assert.ok(text.includes(String(Room)) && text.includes(String(Guests)), text);
	});

	test('Arrivals: nobody arrives; the e-mail says so, and the file with the guests is replaced; a failed search does not look like that', async () => {
		const { id } = hotel.other;
		await arrivalAt(id, dayAt('Pacific/Pago_Pago', 0), 1);
		await examples.run('arrivals-for-housekeeping', hotel.other, {
			settings: { mailTo: 'earlier@hotel.example' },
		});
		assert.ok((await sheetRows(savedArrivals(id))).some(({ Guests }) => Guests));
		const match = { path: `/${id}/reservations/search` };
		const nothing = { warnings: [], errors: [], reservations: [], nextPageToken: null, hasNextPage: false };
		await stack.sandbox.control.fault({ kind: 'body', body: nothing, match });
		await examples.run('arrivals-for-housekeeping', hotel.other, {
			settings: { mailTo: 'quiet@hotel.example' },
		});
		assert.match((await mail('quiet@hotel.example', 'Arrivals')).subject, /: none$/);
		const [saved, ...others] = await sheetRows(savedArrivals(id));
		assert.match(String(saved?.['Room']), /^Nobody is expected on /);
		assert.deepEqual(others, []);

		await stack.sandbox.control.fault({ kind: 'status', status: 404, match });
		const settings = { mailTo: 'failed@hotel.example' };
		const execution = await examples.run('arrivals-for-housekeeping', hotel.other, { settings });
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
			`Free cancellation ends on ${dayInWords(tomorrow)}, ${hotel.arrivals.name}: ${expected.length} bookings`,
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
		await examples.run('free-cancellation-ends-tomorrow', hotel.quiet, {
			settings: { mailTo: 'quiet-nights@hotel.example' },
			name: 'No deadlines',
		});
		assert.match((await mail('quiet-nights@hotel.example', 'Free cancellation')).subject, /: no booking$/);

		const { other } = hotel;
		await stack.sandbox.control.fault({
			kind: 'status',
			status: 404,
			match: { path: `/${other.id}/cancellation-rules` },
			times: MANY_FAULTS,
		});
		const number = await arrivalAt(other.id, dayAt('Pacific/Pago_Pago', 7), 1);
		const workflow = await examples.activate('free-cancellation-ends-tomorrow', other, {
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
				`^Booking \\S+ of property ${other.id}: until when .* Reason: The cancellation rules could not be read$`,
				'm',
			),
		);
		assert.ok(!inbox.mails.some(({ to }) => to.includes('unknown-nights@hotel.example')));
	});

	test('stayed within the rate limits', async () => {
		assert.deepEqual(await refusedRequests(stack.sandbox), []);
	});

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

function lineKey({ Booking: number, Room, Guests }: Record<string, unknown>): string {
	return `${number} | ${Room} | ${Guests}`;
}

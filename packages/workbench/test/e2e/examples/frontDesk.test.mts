import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Examples, until } from '../support/examples.mts';
import { Observer } from '../support/observer.mts';
import { reservationPolls, untilFirstPollsAreOver } from '../support/reservationPolls.mts';
import { startTestStack } from '../support/stack.mts';

const NAME = 'front-desk-messages';
const FRONT_DESK = 'front-desk@hotel.example';
const HOUSEKEEPING = 'housekeeping@hotel.example';
const DAY_MS = 24 * 3_600_000;

let stack: Stack;
let inbox: Inbox;
let observer: Observer;
let property: Property;
let examples: Examples;
let workflow: SavedWorkflow;
let refused: SavedWorkflow;
/** Checks in; moves and checks out; gets another room for a later stay. */
let stays: { arriving: Stay; leaving: Stay; later: Stay };
/** The rooms of the one that moves. */
let rooms: { old: string; new: string };

interface Stay {
	number: string;
	pmsRoomStayId: string;
}

before(async () => {
	stack = await startTestStack('frontDesk', { properties: 1, bookings: 5, limits: true });
	inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
	observer = await Observer.of(stack.sandbox);
	property = stack.sandbox.properties[0] as Property;
	examples = await Examples.of(stack, inbox);

	stays = { arriving: await book(1), leaving: await book(1), later: await book(20) };
	for (const stay of Object.values(stays)) await giveRoom(stay);
	await record(stays.leaving, { actualCheckInDateTime: minute(0) });
	workflow = await examples.activate(NAME, property);
	refused = await examples.activate(NAME, property, {
		name: 'Messages that are refused',
		settings: {
			frontDeskSlackUrl: inbox.refusingSlackUrl,
			frontDeskMail: REFUSED_ADDRESS,
			housekeepingMail: 'others@hotel.example',
		},
	});
	// A room change shows only against the room of before.
	await untilFirstPollsAreOver(stack.sandbox.control, 2);
	await record(stays.arriving, { actualCheckInDateTime: minute(1) });
	const before = await roomOf(stays.leaving);
	await giveRoom(stays.leaving);
	rooms = { old: before, new: await roomOf(stays.leaving) };
	await record(stays.leaving, { actualCheckOutDateTime: minute(1) });
	await giveRoom(stays.later);
});
after(async () => {
	await stopAllChildren();
	await inbox?.close();
});

/** So many days ahead of UTC. */
function minute(days: number): string {
	return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
}

async function book(daysAhead: number): Promise<Stay> {
	const { control } = stack.sandbox;
	const arrivalDate = minute(daysAhead).slice(0, 10);
	const booking = await control.createBooking(property.id, { roomStays: 1, nights: 3, arrivalDate });
	const all = await control.reservations(property.id, 100);
	const { number = '', roomStays } = all.find(({ bookingNumber }) => bookingNumber === booking.number) ?? {};
	return { number, pmsRoomStayId: roomStays?.[0]?.pmsRoomStayId ?? '' };
}

const pathOf = ({ number }: Stay) => `/pms/v2/properties/${property.id}/reservations/${number}`;

async function record({ pmsRoomStayId }: Stay, times: Record<string, string>): Promise<void> {
	await stack.sandbox.control.changeRoomStay(property.id, pmsRoomStayId, times);
}

/** The first room that is free for the stay. */
async function giveRoom(stay: Stay): Promise<void> {
	const { availableRoomForRoomStays } = await observer.read<{
		availableRoomForRoomStays: Array<{ roomIds: string[] }>;
	}>(`${pathOf(stay)}/find-available-rooms`);
	const before = (await detailsOf(stay)).room;
	const roomId = availableRoomForRoomStays[0]?.roomIds.find((id) => id !== before);
	await observer.send('PUT', `${pathOf(stay)}/room-stays/${stay.pmsRoomStayId}/room`, { roomId });
}

interface RoomStay {
	room: string | null;
	totalPrice: { payAmount: { value: number; currencyCode: string } };
}

async function detailsOf(stay: Stay): Promise<RoomStay> {
	const { reservation } = await observer.read<{ reservation: { roomStays: RoomStay[] } }>(pathOf(stay));
	return reservation.roomStays[0] as RoomStay;
}

async function roomOf(stay: Stay): Promise<string> {
	const { rooms: all } = await observer.read<{ rooms: Array<{ id: string; displayName: string }> }>(
		`/pms/v2/properties/${property.id}/rooms?count=1000`,
	);
	const { room } = await detailsOf(stay);
	return all.find(({ id }) => id === room)?.displayName ?? '';
}

async function mail(to: string, subject: string): Promise<ReceivedMail> {
	return await until(`the e-mail '${subject}'`, () =>
		inbox.mails.find((one) => one.to.includes(to) && one.subject === subject),
	);
}

async function assertPosted({ subject, text }: ReceivedMail): Promise<void> {
	const body = text.trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const message = `*${subject.replaceAll('&', '&amp;')}*\n${body}`;
	await until('the same in Slack', () => inbox.slackMessages.find((one) => one.text === message));
}

test('a check-in is told to the front desk, with what is still to pay', async () => {
	const { arriving } = stays;
	const found = await mail(FRONT_DESK, `Check-in, room ${await roomOf(arriving)}, ${property.name}`);
	const { value, currencyCode } = (await detailsOf(arriving)).totalPrice.payAmount;
	const due = value.toLocaleString('en', {
		style: 'currency',
		currency: currencyCode,
		currencyDisplay: 'code',
	});
	assert.match(found.text, new RegExp(`^Hotel: ${property.name}$`, 'm'));
	assert.match(found.text, /^Guest: \S+ \S+/m);
	assert.match(
		found.text,
		/^Stay: \w{3} \d\d? \w{3} \d{4}, \d\d:\d\d to \w{3} \d\d? \w{3} \d{4}, \d\d:\d\d, nights: 3$/m,
	);
	assert.match(found.text, /^Guests: adults: \d, children: \d$/m);
	assert.ok(found.text.includes(`\nStill to pay: ${due.replace(/\s/g, ' ')}\n`), found.text);
	assert.match(found.text, new RegExp(`^Reservation: ${arriving.number}$`, 'm'));
	assert.ok(found.html.includes(arriving.number) && found.html.includes('color-scheme: light dark'));
	await assertPosted(found);
});

test('a room change and a check-out are told to housekeeping, without names', async () => {
	const moved = await mail(HOUSEKEEPING, `Room change, ${rooms.old} → ${rooms.new}, ${property.name}`);
	assert.match(
		moved.text,
		new RegExp(`^Old room: ${rooms.old}, please clean it: the guest stayed there$`, 'm'),
	);
	assert.match(moved.text, new RegExp(`^New room: ${rooms.new}$`, 'm'));
	await assertPosted(moved);
	const left = await mail(HOUSEKEEPING, `Check-out, room ${rooms.new} can be cleaned, ${property.name}`);
	assert.match(left.text, /^Checked out: [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/m);
	await assertPosted(left);
	for (const { text } of [moved, left]) {
		assert.match(text, new RegExp(`^Reservation: ${stays.leaving.number}$`, 'm'));
		assert.doesNotMatch(text, /^Guest:/m);
	}
});

test('another room for a later stay is no message', async () => {
	const { later } = stays;
	const { control } = stack.sandbox;
	let moveAtPoll = (await reservationPolls(control)) + 2;
	await until('the room change to reach the workflow', async () => {
		for (const execution of await stack.client.endedExecutions(workflow)) {
			const items = await stack.client.outputOf(execution, 'Partner Hotel Reservation Trigger');
			if (items.some(({ event, number }) => event === 'roomChanged' && number === later.number)) return true;
		}
		// Of a stay weeks ahead, the trigger may have read no room before the first change: it compares the next one.
		if ((await reservationPolls(control)) >= moveAtPoll) {
			moveAtPoll += 4;
			await giveRoom(later);
		}
		return undefined;
	});
	assert.ok(!inbox.mails.some(({ text }) => text.includes(later.number)));
});

test('when Slack and e-mail refuse, both are tried, and the reservation and the reasons are named', async () => {
	// Of each reservation whose guest arrives, in the order in which the polls have found them.
	const reason = await until('the execution of the reservation to fail', async () => {
		for (const execution of await stack.client.endedExecutions(refused)) {
			const told = execution.status === 'error' ? await examples.reasonOf(execution) : '';
			if (told.includes(stays.arriving.number)) return told;
		}
		return undefined;
	});
	const failed = (what: string) =>
		`^Reservation ${stays.arriving.number} of property ${property.id}: the ${what} was not sent. Reason: `;
	assert.match(reason, new RegExp(`${failed('Slack message')}.*invalid_token`, 'm'));
	assert.match(reason, new RegExp(`${failed('e-mail')}.*no such mailbox`, 'm'));
	assert.ok(inbox.mails.some(({ to }) => to.includes('others@hotel.example')));
});

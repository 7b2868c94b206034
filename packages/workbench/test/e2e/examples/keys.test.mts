import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DateTime } from 'luxon';
import { exampleWorkflow } from '../../../src/demo/examples.mts';
import { Inbox, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import { CallableWorkflow } from '../../../src/n8n/callable.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { Execution, SavedWorkflow } from '../../../src/n8n/types.mts';
import { node } from '../../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { Examples, until } from '../support/examples.mts';
import { LockSystem } from '../support/lockSystem.mts';
import { assertComplete, mailThat, mailsAbout } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { PlayedStays, type Stay } from '../support/playedStays.mts';
import { untilFirstPollsAreOver } from '../support/reservationPolls.mts';
import { startTestStack } from '../support/stack.mts';

const ZONE = 'Europe/London';
const FRONT_DESK = 'front-desk@hotel.example';
const CHAT = '70001';
const LOCK_KEY = { name: 'X-Lock-Key', value: 'invented-key-of-the-lock-system' };
/** Tomorrow at the hotel: that far its clock is moved ahead. */
const DAY = DateTime.now().setZone(ZONE).plus({ days: 1 }).startOf('day');

describe('welcome on check-in, and keys', () => {
	let stack: Stack;
	let inbox: Inbox;
	let lock: LockSystem;
	let examples: Examples;
	let hotel: PlayedStays;
	let property: Property;
	let keys: SavedWorkflow;
	let stays: Record<'moving' | 'refused' | 'leaving' | 'cancelled' | 'roomless', Stay>;

	before(async () => {
		stack = await startTestStack('keys', { properties: 1, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		lock = await LockSystem.start(LOCK_KEY);
		property = stack.sandbox.properties[0] as Property;
		const { client, sandbox } = stack;
		hotel = new PlayedStays(sandbox.control, await Observer.of(sandbox), property.id, DAY);
		const bot = { accessToken: 'invented-token', baseUrl: lock.url };
		examples = await Examples.of(stack, inbox, {
			httpHeaderAuth: await client.createCredential('Lock system', LOCK_KEY, 'httpHeaderAuth'),
			telegramApi: await client.createCredential('Bot', bot, 'telegramApi'),
		});
		await sandbox.control.clock({ now: DAY.set({ hour: 9, minute: 50 }).toUTC().toISO() ?? '' });
		stays = {
			moving: await hotel.booked(0),
			refused: await hotel.booked(0),
			leaving: await hotel.booked(0),
			cancelled: await hotel.booked(0),
			roomless: await hotel.booked(0),
		};
		const { roomless, ...others } = stays;
		for (const stay of Object.values(others)) await hotel.giveRoom(stay);
		assert.equal(await hotel.roomIdOf(roomless), null);

		await examples.activate('starters/keys', property);
		keys = await examples.activate('keys', property, { settings: { lockUrl: `${lock.url}/api` } });
		// Both look at reservations. A room change shows only against the room of before.
		await untilFirstPollsAreOver(sandbox.control, 2);
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
		await lock?.close();
	});

	async function mail(what: string, isIt: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
		return await mailThat(inbox, what, isIt);
	}

	/** What the guest of a stay is told of a room. */
	async function toldOf(stay: Stay, room: string): Promise<ReceivedMail> {
		return await mail(
			`a mail to the guest of ${stay.number} about room ${room}`,
			({ subject, text }) => subject.endsWith(`: room ${room}`) && text.includes(stay.number),
		);
	}

	/** Runs what the clock starts every hour. */
	async function anHourLater(): Promise<Execution> {
		const before = new Set((await stack.client.endedExecutions(keys)).map(({ id }) => id));
		await stack.client.run(keys, 'Every hour');
		return await until('the hourly run', async () => {
			const ended = (await stack.client.endedExecutions(keys)).filter(({ id }) => !before.has(id));
			for (const execution of ended) {
				if ((await stack.client.outputOf(execution, 'Every hour')).length > 0) return execution;
			}
			return undefined;
		});
	}

	/** As the hotel's bot does it when a guest has written to it. */
	async function chatKnown({ number, pmsRoomStayId }: Stay): Promise<void> {
		const dataTableId = (await examples.dataTable(exampleWorkflow('keys'))) ?? {};
		const row = { reservationNumber: number, pmsRoomStayId, telegramChatId: CHAT, propertyId: property.id };
		const schema = Object.keys(row).map((id) => ({ id, displayName: id, display: true, type: 'string' }));
		const writer = await CallableWorkflow.of(stack, [
			node({
				name: 'Chat',
				type: 'n8n-nodes-base.dataTable',
				typeVersion: 1,
				parameters: {
					operation: 'insert',
					dataTableId,
					columns: { mappingMode: 'defineBelow', value: row, matchingColumns: [], schema },
				},
			}),
		]);
		await writer.call();
	}

	test('keys: nothing is written down, and nothing is asked of the lock system', async () => {
		const execution = await anHourLater();
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.deepEqual(lock.requests, []);
	});

	test('checked in, and a room given: a key is issued once, and the guest is told', async () => {
		await chatKnown(stays.refused);
		lock.refuse('PUT', stays.refused.pmsRoomStayId);
		for (const stay of Object.values(stays)) await hotel.checkIn(stay);
		for (const stay of [stays.moving, stays.leaving, stays.cancelled]) {
			const room = await hotel.roomOf(stay);
			const told = await toldOf(stay, room.name);
			const email = await hotel.emailOf(stay);
			assert.deepEqual(told.to, [email ?? FRONT_DESK]);
			assert.equal(told.subject.startsWith('No e-mail address'), email === undefined);
			assert.ok(told.text.includes(`Key code: ${lock.codeOf(stay.pmsRoomStayId, room.id)}`), told.text);
			assertComplete(told);
			assert.deepEqual(lock.askedFor(stay.pmsRoomStayId), [`PUT ${room.id} 200`]);
			assert.equal(mailsAbout(inbox, stay.number).filter(({ text }) => text.includes('Key code')).length, 1);
		}
		assert.deepEqual(lock.askedFor(stays.roomless.pmsRoomStayId), []);
		assert.deepEqual(lock.chatMessages, []);
	});

	test('the starter: each guest with an e-mail address is told the room, without a key', async () => {
		for (const stay of [stays.moving, stays.leaving, stays.cancelled]) {
			const email = await hotel.emailOf(stay);
			if (email === undefined) continue;
			const { name } = await hotel.roomOf(stay);
			const told = await mail(
				`the welcome of ${stay.number}`,
				({ to, text }) => to.includes(email) && text.includes(`Your room: ${name}`),
			);
			assert.doesNotMatch(told.text, /Key code/);
			assertComplete(told);
		}
	});

	test('issuing fails: the front desk is told what to do, and nothing is lost', async () => {
		const { refused } = stays;
		const room = await hotel.roomOf(refused);
		const alert = await mail('the alert', ({ subject }) => subject.startsWith('Key of room'));
		assert.deepEqual(alert.to, [FRONT_DESK]);
		assert.equal(alert.subject, `Key of room ${room.name} was not issued: reservation ${refused.number}`);
		assert.match(
			alert.text,
			/^By hand: issue the key of room .+ in the lock system and give it to the guest\.$/m,
		);
		assert.match(alert.text, /^Reason: \S/m);
		assertComplete(alert);
		const failure = await examples.failureAbout(keys, refused.number, 'was not issued');
		assert.ok(failure.includes(`room ${room.name}`), failure);
		const row = (await examples.rowsOf('keys')).find(
			({ pmsRoomStayId }) => pmsRoomStayId === refused.pmsRoomStayId,
		);
		assert.equal(row?.['wantedRoomId'], room.id);
		assert.equal(row?.['keyIssued'], 'no');
	});

	test('an hour later: it is issued, and the guest is told by e-mail and in the chat; then nothing more', async () => {
		const { refused } = stays;
		const execution = await anHourLater();
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const room = await hotel.roomOf(refused);
		const told = await toldOf(refused, room.name);
		const code = lock.codeOf(refused.pmsRoomStayId, room.id);
		assert.ok(told.text.includes(`Key code: ${code}`), told.text);
		assert.equal(lock.chatMessages.length, 1);
		assert.equal(lock.chatMessages[0]?.chatId, CHAT);
		assert.ok(lock.chatMessages[0]?.text.includes(`Key code: ${code}`));
		const expected = [`PUT ${room.id} 503`, `PUT ${room.id} 200`];
		assert.deepEqual(lock.askedFor(refused.pmsRoomStayId), expected);
		const again = await anHourLater();
		assert.equal(again.status, 'success', await examples.reasonOf(again));
		assert.deepEqual(lock.askedFor(refused.pmsRoomStayId), expected);
		assert.equal(
			mailsAbout(inbox, refused.number).filter(({ subject }) => subject.endsWith(`: room ${room.name}`))
				.length,
			1,
		);
	});

	test('room changed: the old key is revoked first, then the new one is issued and sent', async () => {
		const { moving, leaving, cancelled, roomless } = stays;
		const old = await hotel.roomOf(moving);
		lock.refuse('DELETE', leaving.pmsRoomStayId);
		await hotel.giveRoom(moving);
		await hotel.checkOut(leaving);
		await hotel.cancel(cancelled);
		await hotel.giveRoom(roomless);
		const room = await hotel.roomOf(moving);
		const told = await toldOf(moving, room.name);
		assert.match(told.subject, /Your new room at /);
		assert.deepEqual(lock.askedFor(moving.pmsRoomStayId), [
			`PUT ${old.id} 200`,
			`DELETE ${old.id} 204`,
			`PUT ${room.id} 200`,
		]);
		assert.deepEqual(lock.roomsOf(moving.pmsRoomStayId), [room.id]);
		assert.ok(told.text.includes(`Key code: ${lock.codeOf(moving.pmsRoomStayId, room.id)}`));
		assertComplete(told);
	});

	test('a room that is given after the check-in: its key is issued', async () => {
		const room = await hotel.roomOf(stays.roomless);
		await toldOf(stays.roomless, room.name);
		assert.deepEqual(lock.askedFor(stays.roomless.pmsRoomStayId), [`PUT ${room.id} 200`]);
	});

	test('two states of a stay in one execution: the latest counts', async () => {
		const { number, pmsRoomStayId } = stays.roomless;
		const trigger = 'Partner Hotel Reservation Trigger';
		const latest = await until('the execution with the room', async () => {
			const executions = await stack.client.endedExecutions(keys);
			const items = await Promise.all(executions.map((one) => stack.client.outputOf(one, trigger)));
			return items.flat().find((item) => item['number'] === number && item['roomId'] !== null);
		});
		const earlier = { ...latest, event: 'checkedIn', roomId: null, roomName: null };
		const asked = lock.askedFor(pmsRoomStayId);
		const pinData = { [trigger]: [earlier, latest].map((json) => ({ json })) };
		const { nodes, connections, settings } = keys;
		const name = 'Two states of a stay';
		const workflow = await stack.client.createWorkflow({ name, nodes, connections, settings, pinData });
		await stack.client.run(workflow, trigger);
		const execution = await until('the run', async () => (await stack.client.endedExecutions(workflow))[0]);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.equal((await stack.client.outputOf(execution, 'Wanted')).length, 2);
		assert.deepEqual(lock.askedFor(pmsRoomStayId), asked);
		assert.equal((await stack.client.outputOf(execution, 'Latest state')).length, 1);
	});

	test('cancelled: the key is revoked', async () => {
		const { pmsRoomStayId } = stays.cancelled;
		await until('the key to be revoked', () => (lock.roomsOf(pmsRoomStayId).length === 0 ? true : undefined));
		assert.equal(lock.askedFor(pmsRoomStayId).length, 2);
	});

	test('revoking fails: the front desk is told, and an hour later it is done', async () => {
		const { leaving } = stays;
		const alert = await mail('the alert', ({ subject }) => subject.includes('was not revoked'));
		assert.ok(alert.subject.endsWith(`reservation ${leaving.number}`));
		assert.match(alert.text, /^By hand: revoke it in the lock system\.$/m);
		assert.match(alert.text, /^Reason: the lock system answered with status 503$/m);
		await examples.failureAbout(keys, leaving.number, 'was not revoked');
		const execution = await anHourLater();
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.deepEqual(lock.roomsOf(leaving.pmsRoomStayId), []);
		assert.equal(lock.askedFor(leaving.pmsRoomStayId).length, 3);
		const kept = (await examples.rowsOf('keys')).map(({ pmsRoomStayId }) => pmsRoomStayId);
		assert.ok(!kept.includes(leaving.pmsRoomStayId));
		assert.ok(kept.includes(stays.moving.pmsRoomStayId));
	});
});

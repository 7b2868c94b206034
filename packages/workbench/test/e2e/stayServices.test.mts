import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DateTime } from 'luxon';
import { exampleWorkflow } from '../../src/demo/examples.mts';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../src/demo/inbox/inbox.mts';
import { CallableWorkflow } from '../../src/n8n/callable.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import type { Execution, Items, SavedWorkflow } from '../../src/n8n/types.mts';
import { dataTableNode, node } from '../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { NewBookingInput } from '../../../sandbox/src/client.mts';
import type { Property } from '../../src/processes/sandboxProcess.mts';
import { Examples, until } from './support/examples.mts';
import { BROWSER } from './support/forms.mts';
import { LockSystem } from './support/lockSystem.mts';
import { Observer } from './support/observer.mts';
import { untilFirstPollsAreOver } from './support/reservationPolls.mts';
import { startTestStack } from './support/stack.mts';

const ZONE = 'Europe/London';
const FRONT_DESK = 'front-desk@hotel.example';
const CHAT = '70001';
const LOCK_KEY = { name: 'X-Lock-Key', value: 'invented-key-of-the-lock-system' };
const LATE = '14:00';
const EARLY = '12:00';
/** Tomorrow at the hotel: that far its clock is moved ahead. */
const DAY = DateTime.now().setZone(ZONE).plus({ days: 1 }).startOf('day');
const GUESTS_TO_COME = 10;

interface Stay {
	number: string;
	bookingNumber: string;
	pmsRoomStayId: string;
}

/** What guests are offered during their stay, and what happens at the door. */
describe('services of a stay', () => {
	let stack: Stack;
	let inbox: Inbox;
	let lock: LockSystem;
	let examples: Examples;
	let observer: Observer;
	let property: Property;
	let keys: SavedWorkflow;
	let refusedOffers: SavedWorkflow;
	let toCome: Stay[];
	let several: Stay;
	let stays: Record<'moving' | 'refused' | 'leaving' | 'cancelled' | 'roomless', Stay>;

	before(async () => {
		stack = await startTestStack('stay-services', { properties: 1, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		lock = await LockSystem.start(LOCK_KEY);
		observer = await Observer.of(stack.sandbox);
		property = stack.sandbox.properties[0] as Property;
		const { client, sandbox } = stack;
		const bot = { accessToken: 'invented-token', baseUrl: lock.url };
		examples = await Examples.of(stack, inbox, {
			httpHeaderAuth: await client.createCredential('Lock system', LOCK_KEY, 'httpHeaderAuth'),
			telegramApi: await client.createCredential('Bot', bot, 'telegramApi'),
		});
		await sandbox.control.clock({ now: DAY.set({ hour: 9, minute: 50 }).toUTC().toISO() ?? '' });
		toCome = [];
		for (let guest = 0; guest < GUESTS_TO_COME; guest++) toCome.push(await booked(3));
		several = await booked(3, { roomStays: 2, sameDates: true });
		stays = {
			moving: await booked(0),
			refused: await booked(0),
			leaving: await booked(0),
			cancelled: await booked(0),
			roomless: await booked(0),
		};
		const { roomless, ...others } = stays;
		for (const stay of Object.values(others)) await giveRoom(stay);
		assert.equal((await stateOf(roomless)).room, null);

		await activateOffers();
		await activateOffers('ended', { validHours: '0' });
		refusedOffers = await activateOffers('unheard', { frontDeskMail: REFUSED_ADDRESS });
		await examples.activate('starters/late-check-out-offer', property);
		await examples.activate('starters/keys', property);
		keys = await examples.activate('keys', property, { settings: { lockUrl: `${lock.url}/api` } });
		// Two of the workflows look at reservations. A room change shows only against the room of before.
		await untilFirstPollsAreOver(sandbox.control, 2);
		await sandbox.control.clock({ now: DAY.set({ hour: 10, minute: 1 }).toUTC().toISO() ?? '' });
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
		await lock?.close();
	});

	/** @param path of the form; without one, that of the file */
	async function activateOffers(
		path?: string,
		settings: Record<string, string> = {},
	): Promise<SavedWorkflow> {
		const name = 'late-check-out-offer';
		const form = exampleWorkflow(name).nodes.find(({ type }) => type.endsWith('.formTrigger'));
		const formUrl = `${stack.url}/form/${path ?? form?.webhookId}`;
		return await examples.activate(name, property, {
			settings: { formUrl, ...settings },
			...(path !== undefined && {
				name: `Offers: ${path}`,
				nodes: { Answer: { parameters: { options: { path, buttonLabel: 'Yes, please' } } } },
			}),
		});
	}

	/** A reservation that arrives so many days from the day that is played. */
	async function booked(days: number, wishes: NewBookingInput = {}): Promise<Stay> {
		const arrivalDate = DAY.plus({ days }).toISODate() ?? '';
		const plan = { roomStays: 1, nights: 2, complimentary: false, arrivalDate, ...wishes };
		const { number: bookingNumber } = await stack.sandbox.control.createBooking(property.id, plan);
		const all = await stack.sandbox.control.reservations(property.id, 100);
		const found = all.find((one) => one.bookingNumber === bookingNumber);
		assert.ok(found);
		return { number: found.number, bookingNumber, pmsRoomStayId: found.roomStays[0]?.pmsRoomStayId ?? '' };
	}

	const pathOf = ({ number }: Stay) => `/pms/v2/properties/${property.id}/reservations/${number}`;

	async function stateOf(stay: Stay): Promise<RoomStayRecord> {
		const { reservation } = await observer.read<{ reservation: ReservationRecord }>(pathOf(stay));
		return reservation.roomStays[0] as RoomStayRecord;
	}

	async function emailOf(stay: Stay): Promise<string | undefined> {
		const { reservation } = await observer.read<{ reservation: ReservationRecord }>(pathOf(stay));
		return reservation.customer?.emails?.[0]?.address;
	}

	/** The first room that is free for the stay. */
	async function giveRoom(stay: Stay): Promise<void> {
		const { availableRoomForRoomStays } = await observer.read<{
			availableRoomForRoomStays: Array<{ roomIds: string[] }>;
		}>(`${pathOf(stay)}/find-available-rooms`);
		const before = (await stateOf(stay)).room;
		const roomId = availableRoomForRoomStays[0]?.roomIds.find((id) => id !== before);
		await observer.send('PUT', `${pathOf(stay)}/room-stays/${stay.pmsRoomStayId}/room`, { roomId });
	}

	async function roomOf(stay: Stay): Promise<{ id: string; name: string }> {
		const id = (await stateOf(stay)).room ?? '';
		const { rooms } = await observer.read<{ rooms: Array<{ id: string; displayName: string }> }>(
			`/pms/v2/properties/${property.id}/rooms?count=1000`,
		);
		return { id, name: rooms.find((room) => room.id === id)?.displayName ?? '' };
	}

	async function checkIn({ pmsRoomStayId }: Stay): Promise<void> {
		const actualCheckInDateTime = DAY.set({ hour: 15 }).toFormat("yyyy-MM-dd'T'HH:mm");
		await stack.sandbox.control.changeRoomStay(property.id, pmsRoomStayId, { actualCheckInDateTime });
	}

	async function checkOut({ pmsRoomStayId }: Stay): Promise<void> {
		const actualCheckOutDateTime = DAY.set({ hour: 18 }).toFormat("yyyy-MM-dd'T'HH:mm");
		await stack.sandbox.control.changeRoomStay(property.id, pmsRoomStayId, { actualCheckOutDateTime });
	}

	async function mail(what: string, isIt: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
		return await until(what, () => inbox.mails.find(isIt));
	}

	/** What the guest of a stay is told of a room. */
	async function toldOf(stay: Stay, room: string): Promise<ReceivedMail> {
		return await mail(
			`a mail to the guest of ${stay.number} about room ${room}`,
			({ subject, text }) => subject.endsWith(`: room ${room}`) && text.includes(stay.number),
		);
	}

	function mailsAbout({ number }: Stay): ReceivedMail[] {
		return inbox.mails.filter(({ text }) => text.includes(number));
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

	async function rowsOf(file: string): Promise<Items> {
		const table = await examples.dataTable(exampleWorkflow(file));
		const reader = await CallableWorkflow.of(stack, [dataTableNode(table ?? {})]);
		return await reader.call();
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

	/** Why an execution about this reservation failed. */
	async function failureAbout(workflow: SavedWorkflow, number: string, what: string): Promise<string> {
		return await until(`a failure about ${number}: ${what}`, async () => {
			for (const execution of await stack.client.endedExecutions(workflow)) {
				const reason = execution.status === 'error' ? await examples.reasonOf(execution) : '';
				if (reason.includes(number) && reason.includes(what)) return reason;
			}
			return undefined;
		});
	}

	test('keys: nothing is written down, and nothing is asked of the lock system', async () => {
		const execution = await anHourLater();
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.deepEqual(lock.requests, []);
	});

	test('checked in, and a room given: a key is issued once, and the guest is told', async () => {
		await chatKnown(stays.refused);
		lock.refuse('PUT', stays.refused.pmsRoomStayId);
		for (const stay of Object.values(stays)) await checkIn(stay);
		for (const stay of [stays.moving, stays.leaving, stays.cancelled]) {
			const room = await roomOf(stay);
			const told = await toldOf(stay, room.name);
			const email = await emailOf(stay);
			assert.deepEqual(told.to, [email ?? FRONT_DESK]);
			assert.equal(told.subject.startsWith('No e-mail address'), email === undefined);
			assert.ok(told.text.includes(`Key code: ${lock.codeOf(stay.pmsRoomStayId, room.id)}`), told.text);
			assertComplete(told);
			assert.deepEqual(lock.askedFor(stay.pmsRoomStayId), [`PUT ${room.id} 200`]);
			assert.equal(mailsAbout(stay).filter(({ text }) => text.includes('Key code')).length, 1);
		}
		assert.deepEqual(lock.askedFor(stays.roomless.pmsRoomStayId), []);
		assert.deepEqual(lock.chatMessages, []);
	});

	test('the starter: each guest with an e-mail address is told the room, without a key', async () => {
		for (const stay of [stays.moving, stays.leaving, stays.cancelled]) {
			const email = await emailOf(stay);
			if (email === undefined) continue;
			const { name } = await roomOf(stay);
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
		const room = await roomOf(refused);
		const alert = await mail('the alert', ({ subject }) => subject.startsWith('Key of room'));
		assert.deepEqual(alert.to, [FRONT_DESK]);
		assert.equal(alert.subject, `Key of room ${room.name} was not issued: reservation ${refused.number}`);
		assert.match(
			alert.text,
			/^By hand: issue the key of room .+ in the lock system and give it to the guest\.$/m,
		);
		assert.match(alert.text, /^Reason: \S/m);
		assertComplete(alert);
		const failure = await failureAbout(keys, refused.number, 'was not issued');
		assert.ok(failure.includes(`room ${room.name}`), failure);
		const row = (await rowsOf('keys')).find(({ pmsRoomStayId }) => pmsRoomStayId === refused.pmsRoomStayId);
		assert.equal(row?.['wantedRoomId'], room.id);
		assert.equal(row?.['keyIssued'], 'no');
	});

	test('an hour later: it is issued, and the guest is told by e-mail and in the chat; then nothing more', async () => {
		const { refused } = stays;
		const execution = await anHourLater();
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const room = await roomOf(refused);
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
			mailsAbout(refused).filter(({ subject }) => subject.endsWith(`: room ${room.name}`)).length,
			1,
		);
	});

	test('room changed: the old key is revoked first, then the new one is issued and sent', async () => {
		const { moving, leaving, cancelled, roomless } = stays;
		const old = await roomOf(moving);
		lock.refuse('DELETE', leaving.pmsRoomStayId);
		await giveRoom(moving);
		await checkOut(leaving);
		await stack.sandbox.control.cancelBooking(property.id, cancelled.bookingNumber);
		await giveRoom(roomless);
		const room = await roomOf(moving);
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
		const room = await roomOf(stays.roomless);
		await toldOf(stays.roomless, room.name);
		assert.deepEqual(lock.askedFor(stays.roomless.pmsRoomStayId), [`PUT ${room.id} 200`]);
	});

	test('two states of a stay in one execution: the latest counts', async () => {
		const { number, pmsRoomStayId } = stays.roomless;
		const trigger = 'Partner Hotel Reservation Trigger';
		const executions = await stack.client.endedExecutions(keys);
		const items = await Promise.all(executions.map((one) => stack.client.outputOf(one, trigger)));
		const latest = items.flat().find((item) => item['number'] === number && item['roomId'] !== null);
		assert.ok(latest);
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
		await failureAbout(keys, leaving.number, 'was not revoked');
		const execution = await anHourLater();
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.deepEqual(lock.roomsOf(leaving.pmsRoomStayId), []);
		assert.equal(lock.askedFor(leaving.pmsRoomStayId).length, 3);
		const kept = (await rowsOf('keys')).map(({ pmsRoomStayId }) => pmsRoomStayId);
		assert.ok(!kept.includes(leaving.pmsRoomStayId));
		assert.ok(kept.includes(stays.moving.pmsRoomStayId));
	});

	/** What a guest is to be offered: by the rule of the hotel, calculated here, if the API asks for the same. */
	async function offersTo(stay: Stay): Promise<Offer[]> {
		if (stay.number !== stay.bookingNumber || (await emailOf(stay)) === undefined) return [];
		const { roomStays, currencyCode } = await observer
			.read<BookingRecord>(`/read-reservation/v1/properties/${property.id}/bookings/${stay.number}`)
			.then((body) => (body as unknown as { booking?: BookingRecord }).booking ?? body);
		const [roomStay] = roomStays;
		assert.ok(roomStay);
		const { stayDates, roomType, ratePlans, guestCount, dailyRates, extraStayCharges } = roomStay;
		const { earlyArrival, lateDeparture } = extraStayCharges ?? {};
		if (ratePlans.length !== 1 || earlyArrival || lateDeparture) return [];
		const { extraStays } = await observer.send<{ extraStays: Record<Kind, OfferedStay[]> }>(
			'POST',
			`/search/v1/properties/${property.id}/extra-stays`,
			{
				stayDates,
				roomType: { id: roomType.id, placements: [] },
				ratePlan: { id: ratePlans[0]?.id },
				guestCount: { adultCount: guestCount.adultCount, childAges: guestCount.childAges ?? [] },
			},
		);
		const rules = await rulesOf(ratePlans[0]?.id ?? '');
		const wanted: Array<[Kind, string, number]> = [
			[
				'earlyCheckIn',
				`${stayDates.arrivalDateTime.slice(0, 10)}T${EARLY}`,
				dailyRates.at(0)?.priceBeforeTax ?? 0,
			],
			[
				'lateCheckOut',
				`${stayDates.departureDateTime.slice(0, 10)}T${LATE}`,
				dailyRates.at(-1)?.priceBeforeTax ?? 0,
			],
		];
		return wanted.flatMap(([kind, time, night]) => {
			const option = extraStays[kind].find(({ dateTimeLocal }) => dateTimeLocal.startsWith(time));
			const charge = option && rules.chargeOf(kind, time.slice(11), night, currencyCode);
			if (!option || (charge !== 'left to the API' && charge !== option.total.priceBeforeTax)) return [];
			// Who comes later anyway needs no early check-in.
			if (kind === 'earlyCheckIn' && stayDates.arrivalDateTime.slice(11) > rules.checkIn) return [];
			const { priceBeforeTax, taxAmount } = option.total;
			const priceAfterTax = Math.round((priceBeforeTax + taxAmount) * 100) / 100;
			return [{ kind, priceBeforeTax, priceAfterTax, currency: option.currencyCode }];
		});
	}

	async function rulesOf(ratePlanId: string): Promise<{ checkIn: string; chargeOf: ChargeOf }> {
		const content = `/content/v1/properties/${property.id}`;
		const { property: whole, ...rest } = await observer.read<ContentRecord & { property?: ContentRecord }>(
			content,
		);
		const { ratePlans, policy } = whole ?? rest;
		const { extraStayRules } = await observer.read<{ extraStayRules: ExtraStayRule[] }>(
			`${content}/extra-stay-rules`,
		);
		const { extraStayRuleId } = ratePlans.find(({ id }) => id === ratePlanId) ?? {};
		const rule = extraStayRules.find(({ id }) => id === extraStayRuleId);
		return {
			checkIn: (rule?.overridesPropertyCheckInTime ? rule.checkInTime : policy.checkInTime) ?? '',
			chargeOf: (kind, time, night, currency) => {
				const [usual, periods] =
					kind === 'earlyCheckIn'
						? [
								rule?.overridesPropertyCheckInTime ? rule.checkInTime : policy.checkInTime,
								rule?.earlyCheckInPeriods,
							]
						: [
								rule?.overridesPropertyCheckOutTime ? rule.checkOutTime : policy.checkOutTime,
								rule?.lateCheckOutPeriods,
							];
				const period = periods?.find(({ startTime, endTime }) => startTime <= time && time < endTime);
				const rate = period?.rates?.find((one) => one.currency === currency)?.rate ?? Number.NaN;
				const hours = Math.abs(minutesOf(time) - minutesOf(usual)) / 60;
				const percentage = period?.percentOptions?.percentage ?? Number.NaN;
				const charges: Record<string, number | string> = {
					Free: 0,
					Fixed: rate,
					HourlyRate: Math.round(rate * hours * 100) / 100,
					HourlyRateAutoCalculated: 'left to the API',
					Percent: Math.round(night * percentage) / 100,
				};
				return charges[period?.chargeType ?? ''];
			},
		};
	}

	/** The mail with the offers of a stay whose links lead to this form. */
	function offerMails(stay: Stay, path?: string): ReceivedMail[] {
		const isOf = (text: string) =>
			['ended', 'unheard'].filter((one) => text.includes(`/form/${one}?`))[0] === path;
		return mailsAbout(stay).filter(({ subject, text }) => subject.startsWith('More time at') && isOf(text));
	}

	function linksIn({ html }: ReceivedMail): string[] {
		return [...html.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
	}

	/** Opens the link and presses the button. @returns the form, and the page that follows; empty if that failed */
	async function sayYes(link: string): Promise<{ form: string; page: string }> {
		const form = await (await fetch(link, { headers: BROWSER })).text();
		const body = new FormData();
		for (const [, name = '', value = ''] of form.matchAll(
			/type="hidden" id="[^"]+" name="([^"]+)" value="([^"]*)"/g,
		))
			body.set(name, value);
		const response = await fetch(link, { method: 'POST', headers: BROWSER, body });
		assert.equal(response.status, 200);
		const { formWaitingUrl } = (await response.json()) as { formWaitingUrl: string };
		const { pathname, search } = new URL(formWaitingUrl);
		const status = await until('the page after the form', async () => {
			const asked = await fetch(`${stack.url}${pathname}/n8n-execution-status${search}`, {
				headers: BROWSER,
			});
			const text = (await asked.text()).trim();
			return ['new', 'running', 'waiting'].includes(text) ? undefined : text;
		});
		if (status !== 'form-waiting') return { form, page: '' };
		const page = await (await fetch(`${stack.url}${pathname}${search}`, { headers: BROWSER })).text();
		return { form, page };
	}

	function yesMails({ number }: Stay): ReceivedMail[] {
		return inbox.mails.filter(
			({ subject }) => subject.startsWith('The guest says yes') && subject.endsWith(number),
		);
	}

	/** A guest with an offer, and the offer's mail. */
	async function offered(path?: string): Promise<{ stay: Stay; received: ReceivedMail }> {
		return await until(
			'an offer',
			() => toCome.flatMap((stay) => offerMails(stay, path).map((received) => ({ stay, received })))[0],
		);
	}

	test('three days before arrival: each guest is offered what can be had at a price that is certain, once', async () => {
		const expected = new Map<Stay, Offer[]>();
		for (const stay of toCome) expected.set(stay, await offersTo(stay));
		const some = [...expected].filter(([, offers]) => offers.length > 0);
		assert.ok(some.length > 0 && some.length < toCome.length, `${some.length} of ${toCome.length}`);
		for (const [stay, offers] of some) {
			const received = await until(`the offer to ${stay.number}`, () => offerMails(stay)[0]);
			assert.deepEqual(received.to, [await emailOf(stay)]);
			const prices = offers.map(({ priceBeforeTax, priceAfterTax, currency }) =>
				priceAfterTax === 0
					? 'free of charge'
					: priceAfterTax === priceBeforeTax
						? inMoney(priceAfterTax, currency)
						: `${inMoney(priceAfterTax, currency)} (${inMoney(priceBeforeTax, currency)} before tax)`,
			);
			const told = [...received.text.matchAll(/^Price: (.+)$/gm)].map(([, price]) => price);
			assert.deepEqual(told, prices);
			assert.equal(linksIn(received).length, offers.length);
			assertComplete(received);
			for (const other of toCome) if (other !== stay) assert.ok(!received.text.includes(other.number));
		}
		for (const [stay, offers] of expected) assert.equal(offerMails(stay).length, offers.length > 0 ? 1 : 0);
		assert.deepEqual(offerMails(several), []);
	});

	test('the starter: the front desk is told who can leave late, and the price', async () => {
		for (const stay of toCome) {
			const late = (await offersTo(stay)).find(({ kind }) => kind === 'lateCheckOut');
			if (late === undefined) continue;
			const list = await mail(`the late check-out of ${stay.number}`, ({ subject }) =>
				subject.endsWith(`can be offered: reservation ${stay.number}`),
			);
			const [price, beforeTax] = [late.priceAfterTax, late.priceBeforeTax].map((amount) =>
				inMoney(amount, late.currency),
			);
			assert.ok(list.text.includes(`Price of one room: ${price} (${beforeTax} before tax)`), list.text);
			assertComplete(list);
		}
	});

	test('a yes: the front desk gets reservation, offer and price, once; the form shows nothing of guests', async () => {
		const { stay, received } = await offered();
		const [link = ''] = linksIn(received);
		const price = /^Price: (.+)$/m.exec(received.text)?.[1] ?? '';
		const { form, page } = await sayYes(link);
		for (const { number } of toCome.filter((other) => other !== stay)) assert.ok(!form.includes(number));
		assert.ok(!form.includes(price));
		assert.match(page, /Thank you/);
		assert.ok(page.includes(price), page);
		const yes = await until('the yes', () => yesMails(stay)[0]);
		assert.deepEqual(yes.to, [FRONT_DESK]);
		assert.ok(yes.text.includes(`Price shown to the guest: ${price}`), yes.text);
		assert.match(yes.text, /^Offer: (Early check-in from|Late check-out until) \w{3} \d/m);
		assertComplete(yes);
		const again = await sayYes(link);
		assert.match(again.page, /We have your yes already/);
		assert.equal(yesMails(stay).length, 1);
		assert.deepEqual(await stack.sandbox.control.payments(property.id), []);
	});

	test('an unknown token, and one of another reservation: a clear text, and nothing else', async () => {
		const { stay, received } = await offered();
		const [link = ''] = linksIn(received);
		const unknown = link.replace(/token=\w+/, `token=${'0'.repeat(64)}`);
		const ofAnother = link.replace(stay.number, toCome.find((one) => one !== stay)?.number ?? '');
		const bare = link.replace(/\?.*/, '');
		for (const one of [unknown, ofAnother, bare]) {
			const { page } = await sayYes(one);
			assert.match(page, /This link is not valid/, one);
		}
		assert.equal(yesMails(stay).length, 1);
	});

	test('an offer that has ended: a clear text, and nothing else', async () => {
		const { stay, received } = await offered('ended');
		const before = yesMails(stay).length;
		const { page } = await sayYes(linksIn(received)[0] ?? '');
		assert.match(page, /This offer has ended/);
		assert.equal(yesMails(stay).length, before);
	});

	test('the front desk cannot be told: the failure has reservation, offer and price, and the offer is open', async () => {
		const { stay, received } = await offered('unheard');
		const [link = ''] = linksIn(received);
		assert.equal((await sayYes(link)).page, '');
		const failure = await failureAbout(refusedOffers, stay.number, 'the guest said yes');
		assert.ok(failure.includes(/^Price: (.+)$/m.exec(received.text)?.[1] ?? '?'), failure);
		assert.match(failure, /Reason: \S.*mailbox/s);
		const token = new URL(link).searchParams.get('token');
		const row = (await rowsOf('late-check-out-offer')).find((one) => one['token'] === token);
		assert.equal(row?.['state'], 'open');
	});
});

type Kind = 'earlyCheckIn' | 'lateCheckOut';
type ChargeOf = (kind: Kind, time: string, night: number, currency: string) => number | string | undefined;

interface Offer {
	kind: Kind;
	priceBeforeTax: number;
	priceAfterTax: number;
	currency: string;
}

interface OfferedStay {
	dateTimeLocal: string;
	currencyCode: string;
	total: { priceBeforeTax: number; taxAmount: number };
}

interface RoomStayRecord {
	room: string | null;
}

interface ReservationRecord {
	roomStays: RoomStayRecord[];
	customer?: { emails?: Array<{ address: string }> | null } | null;
}

interface BookingRecord {
	currencyCode: string;
	roomStays: Array<{
		stayDates: { arrivalDateTime: string; departureDateTime: string };
		roomType: { id: string };
		ratePlans: Array<{ id: string }>;
		guestCount: { adultCount: number; childAges: number[] | null };
		dailyRates: Array<{ priceBeforeTax: number }>;
		extraStayCharges?: { earlyArrival: object | null; lateDeparture: object | null } | null;
	}>;
}

interface ContentRecord {
	policy: { checkInTime: string; checkOutTime: string };
	ratePlans: Array<{ id: string; extraStayRuleId?: string | null }>;
}

interface Period {
	startTime: string;
	endTime: string;
	chargeType: string;
	rates?: Array<{ currency: string; rate: number }> | null;
	percentOptions?: { percentage: number } | null;
}

interface ExtraStayRule {
	id: string;
	overridesPropertyCheckInTime: boolean;
	overridesPropertyCheckOutTime: boolean;
	checkInTime: string;
	checkOutTime: string;
	earlyCheckInPeriods: Period[];
	lateCheckOutPeriods: Period[];
}

function minutesOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** "EUR 1,234.50" */
function inMoney(amount: number, currency: string): string {
	const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
	return format.format(amount).replace(/\s/g, ' ');
}

function assertComplete({ subject, text, html }: ReceivedMail): void {
	for (const part of [subject, text, html])
		assert.doesNotMatch(part, /undefined|\bnull\b|NaN|\[object|\{\{|\{hotel\}/);
}

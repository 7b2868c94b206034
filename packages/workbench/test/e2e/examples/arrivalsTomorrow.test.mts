import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DateTime } from 'luxon';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { Execution, SavedWorkflow } from '../../../src/n8n/types.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { type Deviation, Examples, until } from '../support/examples.mts';
import { BROWSER } from '../support/forms.mts';
import { assertComplete, mailThat } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { startTestStack } from '../support/stack.mts';

const ZONE = 'Europe/London';
const TRIGGER = 'Partner Hotel Guest Journey Trigger';
const FORM = 'Document seen';
const KEY = { user: 'front-desk', password: 'invented-password' };
const ASKING_URL = 'https://register.example/your-hotel';
const UNREAD_URL = 'https://unread.example/your-hotel';
const FORBIDDEN = 403;
const MAX_TRIES = 60;
/** By which a filter finds one guest alone. */
const NIGHTS_OF_NOBODY = 13;
/** The filter asks for the first guest alone, and only a name that the booking hides can be that of a regular guest. */
const HIDDEN = '*';
/** Tomorrow at the hotel: that far its clock is moved ahead. */
const DAY = DateTime.now().setZone(ZONE).plus({ days: 1 }).startOf('day');

interface Reservation {
	number: string;
	bookingNumber: string;
	guestIds: string[];
	email: string | undefined;
}

/** What the hotel system knows of a guest. */
interface KnownGuest {
	isVip: boolean;
	stays: number;
	cards: string[];
}

/** The workflows of the evening before the arrival, on two days that are played. */
describe('the arrivals of tomorrow', () => {
	let stack: Stack;
	let inbox: Inbox;
	let examples: Examples;
	let observer: Observer;
	let property: Property;
	let guests: Record<'nobody' | 'vip' | 'returning' | 'moved' | 'seen' | 'dayAfter' | 'longAgo', Reservation>;
	/** By guest ID. */
	const known = new Map<string, KnownGuest>();
	/** Whose loyalty cards cannot be read. */
	let forbidden: string;
	let workflows: Record<'vip' | 'vipRefused' | 'vipNobody' | 'asking' | 'refused' | 'unread', SavedWorkflow>;

	before(async () => {
		stack = await startTestStack('arrivals-tomorrow', { properties: 1, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		property = stack.sandbox.properties[0] as Property;
		const { client } = stack;
		examples = await Examples.of(stack, inbox, {
			httpBasicAuth: await client.createCredential('Front desk', KEY, 'httpBasicAuth'),
		});
		await clockAt(0, 16, 50);
		guests = {
			nobody: await bookedBy(NIGHTS_OF_NOBODY, (_, all) => all.every((one) => !isKnown(one))),
			vip: await bookedBy(2, (_, all) => all.some(({ isVip }) => isVip)),
			returning: await bookedBy(2, (_, [first]) => first !== undefined && first.stays > 0, HIDDEN),
			moved: await bookedBy(2, ({ email }) => email !== undefined),
			seen: await bookedBy(2, ({ email }) => email !== undefined),
			dayAfter: await booked(2),
			longAgo: await booked(-45),
		};
		forbidden = guests.moved.guestIds[0] ?? '';
		await stack.sandbox.control.fault({
			kind: 'status',
			status: FORBIDDEN,
			match: { path: `/guests/${forbidden}/loyalty-cards` },
			times: 1_000,
		});
		const alone = { filters: { minNights: NIGHTS_OF_NOBODY, maxNights: NIGHTS_OF_NOBODY } };
		const withoutForm = { [FORM]: { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 } };
		const noTable = { parameters: { dataTableId: { __rl: true, mode: 'id', value: 'no-such-table' } } };
		workflows = {
			vip: await activate('vip-arrivals'),
			vipRefused: await activate('vip-arrivals', {
				name: 'Known guests, refused',
				settings: { mailTo: REFUSED_ADDRESS },
			}),
			vipNobody: await activate('vip-arrivals', {
				name: 'Nobody is known',
				settings: { mailTo: 'nobody@hotel.example' },
				nodes: { [TRIGGER]: { parameters: alone } },
			}),
			asking: await activate('guest-registration', { settings: { documentUrl: ASKING_URL } }),
			refused: await activate('guest-registration', {
				name: 'Registration, refused',
				settings: { mailTo: REFUSED_ADDRESS },
				nodes: withoutForm,
			}),
			unread: await activate('guest-registration', {
				name: 'Registration without its table',
				settings: { mailTo: 'unread@hotel.example', documentUrl: UNREAD_URL },
				nodes: { ...withoutForm, 'On file': noTable },
			}),
		};
		await activate('starters/vip-arrivals');
		await activate('starters/guest-registration');
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
	});

	async function activate(name: string, deviation?: Deviation): Promise<SavedWorkflow> {
		return await examples.activate(name, property, deviation);
	}

	async function clockAt(days: number, hour: number, minute: number): Promise<void> {
		const now = DAY.plus({ days }).set({ hour, minute }).toUTC().toISO() ?? '';
		await stack.sandbox.control.clock({ now });
	}

	/** A reservation that arrives so many days from the first day that is played. */
	async function booked(days: number, nights = 2, guest?: string): Promise<Reservation> {
		const arrivalDate = DAY.plus({ days }).toISODate() ?? '';
		const plan = { roomStays: 1, nights, arrivalDate, guest };
		const { number: bookingNumber } = await stack.sandbox.control.createBooking(property.id, plan);
		const all = await stack.sandbox.control.reservations(property.id, 200);
		const found = all.find((one) => one.bookingNumber === bookingNumber);
		assert.ok(found);
		const { reservation } = await ofHotel<{ reservation: ReservationRecord }>(`reservations/${found.number}`);
		return {
			number: found.number,
			bookingNumber,
			guestIds: [...new Set(found.roomStays.flatMap(({ guestsIds }) => guestsIds))],
			email: reservation.customer?.emails?.[0]?.address,
		};
	}

	/** Who comes is chance: those who are not looked for are cancelled. */
	async function bookedBy(
		nights: number,
		fits: (reservation: Reservation, guests: KnownGuest[]) => boolean,
		guest?: string,
	): Promise<Reservation> {
		for (let tries = 0; tries < MAX_TRIES; tries++) {
			const reservation = await booked(1, nights, guest);
			const all: KnownGuest[] = [];
			for (const id of reservation.guestIds) all.push(await lookUp(id));
			if (all.length > 0 && fits(reservation, all)) return reservation;
			await stack.sandbox.control.cancelBooking(property.id, reservation.bookingNumber);
		}
		return assert.fail('No such guest has come');
	}

	async function lookUp(id: string): Promise<KnownGuest> {
		const { guest } = await ofHotel<{ guest: { status: { displayName: string } } }>(`guests/${id}`);
		const { roomStays } = await ofHotel<{ roomStays: Array<{ status: string }> }>(
			`guests/${id}/find-occupied-room-stays`,
		);
		const { loyaltyCards } = await ofHotel<{ loyaltyCards: Array<{ cardNumber: string }> }>(
			`guests/${id}/loyalty-cards`,
		);
		const found = {
			isVip: guest.status.displayName === 'VIP',
			stays: roomStays.filter(({ status }) => status === 'CheckedOut').length,
			cards: loyaltyCards.map(({ cardNumber }) => cardNumber),
		};
		known.set(id, found);
		return found;
	}

	async function ofHotel<T>(path: string): Promise<T> {
		return await observer.read<T>(`/pms/v2/properties/${property.id}/${path}`);
	}

	async function mail(what: string, isIt: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
		return await mailThat(inbox, what, isIt);
	}

	function mailsAbout({ number }: Reservation, isIt: (mail: ReceivedMail) => boolean): ReceivedMail[] {
		return inbox.mails.filter((one) => one.text.includes(number) && isIt(one));
	}

	/** Of all these, since a poll that ends early leaves the others to the next one. */
	async function mailAbout(
		reservation: Reservation,
		isIt: (mail: ReceivedMail) => boolean,
	): Promise<ReceivedMail> {
		return await until(`a mail about ${reservation.number}`, () => mailsAbout(reservation, isIt)[0]);
	}

	/** What somebody of the front desk enters in the form. @returns the status of the answer */
	async function enter(number: string): Promise<number> {
		const webhookId = workflows.asking.nodes.find(({ name }) => name === FORM)?.webhookId;
		const form = new FormData();
		form.set('field-0', number);
		form.set('field-1', 'AB');
		const authorization = `Basic ${Buffer.from(`${KEY.user}:${KEY.password}`).toString('base64')}`;
		const address = `${stack.url}/form/${webhookId}`;
		const response = await fetch(address, {
			method: 'POST',
			headers: { ...BROWSER, authorization },
			body: form,
		});
		await response.text();
		return response.status;
	}

	async function failed(workflow: SavedWorkflow, said: RegExp): Promise<string> {
		return await until(`'${workflow.name}' to fail with ${said.source}`, async () => {
			for (const execution of await stack.client.endedExecutions(workflow)) {
				const reason = await examples.reasonOf(execution);
				if (said.test(reason)) return reason;
			}
			return undefined;
		});
	}

	test('the front desk enters whose document it has seen; an unknown number is told at once', async () => {
		assert.equal(await enter(` ${guests.seen.number} `), 200);
		assert.equal(await enter(guests.longAgo.number), 200);
		assert.equal(await enter('20310101-1-1'), 500);
		const reason = await failed(workflows.asking, /was not recorded/);
		assert.match(
			reason,
			/^The document of reservation 20310101-1-1 of property \d+ was not recorded\. Reason: \S/,
		);
		assert.deepEqual(inbox.mails, []);
		await clockAt(0, 17, 1);
	});

	test('VIP and returning guests: each who is known, with the reason; nobody else', async () => {
		for (const reservation of [guests.vip, guests.returning, guests.moved, guests.seen, guests.nobody]) {
			const expected = reservation.guestIds
				.map((id) => ({ ...known.get(id), ...(id === forbidden && { cards: [] }) }) as KnownGuest)
				.filter(isKnown);
			if (expected.length === 0) continue;
			const list = await mailAbout(reservation, isVipMail);
			assert.match(list.subject, /: \d+ guests?, arrival \w{3} \d+ \w{3} \d{4}$/);
			assertComplete(list);
			const lines = list.text.split('\n').filter((line) => line.startsWith(`${reservation.number}: `));
			assert.equal(lines.length, expected.length, list.text);
			for (const { isVip, stays, cards } of expected) {
				const before = stays === 0 ? '' : `${stays} ${stays === 1 ? 'stay' : 'stays'} before`;
				const fitting = lines.filter(
					(line) =>
						line.includes('(VIP') === isVip &&
						line.includes(before) &&
						line.includes(' before') === stays > 0 &&
						cards.every((card) => line.includes(card)),
				);
				assert.ok(fitting.length > 0, list.text);
			}
			for (const line of lines) {
				assert.match(line, /, room: .+, arrives \w{3} .+, nights: 2, total: (?:[A-Z]{3} [\d,.]+|not known)/);
			}
		}
		for (const one of [guests.dayAfter, guests.nobody]) assert.deepEqual(mailsAbout(one, isVipMail), []);
	});

	test('a guest who cannot be looked up: named in the e-mail, and to the error workflow', async () => {
		const list = await mailAbout(guests.moved, isVipMail);
		const line = new RegExp(
			`^Guest ${forbidden} of reservation ${guests.moved.number} was not looked up\\. Reason: loyalty cards: \\S`,
			'm',
		);
		assert.match(list.text, line);
		assert.match(list.html, /was not looked up/);
		assert.match(
			await failed(workflows.vip, /was not looked up/),
			new RegExp(`^Property \\d+: Guest ${forbidden} `),
		);
	});

	test('VIP and returning guests, mail refused: the reservations are named with the reason', async () => {
		const said = new RegExp(`were not mailed: .*${guests.returning.number}.*Reason: \\S`);
		await failed(workflows.vipRefused, said);
	});

	test('nobody is known: nothing is sent', async () => {
		const execution: Execution = await examples.ended(workflows.vipNobody);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.ok(!inbox.mails.some(({ to }) => to.includes('nobody@hotel.example')));
	});

	test('registration: the front desk gets those without a document on file', async () => {
		for (const one of [guests.nobody, guests.returning, guests.moved]) await mailAbout(one, isList);
		for (const one of [guests.seen, guests.dayAfter]) assert.deepEqual(mailsAbout(one, isList), []);
		const list = await mailAbout(guests.moved, isList);
		assert.match(list.subject, /^No document on file: \d+ reservations?, .+, arrival \w{3} \d+ \w{3} \d{4}$/);
		assert.match(list.html, /☐/);
		assertComplete(list);
	});

	test('registration: guests are asked if a setting says where, but not those whose document was seen', async () => {
		const isAsked = ({ to, text }: ReceivedMail) =>
			to.includes(guests.moved.email ?? '') && text.includes(`Register here: ${ASKING_URL}`);
		const asked = await mail('the mail to a guest', isAsked);
		assert.match(asked.subject, /^Before you arrive at .+: your registration$/);
		assertComplete(asked);
		assert.deepEqual(mailsAbout(guests.seen, isToGuest), []);
		await failed(workflows.refused, new RegExp(`were not mailed: .*${guests.moved.number}.*Reason: \\S`));
	});

	test('registration, the table cannot be read: everybody is listed, and nobody is asked', async () => {
		const isUnread = ({ to }: ReceivedMail) => to.includes('unread@hotel.example');
		for (const one of [guests.seen, guests.moved]) {
			const list = await mailAbout(one, isUnread);
			assert.match(list.text, /^The table of the documents could not be read: /);
		}
		assert.match(await failed(workflows.unread, /could not be read/), /^Property \d+: .+ Reason: \S/);
		assert.ok(!inbox.mails.some(({ text }) => text.includes(UNREAD_URL)));
	});

	test('the starters: who has stayed before, and everybody who arrives', async () => {
		const isReturning = ({ subject }: ReceivedMail) => subject.startsWith('Returning guests, ');
		const isToRegister = ({ subject }: ReceivedMail) => subject.startsWith('To register, ');
		const returning = await mailAbout(guests.returning, isReturning);
		assert.match(returning.text, new RegExp(`^${guests.returning.number}: .+, stays before: [1-9]`, 'm'));
		assert.deepEqual(mailsAbout(guests.nobody, isReturning), []);
		for (const one of [guests.seen, guests.nobody]) await mailAbout(one, isToRegister);
		const all = await mailAbout(guests.moved, isToRegister);
		assertComplete(returning);
		assertComplete(all);
	});

	test('the next evening: a stay that was moved is listed again, and no guest is asked twice', async () => {
		const arrivalDate = DAY.plus({ days: 2 }).toISODate() ?? '';
		await stack.sandbox.control.changeBooking(property.id, guests.moved.bookingNumber, { arrivalDate });
		await clockAt(1, 17, 1);
		// After the jump of the clock, what was moved comes with the first poll, and what has become due with the next.
		await until('the moved stay in a second list', () =>
			mailsAbout(guests.moved, isList).length > 1 ? true : undefined,
		);
		await mailAbout(guests.dayAfter, isList);
		await until('the known guests of the next evening to be looked up', async () =>
			(await stack.client.endedExecutions(workflows.vip)).length > 1 ? true : undefined,
		);
		assert.equal(mailsAbout(guests.moved, isToGuest).length, 1);
		for (const one of [guests.returning, guests.nobody]) assert.equal(mailsAbout(one, isList).length, 1);
		assert.deepEqual(mailsAbout(guests.seen, isList), []);
		assert.equal(mailsAbout(guests.returning, isVipMail).length, 1);
	});

	test('a document is forgotten 30 days after departure, and the others stay', async () => {
		const id = await stack.client.run(workflows.asking, 'Every night');
		const execution = await until('the night', async () =>
			(await stack.client.endedExecutions(workflows.asking)).find((one) => one.id === id),
		);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		const rows = await stack.client.outputOf(execution, 'Forget');
		assert.deepEqual(
			rows.map(({ reservationNumber }) => reservationNumber),
			[guests.longAgo.number],
		);
	});
});

interface ReservationRecord {
	customer?: { emails?: Array<{ address: string }> | null } | null;
}

function isKnown({ isVip, stays, cards }: KnownGuest): boolean {
	return isVip || stays > 0 || cards.length > 0;
}

function isVipMail({ subject }: ReceivedMail): boolean {
	return subject.startsWith('VIP and returning guests, ');
}

/** Of the copy that can read its table. */
function isList({ subject, to }: ReceivedMail): boolean {
	return subject.startsWith('No document on file: ') && to.includes('reception@hotel.example');
}

function isToGuest({ text }: ReceivedMail): boolean {
	return text.includes('Register here: ');
}

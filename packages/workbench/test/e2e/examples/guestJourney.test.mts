import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DateTime } from 'luxon';
import { Inbox, REFUSED_ADDRESS, type ReceivedMail } from '../../../src/demo/inbox/inbox.mts';
import type { Stack } from '../../../src/n8n/stack.mts';
import type { SavedWorkflow } from '../../../src/n8n/types.mts';
import { followingGuests, TRIGGER_NAME } from '../../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../../src/processes/children.mts';
import type { NewBookingInput } from '../../../../sandbox/src/client.mts';
import type { Property } from '../../../src/processes/sandboxProcess.mts';
import { type Deviation, Examples, until } from '../support/examples.mts';
import { assertComplete, mailThat, mailsAbout } from '../support/mails.mts';
import { Observer } from '../support/observer.mts';
import { startTestStack } from '../support/stack.mts';

const ZONE = 'Europe/London';
const TRIGGER = 'Partner Hotel Guest Journey Trigger';
const FRONT_DESK = 'reception@hotel.example';
const KEY = { user: 'front-desk', password: 'invented-password' };
/** Tomorrow at the hotel: that far its clock is moved ahead. */
const DAY = DateTime.now().setZone(ZONE).plus({ days: 1 }).startOf('day');

/** The guest journey asks, too, in other words. */
const isReviewRequest = ({ subject, text }: ReceivedMail) =>
	subject.startsWith('How was your stay') && /^Your stay: /m.test(text);

interface Customer {
	email: string | undefined;
	language: string;
}

/** The workflows of the guest journey, on a day that is played. */
describe('the guest journey', () => {
	let stack: Stack;
	let inbox: Inbox;
	let examples: Examples;
	let observer: Observer;
	let property: Property;
	/** Numbers of reservations. */
	let guests: {
		inOne: string[];
		inTwo: string[];
		inThree: string[];
		inSeven: string[];
		today: string;
		left: string;
		checkedOut: string;
	};
	let journey: Record<'review' | 'refused' | 'unworded' | 'invoiced' | 'unread', SavedWorkflow>;
	let edited: SavedWorkflow;

	before(async () => {
		stack = await startTestStack('guest-journey', { properties: 1, bookings: 40, limits: true });
		inbox = await Inbox.start({ mailPort: 0, webPort: 0 });
		observer = await Observer.of(stack.sandbox);
		property = stack.sandbox.properties[0] as Property;
		const { client } = stack;
		examples = await Examples.of(stack, inbox, {
			httpBasicAuth: await client.createCredential('Front desk', KEY, 'httpBasicAuth'),
		});
		// The bookings are older than the workflows: made in the same second, they would count as new.
		await clockAt(9, 40);
		guests = {
			inOne: [await booked(1)],
			inTwo: [await booked(2), await booked(2)],
			inThree: [await booked(3), await booked(3), await booked(3)],
			inSeven: [await booked(7), await booked(7)],
			today: await booked(0),
			left: await whoLeftWithAddress(1),
			checkedOut: '',
		};
		await clockAt(9, 50);
		await activate('guest-journey');
		await activate('amount-due', { nodes: at(['Reminder', 'amountDue', 7], ['Unpaid', 'amountDue', 2]) });
		const notArrived = at(['Not arrived', 'notArrived', 0]);
		await activate('not-arrived', { nodes: notArrived });
		journey = {
			review: await activate('review-request'),
			refused: await activate('not-arrived', {
				name: 'List that is refused',
				nodes: notArrived,
				settings: { mailTo: REFUSED_ADDRESS },
			}),
			unworded: await activate('guest-journey', {
				name: 'Moment without a text',
				nodes: at(['Two days', 'beforeArrival', 2]),
			}),
			unread: await activate('review-request', {
				name: 'Complaints that cannot be read',
				nodes: {
					Complaint: { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
					Complaints: { parameters: { dataTableId: { __rl: true, mode: 'id', value: 'no-such-table' } } },
				},
			}),
			invoiced: await activate('invoices-to-accounting', {
				nodes: { 'Google Sheets': { type: 'n8n-nodes-base.noOp', typeVersion: 1 } },
			}),
		};
		const credential = await stack.sandboxCredential();
		const moments = momentsOf(['Two days', 'beforeArrival', 2]);
		edited = await client.startWorkflow(followingGuests('Edited', credential, property.id, moments));
		guests.checkedOut = await whoLeft(0);
		await clockAt(10, 1);
	});
	after(async () => {
		await stopAllChildren();
		await inbox?.close();
	});

	async function clockAt(hour: number, minute: number): Promise<void> {
		await stack.sandbox.control.clock({ now: DAY.set({ hour, minute }).toUTC().toISO() ?? '' });
	}

	async function run(name: string, deviation?: Deviation): Promise<void> {
		const execution = await examples.run(name, property, deviation);
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
	}

	async function activate(name: string, deviation?: Deviation): Promise<SavedWorkflow> {
		return await examples.activate(name, property, deviation);
	}

	function at(...moments: DayMoment[]): Deviation['nodes'] {
		return { [TRIGGER]: { parameters: momentsOf(...moments) } };
	}

	/** @returns the number of the reservation of a guest who arrives so many days from the day that is played */
	async function booked(days: number, wishes: NewBookingInput = {}): Promise<string> {
		const arrivalDate = DAY.plus({ days }).toISODate() ?? '';
		const plan = { roomStays: 1, nights: 2, complimentary: false, arrivalDate, ...wishes };
		const { number } = await stack.sandbox.control.createBooking(property.id, plan);
		return (await reservationOf(number)).number;
	}

	async function reservationOf(bookingNumber: string) {
		const all = await stack.sandbox.control.reservations(property.id, 100);
		const found = all.find((one) => one.bookingNumber === bookingNumber);
		assert.ok(found);
		return found;
	}

	/** @returns the number of the reservation of a guest who left so many days before the day that is played */
	async function whoLeft(daysAgo: number): Promise<string> {
		const { control } = stack.sandbox;
		const arrivalDate = DAY.minus({ days: daysAgo + 2 }).toISODate() ?? '';
		const plan = { roomStays: 1, nights: 2, arrivalDate };
		const { number } = await control.createBooking(property.id, plan);
		const reservation = await reservationOf(number);
		const stay = reservation.roomStays[0]?.pmsRoomStayId ?? '';
		const time = (days: number, hour: number) =>
			DAY.minus({ days }).set({ hour }).toFormat("yyyy-MM-dd'T'HH:mm");
		// After the start of what watches check-outs: with durable polling, the first minute's poll.
		await control.changeRoomStay(property.id, stay, {
			actualCheckInDateTime: time(daysAgo + 2, 15),
			actualCheckOutDateTime: time(daysAgo, 12),
		});
		return reservation.number;
	}

	/** Whether a guest has an e-mail address is chance. */
	async function whoLeftWithAddress(daysAgo: number): Promise<string> {
		let number = await whoLeft(daysAgo);
		while ((await customerOf(number)).email === undefined) number = await whoLeft(daysAgo);
		return number;
	}

	async function customerOf(number: string): Promise<Customer> {
		const path = `/pms/v2/properties/${property.id}/reservations/${number}`;
		const { reservation } = await observer.read<{ reservation: ReservationRecord }>(path);
		return {
			email: reservation.customer?.emails?.[0]?.address,
			language: reservation.customerLanguageCode ?? '',
		};
	}

	async function mail(what: string, isIt: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
		return await mailThat(inbox, what, isIt);
	}

	test('three days before arrival: each guest once, in the own language, or the front desk', async () => {
		for (const number of guests.inThree) {
			const { email, language } = await customerOf(number);
			const received = await mail(`a mail about ${number}`, ({ text }) => text.includes(number));
			assert.deepEqual(received.to, [email ?? FRONT_DESK]);
			const subject =
				{ de: 'In drei Tagen bei', fr: 'Dans trois jours' }[language] ?? 'Three days until your stay';
			assert.ok(received.subject.includes(subject), `${language}: ${received.subject}`);
			assert.equal(received.subject.startsWith('No e-mail address'), email === undefined);
			assert.match(received.html, /href="https:\/\/maps\.example\/your-hotel"/);
			assertComplete(received);
			assert.equal(mailsAbout(inbox, number).length, 1);
		}
	});

	test('amount due: the guest is reminded, and the unpaid are listed for the front desk', async () => {
		const list = await mail('the list of the unpaid', ({ subject }) => subject.startsWith('Still to pay'));
		assert.deepEqual(list.to, [FRONT_DESK]);
		for (const number of guests.inTwo) assert.ok(list.text.includes(number));
		for (const number of guests.inThree) assert.ok(!list.text.includes(number));
		assert.match(list.text, /^\S+: [A-Z]{3} [\d,.]+ of [A-Z]{3} [\d,.]+, arrives \w{3} /m);
		assertComplete(list);
		for (const number of guests.inSeven) {
			const { email } = await customerOf(number);
			const reminder = await mail(`a reminder of ${number}`, ({ text }) => text.includes(number));
			assert.deepEqual(reminder.to, [email ?? FRONT_DESK]);
			assert.match(reminder.text, /Still to pay|no e-mail address/);
			assertComplete(reminder);
		}
	});

	test('not arrived: the guests of the day who are not checked in, with the penalty', async () => {
		const list = await mail('the list of those who did not arrive', ({ subject }) =>
			subject.startsWith('Not arrived: '),
		);
		assert.ok(list.text.includes(guests.today));
		for (const number of [...guests.inTwo, guests.left]) assert.ok(!list.text.includes(number));
		assert.match(list.text, /cancelled now, it costs: (?:[A-Z]{3} [\d,.]+|not known)$/m);
		assertComplete(list);
	});

	test('not arrived, mail refused: the reservations are named with the reason', async () => {
		const reason = await examples.reasonOf(await examples.ended(journey.refused));
		assert.match(reason, /was not mailed: .+Reason: \S/s);
		assert.ok(reason.includes(guests.today));
	});

	test('a moment without a text: the reservation and the moment are named', async () => {
		const reason = await examples.reasonOf(await examples.ended(journey.unworded));
		assert.match(reason, /knows the moment 'Two days'/);
		assert.ok(guests.inTwo.some((number) => reason.includes(number)));
	});

	test('the day after check-out: asked for a review, once', async () => {
		const { email } = await customerOf(guests.left);
		assert.ok(email);
		const request = await mail(
			'the request for a review',
			(one) => isReviewRequest(one) && one.to.includes(email),
		);
		assert.match(request.text, /^Write a review: https:\/\/\S+$/m);
		assertComplete(request);
	});

	test('the complaints cannot be read: nobody is asked for a review, and the reservations are named', async () => {
		const reason = await examples.reasonOf(await examples.ended(journey.unread));
		assert.match(reason, /^Nobody of these was asked for a review, .+ Reason: \S/);
		assert.ok(reason.includes(guests.left), reason);
		// By the copy that can read them.
		await examples.ended(journey.review);
		const { email } = await customerOf(guests.left);
		const asked = inbox.mails.filter(isReviewRequest);
		// Others may have left on that day, too.
		assert.equal(asked.filter(({ to }) => to.includes(email ?? '')).length, 1);
		assert.equal(new Set(asked.map(({ to }) => String(to))).size, asked.length);
	});

	test('a bad review: mailed with the stay, once; a good one is not', async () => {
		const { control } = stack.sandbox;
		const guest = 'Ada Mary Example';
		const arrivalDate = DAY.minus({ days: 4 }).toISODate() ?? '';
		const { number } = await control.createBooking(property.id, {
			guest,
			roomStays: 1,
			nights: 2,
			arrivalDate,
		});
		await control.writeReview(property.id, { rating: 3, text: 'Cold & loud.', authorName: 'Ada E.' });
		await control.writeReview(property.id, { rating: 9, text: 'Warm and quiet.' });
		await run('bad-review');
		const bad = await mail('the bad review', ({ subject }) => subject.startsWith('Review of 3 out of 10'));
		assert.match(bad.text, /^Text: Cold & loud\.$/m);
		assert.match(bad.html, /Cold &amp; loud\./);
		assert.ok(bad.text.includes(`May be: ${(await reservationOf(number)).number}, `));
		assertComplete(bad);
		assert.ok(!inbox.mails.some(({ text }) => text.includes('Warm and quiet.')));
	});

	test('groups of next week: who comes with many rooms, and nobody else', async () => {
		const group = await booked(3, { roomStays: 3, sameDates: true });
		await run('groups-next-week');
		const list = await mail('the list of groups', ({ subject }) =>
			subject.startsWith('Groups and long stays'),
		);
		assert.deepEqual(list.to, ['kitchen@hotel.example', 'housekeeping@hotel.example']);
		assert.ok(list.text.includes(group));
		for (const number of guests.inTwo) assert.ok(!list.text.includes(number));
		for (const line of list.text.trim().split('\n'))
			assert.match(line, /: \d+ rooms, \d+ adults, \d+ children, /);
		assertComplete(list);
	});

	test('groups of next week: none, and the e-mail says so', async () => {
		await run('groups-next-week', { settings: { minRooms: '90', minNights: '90' } });
		const none = await mail('the mail without groups', ({ subject }) => subject.endsWith('7 days: none'));
		assert.match(none.text, /No reservation of the next 7 days has 90 rooms or 90 nights\./);
	});

	test('pick-up and pace: a bar for each of the next 30 days; nothing if it is not worth a look', async () => {
		const isPace = ({ subject }: ReceivedMail) => subject.startsWith('Next 30 days: ');
		await run('pickup-and-pace', { settings: { pickUpRooms: '9999', behindPercent: '9999' } });
		assert.ok(!inbox.mails.some(isPace));
		await run('pickup-and-pace', { settings: { pickUpRooms: '0' } });
		const pace = await mail('the pace', isPace);
		assert.equal(pace.text.trim().split('\n').length, 30);
		assert.match(
			pace.text,
			/^\w{3} \d+ \w{3}: [\d.]+ % on the books, a year before .+, rooms picked up: -?\d+, ADR /m,
		);
		assertComplete(pace);
	});

	test('invoices to accounting: one row each, when the guest has checked out', async () => {
		const { invoiced } = journey;
		const execution = await examples.ended(invoiced);
		const rows = await stack.client.outputOf(execution, 'Google Sheets');
		assert.equal(execution.status, 'success', await examples.reasonOf(execution));
		assert.ok(rows.length > 0);
		for (const row of rows) {
			assert.equal(row['reservation'], guests.checkedOut);
			assert.match(String(row['invoice']), /\S/);
			assert.equal(typeof row['total'], 'number');
			assert.match(String(row['currency']), /^[A-Z]{3}$/);
		}
	});

	test('a moment added while the workflow is on: sent to those who are known, and the first one not again', async () => {
		const received = async () => {
			const executions = await stack.client.endedExecutions(edited);
			const outputs = await Promise.all(executions.map((one) => stack.client.outputOf(one, TRIGGER_NAME)));
			return outputs.flat().map(({ moment, number }) => `${String(moment)} ${String(number)}`);
		};
		const has = (expected: string[]) => async () => {
			const all = await received();
			return expected.every((one) => all.includes(one)) ? all : undefined;
		};
		const first = guests.inTwo.map((number) => `Two days ${number}`);
		await until('those who arrive in two days', has(first));
		const moments = momentsOf(['Two days', 'beforeArrival', 2], ['One day', 'beforeArrival', 1, '10:30']);
		edited = await stack.client.edit(edited, TRIGGER_NAME, moments);
		await clockAt(10, 31);
		const all = await until('who arrives in one day', has(guests.inOne.map((number) => `One day ${number}`)));
		assert.deepEqual(new Set(all).size, all.length, 'each once');
	});
});

type DayMoment = [name: string, anchor: string, days: number, time?: string];

function momentsOf(...moments: DayMoment[]) {
	const moment = moments.map(([name, anchor, count, time = '10:00']) => {
		return { name, anchor, count, unit: 'days', time };
	});
	return { moments: { moment } };
}

interface ReservationRecord {
	customer?: { emails?: Array<{ address: string }> | null } | null;
	customerLanguageCode?: string | null;
}

import type { IDataObject } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { playedHotels, type Hotels } from '../support/journeyHotel';
import {
	journeyTrigger,
	moment,
	type MovedClocks,
	pollJourney,
	sentOf,
	type MessageItem,
} from '../support/journeyTrigger';
import { savedBy } from '../support/reservationTrigger';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

/** The trigger in n8n-core's own contexts, against a sandbox whose days are played. */

let sandbox: Sandbox;
let clocks: MovedClocks;
let hotels: Hotels;
let stop: () => Promise<void>;

beforeAll(async () => {
	({ sandbox, clocks, hotels, stop } = await playedHotels({ seed: 5, properties: 46, dialect: 'published' }));
}, 60_000);
afterAll(async () => await stop());
beforeEach(async () => await sandbox.clearFaults());

const open = async () => await hotels.open();
const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const at = ({ moment: name, dueAt }: MessageItem) => `${name} ${dueAt.slice(0, 16)}`;
const TIMES = ['09:59', '10:00', '18:00'];
const BEFORE = moment('Before', 'beforeArrival', 3);

it('sends each moment of a stay once, at its time', async () => {
	const hotel = await open();
	const node = await hotel.trigger([
		moment('Thanks', 'afterBooking', 0, '', 'hours'),
		BEFORE,
		moment('Daily', 'duringStay', 1, '18:00'),
		moment('Leaving', 'beforeDeparture', 0, '07:00'),
		moment('Review', 'afterDeparture', 1),
	]);
	await hotel.book(5, 3);
	const items = await hotel.play(node, days(0, 12), ['00:30', '07:00', ...TIMES]);
	expect(items.map(at)).toEqual([
		`Thanks ${hotel.date(0)}T00:10`,
		`Before ${hotel.date(2)}T10:00`,
		`Daily ${hotel.date(6)}T18:00`,
		`Daily ${hotel.date(7)}T18:00`,
		`Leaving ${hotel.date(8)}T07:00`,
		`Review ${hotel.date(9)}T10:00`,
	]);
	expect(items.slice(1).map(({ lateMinutes }) => lateMinutes)).toEqual([0, 0, 0, 0, 0]);
	expect(items[1]).toMatchObject({
		momentText: '3 days before arrival, at 10:00',
		propertyId: hotel.id,
		propertyName: expect.stringMatching(/./),
		propertyAddress: expect.stringMatching(/./),
		guestName: expect.stringMatching(/./),
		customerEmail: expect.stringMatching(/@/),
		customerPhone: expect.stringMatching(/^\+/),
		arrivalText: expect.stringContaining('2031'),
		nights: 3,
	});
}, 120_000);

describe('a stay that is moved', () => {
	it('before it was sent: the message moves along', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		const [earlier, later] = [await hotel.book(9), await hotel.book(5)];
		await hotel.play(node, [0], TIMES);
		await sandbox.changeBooking(hotel.id, earlier, { arrivalDate: hotel.date(6) });
		await sandbox.changeBooking(hotel.id, later, { arrivalDate: hotel.date(9) });
		const items = await hotel.play(node, days(1, 9), TIMES);
		expect(items.map(({ number, dueAt }) => [number, dueAt.slice(0, 10)])).toEqual([
			[earlier, hotel.date(3)],
			[later, hotel.date(6)],
		]);
	}, 120_000);

	it.each([
		['once', 1],
		['again', 2],
	])(
		'after it was sent, with "%s": %i messages',
		async (ifMoved, count) => {
			const hotel = await open();
			const node = await hotel.trigger([BEFORE], { options: { ifMoved } });
			const number = await hotel.book(5);
			const items = await hotel.play(node, days(0, 3), TIMES);
			await sandbox.changeBooking(hotel.id, number, { arrivalDate: hotel.date(8) });
			items.push(...(await hotel.play(node, days(4, 9), TIMES)));
			expect(items).toHaveLength(count);
		},
		120_000,
	);

	it('extended: no check-out message on the old day, one on the new', async () => {
		const hotel = await open();
		const node = await hotel.trigger([moment('Leaving', 'beforeDeparture', 0, '07:00')]);
		const number = await hotel.book(1, 2);
		await hotel.play(node, days(0, 2), TIMES);
		await sandbox.changeBooking(hotel.id, number, { arrivalDate: hotel.date(1), nights: 4 });
		const items = await hotel.play(node, days(3, 6), ['07:00', ...TIMES]);
		expect(items.map(at)).toEqual([`Leaving ${hotel.date(5)}T07:00`]);
	}, 120_000);
});

describe('a stay that is cancelled', () => {
	it('has no message', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		const number = await hotel.book(5);
		await hotel.play(node, [0, 1], TIMES);
		await sandbox.cancelBooking(hotel.id, number);
		expect(await hotel.play(node, [2, 3], TIMES)).toEqual([]);
	}, 120_000);

	it('and revived has the others, and none twice', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE, moment('Eve', 'beforeArrival', 1)]);
		const number = await hotel.book(5);
		const items = await hotel.play(node, days(0, 2), TIMES);
		await sandbox.cancelBooking(hotel.id, number);
		items.push(...(await hotel.play(node, [3], TIMES)));
		await sandbox.changeBooking(hotel.id, number, { status: 'Active', arrivalDate: hotel.date(6) });
		items.push(...(await hotel.play(node, days(4, 7), TIMES)));
		expect(items.map(at)).toEqual([`Before ${hotel.date(2)}T10:00`, `Eve ${hotel.date(5)}T10:00`]);
	}, 120_000);
});

it.each([
	['made while it is on', 0],
	['that comes near', 6],
])(
	'a moment days after departure alone, of a booking %s: sent',
	async (_, later) => {
		const hotel = await open();
		const bookedLongAgo = later > 0 ? { createdDateTime: '2031-04-01T00:00:00Z' } : {};
		const number = await hotel.book(1 + later, 1, bookedLongAgo);
		const node = await hotel.trigger([moment('Survey', 'afterDeparture', 5)]);
		const items = await hotel.play(node, days(0, 8 + later), ['10:00']);
		expect(items.map(at)).toEqual([`Survey ${hotel.date(7 + later)}T10:00`]);
		expect(items[0]?.number).toBe(number);
	},
	120_000,
);

it('the longest time after a booking, for a far day: sent', async () => {
	const hotel = await open();
	const node = await hotel.trigger([moment('Still interested', 'afterBooking', 60)]);
	await hotel.at(0, '07:00');
	await hotel.book(200);
	expect(await hotel.play(node, [0, 1, 30, 59], ['09:00'])).toEqual([]);
	expect(await hotel.play(node, [60], ['10:00'])).toHaveLength(1);
}, 120_000);

it('reads a stay that comes near once, for its message', async () => {
	const hotel = await open();
	const bookedLongAgo = { createdDateTime: '2031-04-01T00:00:00Z' };
	const stays = [
		[10, 3],
		[12, 2],
		[12, 5],
	] as const;
	const numbers = [];
	for (const [day, nights] of stays) numbers.push(await hotel.book(day, nights, bookedLongAgo));
	const node = await hotel.trigger([BEFORE, moment('Review', 'afterDeparture', 1)]);
	await sandbox.resetReport();
	const items = await hotel.play(node, days(0, 9), TIMES);
	expect(sentOf(items).sort()).toEqual(numbers.map((number) => `Before ${number}`).sort());
	const read = await sandbox.allRequests('/reservations/');
	expect(read.filter(({ path }) => !path.endsWith('/search'))).toHaveLength(3);
}, 120_000);

describe('what there was before the workflow was switched on', () => {
	it('counts, but not its moments of the past', async () => {
		const hotel = await open();
		const arrives = await hotel.book(2);
		const stays = await hotel.book(0, 3);
		await hotel.at(0, '16:00');
		const node = await hotel.trigger([
			BEFORE,
			moment('Eve', 'beforeArrival', 1),
			moment('Review', 'afterDeparture', 1),
		]);
		const items = await hotel.play(node, days(1, 6), TIMES);
		expect(sentOf(items)).toEqual([`Eve ${arrives}`, `Review ${stays}`, `Review ${arrives}`]);
	}, 120_000);

	it.each([
		[1, 'days'],
		[5, 'hours'],
	] as const)(
		'a booking made shortly before, for a far day: %i %s after it was made',
		async (count, unit) => {
			const hotel = await open();
			await hotel.at(0, '07:00');
			const number = await hotel.book(40);
			await hotel.at(0, '11:00');
			const node = await hotel.trigger([moment('Thanks', 'afterBooking', count, '10:00', unit)]);
			const times = unit === 'days' ? ['09:50', '10:10'] : ['11:50', '12:10'];
			const items = await hotel.play(node, [unit === 'days' ? 1 : 0], times);
			expect(sentOf(items)).toEqual([`Thanks ${number}`]);
			expect(items[0]).toMatchObject({ lateMinutes: 10 });
		},
		120_000,
	);

	it('a booking made after the moment gets it at once', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		const skipping = await hotel.trigger([BEFORE], { options: { ifBookedLater: 'skip' } });
		await hotel.at(0, '12:00');
		const number = await hotel.book(1);
		await clocks.moveBy(2);
		expect(sentOf(await pollJourney(node))).toEqual([`Before ${number}`]);
		expect(await pollJourney(skipping)).toEqual([]);
	}, 120_000);
});

describe('n8n was down', () => {
	it('for hours: what is late is sent, and says so', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		await hotel.book(5);
		await hotel.play(node, [0, 1], TIMES);
		const [item] = await hotel.play(node, [2], ['16:00']);
		expect(item).toMatchObject({ lateMinutes: 360 });
		expect(await hotel.play(node, [2, 3], ['17:00'])).toEqual([]);
	}, 120_000);

	it('for days: it is not sent any more, and listed once in the log', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		await hotel.book(5);
		await hotel.play(node, [0, 1], TIMES);
		expect(await hotel.play(node, [3, 4], TIMES)).toEqual([]);
	}, 120_000);

	it('and started again with the saved state: nothing is lost or sent twice', async () => {
		const hotel = await open();
		const credential = await newClient(sandbox);
		const nodeId = `journey-${hotel.id}`;
		const all = [BEFORE, moment('Eve', 'beforeArrival', 1), moment('Review', 'afterDeparture', 1)];
		let node = await hotel.trigger(all, {}, { credential, nodeId });
		let saved = savedBy(node);
		const numbers = [await hotel.book(4), await hotel.book(5), await hotel.book(6)];
		const items: MessageItem[] = [];
		for (const day of days(0, 9)) {
			for (const time of TIMES) {
				const sent = await hotel.play(node, [day], [time]);
				items.push(...sent);
				// n8n saves the state when a poll emits; each evening it is killed.
				if (sent.length > 0) saved = savedBy(node);
			}
			node = await hotel.trigger(
				all,
				{},
				{ credential, nodeId, staticData: JSON.parse(JSON.stringify(saved)) },
			);
		}
		const expected = ['Before', 'Eve', 'Review'].flatMap((name) =>
			numbers.map((number) => `${name} ${number}`),
		);
		expect(sentOf(items).sort()).toEqual(expected.sort());
	}, 240_000);
});

describe('the rooms of a group', () => {
	it.each([
		['booking', 1],
		['roomStay', 3],
	])(
		'per %s: %i messages',
		async (unitKind, count) => {
			const hotel = await open();
			const node = await hotel.trigger([BEFORE], { unitKind });
			await hotel.book(5, 2, { roomStays: 3, sameDates: true });
			const items = await hotel.play(node, days(0, 4), TIMES);
			expect(items).toHaveLength(count);
			expect(new Set(items.map((item) => item.pmsRoomStayId)).size).toBe(unitKind === 'booking' ? 1 : 3);
			expect(items[0]?.rooms).toBe(unitKind === 'booking' ? 3 : undefined);
		},
		120_000,
	);
});

describe('a condition that becomes true later', () => {
	const filters = { statuses: 'Confirmed' };
	it('is met within the window: sent then', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE], { filters });
		const number = await hotel.book(5, 2, { status: 'Unconfirmed' });
		expect(await hotel.play(node, days(0, 2), TIMES)).toEqual([]);
		await sandbox.changeBooking(hotel.id, number, { status: 'Active' });
		const [item] = await hotel.play(node, [2], ['20:00']);
		expect(item).toMatchObject({ number, lateMinutes: 600 });
	}, 120_000);

	it('later: not sent', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE], { filters });
		const number = await hotel.book(5, 2, { status: 'Unconfirmed' });
		await hotel.play(node, days(0, 2), TIMES);
		await hotel.at(2, '23:00');
		await sandbox.changeBooking(hotel.id, number, { status: 'Active' });
		expect(await hotel.play(node, [3], TIMES)).toEqual([]);
	}, 120_000);
});

describe('guests who come again', () => {
	/** The first guest has been here so often, in rooms of other reservations; the stay itself is listed, too. */
	async function stays(count: number): Promise<void> {
		const roomStays = [
			...Array.from({ length: count }, (_, index) => ({
				pmsRoomStayId: `before-${index}`,
				status: 'CheckedOut',
			})),
			{ pmsRoomStayId: 'planned', status: 'New' },
		];
		await sandbox.fault({
			kind: 'body',
			body: { roomStays, hasNextPage: false },
			match: { path: '/find-occupied-room-stays' },
			times: 20,
		});
	}

	it.each([
		['returning', 2, true],
		['returning', 0, false],
		['first', 0, true],
		['first', 1, false],
	])(
		'the filter %s, %i stays before: a message: %s',
		async (returning, before, isSent) => {
			const hotel = await open();
			await stays(before);
			const node = await hotel.trigger([BEFORE], { filters: { returning } });
			await hotel.book(5, 2);
			const items = await hotel.play(node, days(0, 3), TIMES);
			expect(items.map(({ earlierStays }) => earlierStays)).toEqual(isSent ? [before] : []);
		},
		120_000,
	);

	it('whose stays cannot be read: tried again, and sent then', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE], { filters: { returning: 'returning' } });
		const number = await hotel.book(5, 2);
		await hotel.play(node, days(0, 1), TIMES);
		await sandbox.fault({
			kind: 'status',
			status: 400,
			match: { path: '/find-occupied-room-stays' },
			times: 1_000,
		});
		expect(await hotel.play(node, [2], ['10:00']).catch(() => [])).toEqual([]);
		await sandbox.clearFaults();
		await stays(1);
		const [item] = await hotel.play(node, [2], ['10:10', '10:20']);
		expect(item).toMatchObject({ number, earlierStays: 1 });
	}, 120_000);

	it('between the booking and the message: a returning guest by then', async () => {
		const hotel = await open();
		await stays(0);
		const node = await hotel.trigger([BEFORE], { filters: { returning: 'returning' } });
		const number = await hotel.book(6, 2);
		expect(await hotel.play(node, days(0, 2), TIMES)).toEqual([]);
		await sandbox.clearFaults();
		await stays(1);
		const [item] = await hotel.play(node, [3], ['10:00']);
		expect(item).toMatchObject({ number, earlierStays: 1, lateMinutes: 0 });
	}, 120_000);

	it('costs no request where no filter asks for it', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		await hotel.book(5, 2);
		await sandbox.resetReport();
		expect(await hotel.play(node, days(0, 3), TIMES)).toHaveLength(1);
		expect(await sandbox.requests({ path: '/find-occupied-room-stays' })).toEqual([]);
	}, 120_000);
});

describe('at the front desk', () => {
	it('the recorded check-in and check-out count', async () => {
		const hotel = await open();
		const node = await hotel.trigger([
			moment('Welcome', 'afterCheckIn', 1, '', 'hours'),
			moment('Bye', 'afterCheckOut', 1, '', 'hours'),
			moment('Late', 'notArrived', 0, '08:00'),
		]);
		const number = await hotel.book(1, 1);
		const items = await hotel.play(
			node,
			[0, 1, 2],
			Array.from({ length: 23 }, (_, hour) => `${String(hour + 1).padStart(2, '0')}:00`),
		);
		const [late, welcome, bye] = items;
		expect(sentOf(items)).toEqual([`Late ${number}`, `Welcome ${number}`, `Bye ${number}`]);
		expect(late?.roomStayStatuses).toEqual(['New']);
		expect(welcome?.dueAt.slice(0, 11)).toBe(`${hotel.date(1)}T`);
		expect(bye?.dueAt.slice(0, 11)).toBe(`${hotel.date(2)}T`);
	}, 120_000);
});

it('the clock of n8n was wrong and is set back: messages come at their time', async () => {
	const hotel = await open();
	const node = await hotel.trigger([moment('Eve', 'beforeArrival', 1)], { options: { readEvery: 180 } });
	clocks.setWrong(24 * 60);
	await hotel.at(0, '06:00');
	await pollJourney(node);
	clocks.setWrong(0);
	await hotel.at(0, '06:10');
	const number = await hotel.book(1);
	await hotel.at(0, '09:30');
	await pollJourney(node);
	await hotel.at(0, '10:01');
	expect(sentOf(await pollJourney(node))).toEqual([`Eve ${number}`]);
});

describe('when requests fail', () => {
	it('a stay that cannot be read holds no other up, and is sent when it can', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		const [bad, good] = [await hotel.book(5), await hotel.book(5)];
		await hotel.play(node, [0, 1], TIMES);
		const fault = await sandbox.fault({
			kind: 'status',
			status: 403,
			match: { path: `/reservations/${bad}` },
			times: 99,
		});
		expect(sentOf(await hotel.play(node, [2], ['10:00']))).toEqual([`Before ${good}`]);
		await expect(hotel.play(node, [2], ['10:10'])).rejects.toThrow(/^Property/);
		expect(await hotel.play(node, [2], ['10:20'])).toEqual([]);
		await sandbox.removeFault(fault);
		expect(sentOf(await hotel.play(node, [2], ['10:40', '10:50']))).toEqual([`Before ${bad}`]);
	}, 120_000);

	it('a stay that failed once is tried again a minute later, and then every five minutes', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE]);
		const [good, once, often] = [await hotel.book(5), await hotel.book(5), await hotel.book(5)];
		await hotel.play(node, [0, 1], TIMES);
		for (const [number, times] of [
			[once, 1],
			[often, 2],
		] as const)
			await sandbox.fault({
				kind: 'status',
				status: 403,
				match: { path: `/reservations/${number}` },
				times,
			});
		expect(sentOf(await hotel.play(node, [2], ['10:00']))).toEqual([`Before ${good}`]);
		expect(sentOf(await hotel.play(node, [2], ['10:02']))).toEqual([`Before ${once}`]);
		expect(await hotel.play(node, [2], ['10:04', '10:06'])).toEqual([]);
		expect(sentOf(await hotel.play(node, [2], ['10:08']))).toEqual([`Before ${often}`]);
	}, 120_000);

	it.each([0, 1])(
		'while the clock of n8n is a day ahead: tried again once it is right (guest %i)',
		async (which) => {
			const hotel = await open();
			const node = await hotel.trigger([BEFORE]);
			const numbers = [await hotel.book(5), await hotel.book(5)];
			const bad = numbers[which] as string;
			await hotel.play(node, [0, 1], TIMES);
			await hotel.at(2, '10:01');
			const fault = await sandbox.fault({
				kind: 'status',
				status: 403,
				match: { path: `/reservations/${bad}` },
				times: 99,
			});
			clocks.setWrong(24 * 60);
			expect(sentOf(await pollJourney(node))).toEqual([`Before ${numbers[1 - which]}`]);
			clocks.setWrong(0);
			await sandbox.removeFault(fault);
			await hotel.at(2, '10:10');
			expect(sentOf(await pollJourney(node))).toEqual([`Before ${bad}`]);
		},
		120_000,
	);
});

it('reads changes at each poll of a minute, though it comes a second early', async () => {
	const hotel = await open();
	const node = await hotel.trigger([BEFORE]);
	await sandbox.resetReport();
	for (let poll = 0; poll < 3; poll += 1) {
		await clocks.moveBy(59 / 60);
		await pollJourney(node);
	}
	expect(await sandbox.requests({ path: '/reservations/search' })).toHaveLength(3);
});

describe('of bookings', () => {
	it('sends the moments that bookings can have', async () => {
		const hotel = await open();
		const old = await hotel.book(6);
		const node = await hotel.trigger(
			[
				BEFORE,
				moment('Free', 'beforeFreeCancellationEnds', 1, '12:00'),
				moment('Review', 'afterDeparture', 1),
			],
			{ source: 'bookings' },
		);
		const young = await hotel.book(5);
		const items = await hotel.play(node, days(0, 10), ['10:00', '12:00']);
		expect(sentOf(items).filter((one) => !one.startsWith('Free'))).toEqual([
			...[`Before ${young}`, `Before ${old}`, `Review ${young}`, `Review ${old}`],
		]);
		expect(new Set(sentOf(items)).size).toBe(items.length);
	}, 120_000);

	it.each([
		['afterCheckIn', 'bookings', /known to the PMS only/],
		['beforeFreeCancellationEnds', 'reservations', /have no rate plans/],
	])('%s of %s is refused', async (anchor, source, message) => {
		const node = await journeyTrigger(sandbox, '1024', [moment('One', anchor)], { source });
		await expect(node.poll()).rejects.toThrow(message);
	});
});

describe('the test event', () => {
	it('is the next guest of each moment, or the last one where nobody is awaited', async () => {
		const hotel = await open();
		await hotel.book(0, 1);
		await hotel.book(9);
		const next = await hotel.book(5);
		const node = await hotel.trigger(
			[BEFORE, moment('Arrived', 'afterArrival', 0, '23:00')],
			{},
			{ staticData: {} },
		);
		await hotel.at(0, '01:00');
		const before = savedBy(node);
		const items = await pollJourney(node, { mode: 'manual' });
		expect(items.map(({ moment: name, number, arrival }) => [name, number, arrival])).toEqual([
			['Before', next, hotel.date(5)],
			['Arrived', expect.any(String), hotel.date(0)],
		]);
		expect(savedBy(node)).toEqual(before);
	}, 60_000);

	it('says that there is none', async () => {
		const hotel = await open();
		const node = await hotel.trigger([BEFORE], {}, { staticData: {} });
		await expect(pollJourney(node, { mode: 'manual' })).rejects.toThrow('for none of the 0 stays checked');
	}, 60_000);
});

it('with Leave Out Personal Data, no item tells of a person', async () => {
	const hotel = await open();
	const whole = await hotel.trigger([BEFORE]);
	const node = await hotel.trigger([BEFORE], { options: { leaveOutPersonalData: true } });
	const number = await hotel.book(5);
	const [complete = {}] = await hotel.play(whole, [0, 1, 2], ['10:00']);
	const [item = {}] = await pollJourney(node);
	expect(item).toMatchObject({ number, moment: 'Before' });
	expect(
		Object.keys(complete)
			.filter((key) => !(key in item))
			.sort(),
	).toEqual([
		...[
			'companyName',
			'customerComment',
			'customerCountry',
			'customerEmail',
			'customerLanguage',
			'customerName',
		],
		...['customerPhone', 'groupName', 'guestName', 'visitPurpose'],
	]);
}, 60_000);

it('after a crash, what was being handed over comes once more, if that is chosen', async () => {
	const hotel = await open();
	const credential = await newClient(sandbox);
	const options = { afterCrash: 'handOverAgain' };
	const nodeId = `journey-${hotel.id}`;
	const node = await hotel.trigger([BEFORE], { options }, { credential, nodeId });
	const number = await hotel.book(5);
	await hotel.play(node, [0, 1], TIMES);
	expect(sentOf(await hotel.play(node, [2], ['10:00']))).toEqual([`Before ${number}`]);
	// The process of the poll that handed over was another one.
	const saved = JSON.parse(
		JSON.stringify(savedBy(node)).replace(/"process":"[^"]*"/, '"process":"before"'),
	) as IDataObject;
	const after = await hotel.trigger(
		[BEFORE],
		{ options },
		{ credential, nodeId: `${nodeId}-2`, staticData: saved },
	);
	const items = await hotel.play(after, [2, 3], ['19:00']);
	expect(items).toMatchObject([{ number, moment: 'Before', redelivered: true }]);
}, 60_000);

it('two moments cannot have the same name', async () => {
	const node = await journeyTrigger(sandbox, '1024', [BEFORE, BEFORE]);
	await expect(node.poll()).rejects.toThrow("'Before' is the name of two moments");
});

it('sends to those who arrive first first, also on one day', async () => {
	const hotel = await open();
	const node = await hotel.trigger([BEFORE], { options: { maxMessages: 4 } });
	await sandbox.createBookings(hotel.id, 24, { arrivalDate: hotel.date(5), nights: 2, roomStays: 1 });
	const items = await hotel.play(node, [0, 2], TIMES);
	for (const minute of days(1, 5)) items.push(...(await hotel.play(node, [2], [`18:0${minute}`])));
	const arrivals = items.map(({ arrivalDateTime }) => String(arrivalDateTime));
	expect(new Set(arrivals).size).toBeGreaterThan(1);
	expect(arrivals).toHaveLength(24);
	expect(arrivals).toEqual([...arrivals].sort());
});

import type { INodeParameters } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { newClient } from '../support/clients';
import { playedHotels, type Hotels } from '../support/journeyHotel';
import { moment, pollJourney, sentOf, type MessageItem, type MovedClocks } from '../support/journeyTrigger';
import { harness, type NodeHarness } from '../support/n8n';
import { byId } from '../support/pms';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** A PMS whose lists have nothing but numbers: when a reservation was made is told by the booking of the same number. */

const BOOKINGS = '/read-reservation/';
const LONG_AGO = '2031-04-20T10:00:00Z';

let sandbox: Sandbox;
let clocks: MovedClocks;
let hotels: Hotels;
let stop: () => Promise<void>;

beforeAll(async () => {
	({ sandbox, clocks, hotels, stop } = await playedHotels({ seed: 7, properties: 20 }));
}, 60_000);
afterAll(async () => await stop());
beforeEach(async () => await sandbox.clearFaults());

const AFTER = moment('Thanks', 'afterBooking', 0, '', 'hours');
const BEFORE = moment('Before', 'beforeArrival', 3);
const REVIEW = moment('Review', 'afterDeparture', 1);

async function minutesLater(node: NodeHarness, minutes: number): Promise<MessageItem[]> {
	await clocks.moveBy(minutes);
	return await pollJourney(node);
}

it('a moment after the booking comes, as late as it is found', async () => {
	const hotel = await hotels.open();
	const node = await hotel.trigger([AFTER]);
	const number = await hotel.book(50);
	const [item, ...others] = await minutesLater(node, 3);
	expect(item).toMatchObject({ moment: 'Thanks', number, lateMinutes: 3 });
	expect(item?.dueAt.slice(0, 10)).toBe(hotel.date(0));
	expect(others).toEqual([]);
	expect(await minutesLater(node, 3)).toEqual([]);
});

it('a reservation that was made before the start and is changed after it is none that was just made', async () => {
	const hotel = await hotels.open();
	const number = await hotel.book(50, 2, { createdDateTime: LONG_AGO });
	const node = await hotel.trigger([AFTER]);
	await sandbox.changeBooking(hotel.id, number, { nights: 4 });
	expect(await minutesLater(node, 3)).toEqual([]);
});

it.each([
	['send', ['Before']],
	['skip', []],
])('If Booked Later: %s', async (ifBookedLater, moments) => {
	const hotel = await hotels.open();
	const node = await hotel.trigger([BEFORE], { options: { ifBookedLater } });
	await hotel.book(1);
	expect((await minutesLater(node, 2)).map(({ moment: name }) => name)).toEqual(moments);
});

it('the lead time can be filtered by', async () => {
	const hotel = await hotels.open();
	const node = await hotel.trigger([REVIEW], { filters: { maxLeadTime: 2 } });
	const soon = await hotel.book(1);
	await hotel.book(3, 1);
	await minutesLater(node, 2);
	expect(sentOf(await hotel.play(node, [4, 5], ['12:00']))).toEqual([`Review ${soon}`]);
});

it('a reservation that no booking knows has its other moments', async () => {
	const hotel = await hotels.open();
	const node = await hotel.trigger([AFTER, moment('Eve', 'beforeArrival', 1, '16:00')]);
	const number = await hotel.book(1);
	await sandbox.removeDetail(hotel.id, number);
	expect(await minutesLater(node, 2)).toEqual([]);
	expect(sentOf(await hotel.play(node, [0], ['16:00']))).toEqual([`Eve ${number}`]);
});

it('without access to bookings, it is not known, and the other moments come', async () => {
	const hotel = await hotels.open();
	const node = await hotel.trigger([AFTER, REVIEW]);
	await sandbox.fault({ kind: 'status', status: 403, match: { path: BOOKINGS }, times: 1_000 });
	const numbers: string[] = [];
	for (let guests = 0; guests < 12; guests += 1) numbers.push(await hotel.book(0));
	await sandbox.resetReport();
	expect(await minutesLater(node, 2)).toEqual([]);
	// Five stays are read at once.
	expect((await sandbox.requests({ path: BOOKINGS })).length).toBeLessThanOrEqual(5);
	expect(sentOf(await hotel.play(node, [3], ['12:00'])).sort()).toEqual(
		numbers.map((number) => `Review ${number}`).sort(),
	);
});

it('a booking that cannot be read holds up what depends on it, and nothing else', async () => {
	const hotel = await hotels.open();
	const node = await hotel.trigger([AFTER, moment('Eve', 'beforeArrival', 1, '16:00')], {
		options: { ifLate: 24 },
	});
	await sandbox.fault({ kind: 'status', status: 400, match: { path: BOOKINGS }, times: 1_000 });
	const number = await hotel.book(1);
	await expect(minutesLater(node, 2)).rejects.toThrow(/^Property/);
	expect(sentOf(await hotel.play(node, [0], ['16:00']))).toEqual([`Eve ${number}`]);
	await sandbox.clearFaults();
	expect(sentOf(await minutesLater(node, 6))).toEqual([`Thanks ${number}`]);
});

it('while the limit of bookings is used up, what needs none comes; the rest comes later', async () => {
	const [one, other] = [await hotels.open(), await hotels.open()];
	const moments = [AFTER, moment('Welcome', 'afterCheckIn', 0, '', 'hours')];
	const both = { propertySelection: 'several', propertyIds: [one.id, other.id], options: { ifLate: 48 } };
	const node = await one.trigger(moments, both);
	await sandbox.fault({ kind: 'status', status: 429, retryAfterSeconds: 3_600, match: { path: BOOKINGS } });
	const waits = await one.book(50);
	const arrives = await other.book(0, 2, { createdDateTime: LONG_AGO });
	await expect(minutesLater(node, 2)).rejects.toThrow(/^Property/);
	await other.at(0, '23:30');
	expect(sentOf(await pollJourney(node))).toEqual([`Welcome ${arrives}`]);
	// Another client has limits of its own.
	const { staticData } = node;
	const next = await one.trigger(moments, both, { staticData });
	await sandbox.clearFaults();
	expect(sentOf(await minutesLater(next, 6))).toEqual([`Thanks ${waits}`]);
}, 60_000);

it('costs no request where it decides nothing', async () => {
	const hotel = await hotels.open();
	await hotel.book(5, 2, { createdDateTime: LONG_AGO });
	await sandbox.resetReport();
	const node = await hotel.trigger([AFTER, BEFORE, REVIEW]);
	expect(await hotel.play(node, [0, 1, 2], ['12:00'])).toHaveLength(1);
	expect(await sandbox.requests({ path: BOOKINGS })).toEqual([]);
});

it('Explain tells it of every reservation', async () => {
	const hotel = await hotels.open();
	const number = await hotel.book(5, 2, { createdDateTime: LONG_AGO });
	const node = harness(new PartnerHotelPms(), {
		parameters: {
			...{ resource: 'guestJourney', operation: 'explain', number },
			propertyId: byId(hotel.id),
			moments: { moment: [AFTER] } as unknown as INodeParameters,
		},
		credential: await newClient(sandbox),
	});
	const [json] = (await node.execute()).map((item) => item.json);
	expect(json).toMatchObject({ state: 'past', reason: expect.stringMatching(/hours late/) as string });
	expect(new Date(String(json?.dueAt)).toISOString()).toBe('2031-04-20T10:00:00.000Z');
});

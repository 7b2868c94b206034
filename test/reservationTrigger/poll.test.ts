import { sleep, type INodeParameters } from 'n8n-workflow';

import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { allowManyTokens, newClient } from '../support/clients';
import { withWarnings } from '../support/loggedTrigger';
import type { NodeHarness } from '../support/n8n';
import type { ReservationFacts } from '../support/pms';
import { eventsOf, FrontDesk, pollOnce, reservationTrigger, savedBy } from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 61, properties: 60, bookings: 6 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

interface Hotel {
	property: string;
	desk: FrontDesk;
	node: NodeHarness;
}

/** Every test has a hotel of its own; the trigger is switched on, and what was there before is known. */
async function hotel(parameters: INodeParameters = {}): Promise<Hotel> {
	const property = sandbox.properties[nextProperty++]?.id ?? '';
	const desk = new FrontDesk(sandbox, property, await newClient(sandbox));
	const node = await reservationTrigger(sandbox, property, parameters);
	expect(await node.poll()).toBeNull();
	return { property, desk, node };
}

/** A hotel with a reservation that the trigger has reported. */
async function reported(
	parameters: INodeParameters = {},
	roomStays = 1,
): Promise<Hotel & { reservation: ReservationFacts }> {
	const { property, desk, node } = await hotel(parameters);
	const reservation = await desk.book(roomStays);
	expect(eventsOf(await pollOnce(node))).toEqual([['new', reservation.number]]);
	return { property, desk, node, reservation };
}

describe.each(['specification', 'published'] as const)('in the dialect "%s"', (dialect) => {
	beforeAll(async () => void (await sandbox.settings({ dialect })));

	it('a reservation, its check-in, check-out and cancellation each come once', async () => {
		const { desk, node, property } = await hotel();
		const reservation = await desk.book();
		const { number } = reservation;
		const [made] = await pollOnce(node);
		expect(made).toMatchObject({ event: 'new', number, propertyId: property, changedStays: [] });
		expect(made?.reservation).toMatchObject({ number, roomStays: expect.any(Array) as unknown });
		await desk.checkIn(reservation);
		const [stay] = reservation.roomStays;
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'checkedIn', number, changedStays: [{ pmsRoomStayId: stay?.pmsRoomStayId }] },
		]);
		await desk.checkOut(reservation);
		expect(eventsOf(await pollOnce(node))).toEqual([['checkedOut', number]]);
		await sandbox.cancelBooking(property, reservation.bookingNumber);
		expect(eventsOf(await pollOnce(node))).toEqual([['cancelled', number]]);
		expect(await node.poll()).toBeNull();
		expect(await node.poll()).toBeNull();
	});

	it('another room, with the one before', async () => {
		const { desk, node, reservation } = await reported();
		const { number } = reservation;
		const [first = '', second = ''] = await desk.rooms(reservation);
		await desk.assign(reservation, first);
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'roomChanged', number, changedStays: [{ roomId: first, previousRoomId: null }] },
		]);
		await desk.assign(reservation, second);
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'roomChanged', number, changedStays: [{ roomId: second, previousRoomId: first }] },
		]);
		await desk.assign(reservation, null);
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'roomChanged', number, changedStays: [{ roomId: null, previousRoomId: second }] },
		]);
		expect(await node.poll()).toBeNull();
	});

	it('a payment and other changes', async () => {
		const { desk, node, property, reservation } = await reported();
		await desk.pay(reservation, 12.5);
		expect(eventsOf(await pollOnce(node))).toEqual([['changed', reservation.number]]);
		await sandbox.changeBooking(property, reservation.bookingNumber, { nights: 9 });
		expect(eventsOf(await pollOnce(node))).toEqual([['changed', reservation.number]]);
		expect(await node.poll()).toBeNull();
	});
});

describe('several changes between two polls', () => {
	it('a check-in and another room are two events, in this order', async () => {
		const { desk, node, reservation } = await reported();
		const [first = '', second = ''] = await desk.rooms(reservation);
		await desk.assign(reservation, first);
		await pollOnce(node);
		await desk.assign(reservation, second);
		await desk.checkIn(reservation);
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'checkedIn', changedStays: [{ roomId: second }] },
			{ event: 'roomChanged', changedStays: [{ roomId: second, previousRoomId: first }] },
		]);
	});

	it('the first room, given with the check-in, is a part of it', async () => {
		const { desk, node, reservation } = await reported();
		const [room = ''] = await desk.rooms(reservation);
		await desk.assign(reservation, room);
		await desk.checkIn(reservation);
		expect(await pollOnce(node)).toMatchObject([{ event: 'checkedIn', changedStays: [{ roomId: room }] }]);
	});

	it('a guest who came and left, and one who came without a reservation', async () => {
		const { desk, node, reservation } = await reported();
		await desk.checkIn(reservation);
		await desk.checkOut(reservation);
		const walkIn = await desk.book();
		await desk.checkIn(walkIn);
		const items = await pollOnce(node);
		expect(eventsOf(items).filter(([, number]) => number === reservation.number)).toEqual([
			['checkedIn', reservation.number],
			['checkedOut', reservation.number],
		]);
		expect(eventsOf(items).filter(([, number]) => number === walkIn.number)).toEqual([
			['new', walkIn.number],
			['checkedIn', walkIn.number],
		]);
	});

	it('made and cancelled is cancelled; a check-in that is withdrawn is a change, and comes again', async () => {
		const { desk, node, property, reservation } = await reported();
		const other = await desk.book();
		await sandbox.cancelBooking(property, other.bookingNumber);
		await desk.checkIn(reservation);
		expect(eventsOf(await pollOnce(node)).sort()).toEqual([
			['cancelled', other.number],
			['checkedIn', reservation.number],
		]);
		await desk.withdrawCheckIn(reservation);
		expect(eventsOf(await pollOnce(node))).toEqual([['changed', reservation.number]]);
		await desk.checkIn(reservation);
		expect(eventsOf(await pollOnce(node))).toEqual([['checkedIn', reservation.number]]);
	});

	it('of a group, only the stays concerned are named', async () => {
		const { desk, node } = await hotel({ output: 'roomStays' });
		const reservation = await desk.book(3);
		expect(eventsOf(await pollOnce(node))).toEqual(Array(3).fill(['new', reservation.number]));
		await desk.checkIn(reservation, 1);
		const items = await pollOnce(node);
		expect(items).toMatchObject([
			{
				event: 'checkedIn',
				pmsRoomStayId: reservation.roomStays[1]?.pmsRoomStayId,
				roomStayStatus: 'CheckedIn',
			},
		]);
	});
});

describe('chosen events', () => {
	it('leave the others out, and none of theirs is lost', async () => {
		const { desk, node } = await hotel({ events: ['checkedIn'] });
		const reservation = await desk.book();
		await desk.pay(reservation, 5);
		expect(await node.poll()).toBeNull();
		await desk.checkIn(reservation);
		expect(eventsOf(await pollOnce(node))).toEqual([['checkedIn', reservation.number]]);
	});

	it.each([
		[['checkedIn', 'checkedOut', 'roomChanged', 'new'], ['Active']],
		[['cancelled'], ['Active', 'Cancelled']],
		[['changed'], ['Active', 'Cancelled']],
	])('%j: the reservations are searched that are %j', async (events, states) => {
		const { desk, node } = await hotel({ events });
		await sandbox.resetReport();
		await desk.book();
		await node.poll();
		const searches = await sandbox.allRequests('/reservations/search');
		const changes = searches.filter(({ query }) => 'startModifyDateTime' in query);
		expect(changes.map(({ query }) => query.state)).toEqual(states);
	});

	it('cancelled counts from when it is chosen, whatever a search repeats', async () => {
		const { desk, node, property } = await hotel({ events: ['checkedIn', 'new'] });
		const [before, after] = [await desk.book(), await desk.book()];
		expect(eventsOf(await pollOnce(node))).toHaveLength(2);
		await sandbox.cancelBooking(property, before.bookingNumber);
		await sleep(1_100);
		expect(await node.poll()).toBeNull();
		const chosen = { events: ['checkedIn', 'cancelled'] };
		const edited = await reservationTrigger(sandbox, property, chosen, { staticData: savedBy(node) });
		expect(await edited.poll()).toBeNull();
		await sandbox.cancelBooking(property, after.bookingNumber);
		expect(eventsOf(await pollOnce(edited))).toEqual([['cancelled', after.number]]);
		expect(await edited.poll()).toBeNull();
	});

	it('new, of a reservation that was cancelled before the search showed it, and is active again', async () => {
		const { desk, node, property } = await hotel({ events: ['new'] });
		const reservation = await desk.book();
		await sandbox.cancelBooking(property, reservation.bookingNumber);
		expect(await node.poll()).toBeNull();
		await sandbox.changeBooking(property, reservation.bookingNumber, { status: 'Active' });
		expect(eventsOf(await pollOnce(node))).toEqual([['new', reservation.number]]);
	});

	it('at least one is needed', async () => {
		const node = await reservationTrigger(sandbox, '1024', { events: [] });
		await expect(node.poll()).rejects.toThrow('Events is empty');
	});
});

describe('what was there before the start', () => {
	it('is not news; when it changes, it is changed, not new', async () => {
		const property = sandbox.properties[nextProperty++]?.id ?? '';
		const desk = new FrontDesk(sandbox, property, await newClient(sandbox));
		const reservation = await desk.book();
		const node = await reservationTrigger(sandbox, property);
		expect(await node.poll()).toBeNull();
		await desk.pay(reservation, 5);
		expect(eventsOf(await pollOnce(node))).toEqual([['changed', reservation.number]]);
	});

	it('a room that changes later is recognized, for it was looked at in the meantime', async () => {
		const property = sandbox.properties[nextProperty++]?.id ?? '';
		const desk = new FrontDesk(sandbox, property, await newClient(sandbox));
		// Rooms are looked at from two days before the stay on.
		const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		const reservation = await desk.book(1, tomorrow);
		const [first = '', second = ''] = await desk.rooms(reservation);
		await desk.assign(reservation, first);
		const node = await reservationTrigger(sandbox, property);
		for (let polls = 0; polls < 4; polls++) expect(await node.poll()).toBeNull();
		await desk.assign(reservation, second);
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'roomChanged', changedStays: [{ roomId: second, previousRoomId: first }] },
		]);
	});
});

describe('what changes before the list of what was there is complete, where searches tell numbers only', () => {
	beforeAll(async () => void (await sandbox.settings({ dialect: 'specification' })));
	afterAll(async () => void (await sandbox.settings({ dialect: 'published' })));

	const match = { path: '/api/read-reservation/' };

	/** A reservation that was made before the start, and was changed since. */
	async function paidSince() {
		const property = sandbox.properties[nextProperty++]?.id ?? '';
		const desk = new FrontDesk(sandbox, property, await newClient(sandbox));
		const reservation = await desk.book();
		// The search knows whole seconds.
		await sleep(1_100);
		const startDate = new Date().toISOString();
		await sleep(1_100);
		await desk.pay(reservation, 5);
		return {
			reservation,
			node: await reservationTrigger(sandbox, property, { startFrom: 'date', startDate }),
		};
	}

	it.each([
		['is changed: its booking tells when it was made', 'changed', undefined],
		['can come as new where bookings cannot be read', 'new', 403],
	] as const)('%s', async (_, event, status) => {
		const { reservation, node } = await paidSince();
		if (status !== undefined) await sandbox.fault({ kind: 'status', status, times: 100, match });
		expect(eventsOf(await pollOnce(node))).toEqual([[event, reservation.number]]);
	});

	it.each([
		['is read again with the next poll', 1, 0, 'changed'],
		// The poll that fails keeps nothing.
		['is not waited for once it failed twice', 100, 1, 'new'],
	])('a booking that fails %s', async (_, times, polls, event) => {
		const { reservation, node } = await paidSince();
		await sandbox.fault({ kind: 'status', status: 500, times, match });
		await expect(node.poll()).rejects.toThrow(/^Property /);
		for (let empty = 0; empty < polls; empty++) expect(await node.poll()).toBeNull();
		expect(eventsOf(await pollOnce(node))).toEqual([[event, reservation.number]]);
	});
});

describe('start from a date', () => {
	it('reports what was changed since', async () => {
		const property = sandbox.properties[nextProperty++]?.id ?? '';
		const desk = new FrontDesk(sandbox, property, await newClient(sandbox));
		const reservation = await desk.book();
		const startDate = new Date(Date.now() - 60_000).toISOString();
		const node = await reservationTrigger(sandbox, property, { startFrom: 'date', startDate });
		expect(eventsOf(await pollOnce(node))).toEqual([['new', reservation.number]]);
		expect(await node.poll()).toBeNull();
	});
});

describe('failures', () => {
	const SEARCH = { path: '/reservations/search' };

	it('a failed poll leaves the state as it was, and the next one emits everything', async () => {
		const { desk, node } = await hotel();
		const reservation = await desk.book();
		const before = savedBy(node);
		await sandbox.fault({ kind: 'status', status: 403, match: SEARCH });
		await expect(node.poll()).rejects.toThrow(/^Property /);
		expect(savedBy(node)).toEqual(before);
		expect(eventsOf(await pollOnce(node))).toEqual([['new', reservation.number]]);
	});

	it('a failing property does not hold up the others', async () => {
		const [one, other] = [
			sandbox.properties[nextProperty++]?.id ?? '',
			sandbox.properties[nextProperty++]?.id ?? '',
		];
		const node = await reservationTrigger(sandbox, one, {
			propertySelection: 'several',
			propertyIds: [one, other],
		});
		await node.poll();
		const desk = new FrontDesk(sandbox, other, await newClient(sandbox));
		const failing = new FrontDesk(sandbox, one, await newClient(sandbox));
		const [waiting, reservation] = [await failing.book(), await desk.book()];
		await sandbox.fault({
			kind: 'status',
			status: 403,
			times: 1_000,
			match: { path: `${one}/reservations/search` },
		});
		const first = await pollOnce(node);
		const second = first.length > 0 ? first : await pollOnce(node);
		expect(eventsOf(second)).toEqual([['new', reservation.number]]);
		await sandbox.clearFaults();
		expect(eventsOf(await pollOnce(node))).toEqual([['new', waiting.number]]);
	});

	it('details that always fail hold up nothing else, and come as soon as they can be read', async () => {
		const { desk, node } = await hotel();
		const failing = await desk.book();
		await sandbox.fault({
			kind: 'status',
			status: 403,
			times: 1_000,
			match: { path: `/reservations/${failing.number}` },
		});
		await expect(node.poll()).rejects.toThrow(/^Property /);
		const other = await desk.book();
		expect(eventsOf(await pollOnce(node))).toEqual([['new', other.number]]);
		expect(await node.poll()).toBeNull();
		await desk.checkIn(other);
		expect(eventsOf(await pollOnce(node))).toEqual([['checkedIn', other.number]]);
		await sandbox.clearFaults();
		expect(eventsOf(await pollOnce(node))).toEqual([['new', failing.number]]);
		expect(await node.poll()).toBeNull();
	});

	it('a reservation that the API no longer has is reported once, with a note', async () => {
		const { desk, node } = await hotel();
		const { number } = await desk.book();
		await sandbox.fault({
			kind: 'status',
			status: 404,
			times: 1_000,
			match: { path: `/reservations/${number}` },
		});
		expect(await pollOnce(node)).toMatchObject([
			{ event: 'new', number, reservation: null, note: expect.stringContaining('404') as unknown },
		]);
		expect(await node.poll()).toBeNull();
	});

	it('the list of rooms is read once for several polls', async () => {
		const { desk, node, property } = await hotel({ output: 'simplified' });
		const numbers = [(await desk.book()).number];
		expect((await pollOnce(node)).map(({ number }) => number)).toEqual(numbers);
		numbers.push((await desk.book()).number);
		expect((await pollOnce(node)).map(({ number }) => number)).toEqual(numbers.slice(1));
		expect(await sandbox.requests({ path: `/${property}/rooms` })).toHaveLength(1);
	});

	it('names of rooms that cannot be read hold back no event', async () => {
		const { desk, node } = await hotel({ output: 'simplified' });
		const { number } = await desk.book();
		await sandbox.fault({ kind: 'status', status: 404, times: 10, match: { path: '/rooms' } });
		expect(await pollOnce(node)).toMatchObject([{ event: 'new', number, note: 'Not read: rooms.' }]);
	});

	it('without access to Content the time zone is asked for', async () => {
		const property = sandbox.properties[0]?.id ?? '';
		const credential = await newClient(sandbox, { apiAccesses: ['pms'] });
		const node = await reservationTrigger(sandbox, property, {}, { credential });
		await expect(node.poll()).rejects.toMatchObject({
			message: expect.stringContaining('time zone') as unknown,
			description: expect.stringContaining("'Time Zone' under Options") as unknown,
		});
		const chosen = await reservationTrigger(
			sandbox,
			property,
			{ options: { timeZone: 'Europe/Berlin' } },
			{ credential },
		);
		expect(await chosen.poll()).toBeNull();
	});
});

describe('slices', () => {
	it('of the chosen size: none twice, none lost', async () => {
		const { property, node } = await hotel({ options: { maxReservations: 4 } });
		const made = await sandbox.createBookings(property, 10);
		const items = [];
		for (let polls = 0; polls < 8; polls++) {
			const slice = await pollOnce(node);
			expect(slice.length).toBeLessThanOrEqual(4);
			items.push(...slice);
		}
		expect(items.map(({ number }) => number).sort()).toEqual(made.map(({ number }) => number).sort());
	});
});

describe('what is kept', () => {
	it('survives a restart: nothing is lost, nothing repeated', async () => {
		const { property, desk, node, reservation } = await reported();
		const after = await reservationTrigger(sandbox, property, {}, { staticData: savedBy(node) });
		await desk.checkIn(reservation);
		expect(eventsOf(await pollOnce(after, { activation: 'init' }))).toEqual([
			['checkedIn', reservation.number],
		]);
		expect(await after.poll()).toBeNull();
	});

	it('more than the state may hold: the log says so, and what was listed first is forgotten', async () => {
		const { property, node } = await hotel();
		const staticData = savedBy(node) as { reservations: { properties: Record<string, { listed: string }> } };
		const { [property]: full } = staticData.reservations.properties;
		if (full) full.listed = 'hashes'.repeat(420_000);
		const { type, warnings } = withWarnings(new PartnerHotelReservationTrigger());
		const after = await reservationTrigger(sandbox, property, {}, { type, staticData });
		for (let polls = 0; polls < 2; polls++) expect(await after.poll()).toBeNull();
		expect(warnings).toEqual([expect.stringMatching(/ remembers as much as it may, /)]);
		expect(JSON.stringify(after.staticData).length).toBeLessThan(2_501_000);
	});

	it('holds no data of guests', async () => {
		const { node } = await reported({ options: { addGuests: true } });
		const text = JSON.stringify(savedBy(node));
		const [item] = await pollOnce(node, { mode: 'manual' });
		const { customer } = item?.reservation as { customer?: { personName?: { lastName?: string } } };
		const name = customer?.personName?.lastName ?? 'no name';
		expect(text).not.toContain(name);
		expect(text).not.toMatch(/@|personName|phone/);
	});

	it('two polls at once: the second returns without touching anything', async () => {
		const { desk, node } = await hotel();
		const { number } = await desk.book();
		await sandbox.fault({ kind: 'delay', delayMs: 500, match: { path: '/reservations/search' } });
		const slow = pollOnce(node);
		expect(await node.poll()).toBeNull();
		expect(eventsOf(await slow)).toEqual([['new', number]]);
	});

	it('is not overwritten by an older version of the package', async () => {
		const staticData = { reservations: { version: 9, properties: {} } };
		const node = await reservationTrigger(sandbox, '1024', {}, { staticData });
		await expect(node.poll()).rejects.toThrow('newer version');
		expect(savedBy(node)).toEqual(staticData);
	});
});

describe("the editor's test fetch", () => {
	it('gives a reservation changed last with an event that fits, and leaves the state alone', async () => {
		const { desk, node } = await hotel({ events: ['checkedIn', 'new'] });
		// Today or yesterday at the hotel: those whose guests can be there are looked at first.
		const today = new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
		const reservation = await desk.book(1, today);
		await desk.checkIn(reservation);
		const before = savedBy(node);
		expect(await pollOnce(node, { mode: 'manual' })).toMatchObject([
			{ event: 'checkedIn', number: reservation.number },
		]);
		expect(savedBy(node)).toEqual(before);
	});
});

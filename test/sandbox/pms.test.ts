import { createHash } from 'crypto';

import { startSandbox, TemporaryState, type Sandbox } from '../support/sandbox';
import {
	dateIn,
	Hotel,
	HOTEL,
	PMS,
	wallClock,
	type PageEnd,
	type Person,
	type Room,
	type RoomStay,
} from './hotel';
import { signIn, type ErrorBody, type Partner, type Query } from './partner';

interface Inventory {
	buildings: Array<{ id: string; name: string; floors: Array<{ id: string; rooms: Room[] }> }>;
}

interface ReservationPage extends PageEnd {
	reservations: Array<{ number: string }>;
}

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;
const state = new TemporaryState();

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300, state: state.path });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => {
	await sandbox.stop();
	state.remove();
});

const wholeYear: Query = {
	state: 'Active',
	startAffectPeriodDateTime: `${dateIn(-180)}T00:00`,
	endAffectPeriodDateTime: `${dateIn(180)}T00:00`,
};

async function numbersFound(query: Query): Promise<string[]> {
	const found = await hotel.list<{ number: string }>('reservations/search', 'reservations', query);
	return found.map(({ number }) => number);
}

async function rooms(): Promise<Room[]> {
	return await hotel.list<Room>('rooms', 'rooms');
}

async function freeRooms(number: string): Promise<string[]> {
	const [item] = await hotel.list<{ roomIds: string[] }>(
		`reservations/${number}/find-available-rooms`,
		'availableRoomForRoomStays',
	);
	return item?.roomIds ?? [];
}

async function giveRoom(number: string, roomId: string | null): Promise<number> {
	return (await hotel.send('PUT', `${await hotel.stayPath(number)}/room`, { roomId })).status;
}

describe('The inventory', () => {
	it('holds the rooms of the room list, each on its floor', async () => {
		const { accommodationInventory } = await hotel.get<{ accommodationInventory: Inventory }>(
			'obtain-accommodation-inventory',
		);
		const floors = accommodationInventory.buildings.flatMap((building) => building.floors);
		const inInventory = floors.flatMap((floor) => floor.rooms);
		const inList = await rooms();

		expect(new Set(inInventory.map(({ id }) => id))).toEqual(new Set(inList.map(({ id }) => id)));
		expect(floors.every((floor) => floor.rooms.every(({ floorId }) => floorId === floor.id))).toBe(true);
		expect(new Set(inList.map(({ displayName }) => displayName)).size).toBe(inList.length);
	});

	it('has rooms of every room type of the content', async () => {
		const content = await partner.get<{ roomTypes: Array<{ id: string }> }>(`content/v1/properties/${HOTEL}`);
		for (const { id } of content.body.roomTypes) {
			const ofType = await hotel.list<Room>('rooms', 'rooms', { roomTypeId: id });

			expect(ofType.length).toBeGreaterThan(3);
			expect(new Set(ofType.map(({ roomTypeId }) => roomTypeId))).toEqual(new Set([id]));
		}
	});
});

describe('Lists', () => {
	it.each([[1], [3], [100]])('are complete and without repetition in pages of %i', async (maxPageSize) => {
		const companies = await hotel.list<{ id: string }>('companies', 'companies', { maxPageSize });

		expect(companies).toEqual(await hotel.list('companies', 'companies'));
		expect(new Set(companies.map(({ id }) => id)).size).toBe(14);
	});

	it('have 50 items on a page unless told, and no token after the last one', async () => {
		const first = await hotel.get<PageEnd & { rooms: Room[] }>('rooms');
		const all = await hotel.get<PageEnd & { companies: unknown[] }>('companies', { maxPageSize: 14 });

		expect([first.rooms.length, first.hasNextPage]).toEqual([50, true]);
		expect(all).toMatchObject({ warnings: [], errors: [], nextPageToken: null, hasNextPage: false });
	});

	it('go on with the query of the first page, whatever comes with the token', async () => {
		const [{ roomTypeId } = { roomTypeId: '' }] = await rooms();
		const first = await hotel.get<PageEnd & { rooms: Room[] }>('rooms', { roomTypeId, maxPageSize: 2 });
		const second = await hotel.get<PageEnd & { rooms: Room[] }>('rooms', {
			pageToken: String(first.nextPageToken),
			roomTypeId: 'other',
			maxPageSize: 900,
		});

		expect(second.rooms.map((room) => room.roomTypeId)).toEqual([roomTypeId, roomTypeId]);
	});

	it.each<[string, string, Query]>([
		['a page size of 0', 'rooms', { maxPageSize: 0 }],
		['a page size of 101', 'rooms', { maxPageSize: 101 }],
		['a page size in words', 'companies', { maxPageSize: 'ten' }],
		['a made-up token', 'rooms', { pageToken: 'abc' }],
		['another language', 'guests/search', { languageCode: 'de' }],
	])('refuse %s', async (_label, path, query) => {
		const answer = await hotel.refusal(path, query);

		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({
			warnings: [],
			errors: [{ code: expect.stringMatching(/\w/) as string }],
		});
	});

	it('refuse the token of another list', async () => {
		const { nextPageToken } = await hotel.get<PageEnd>('rooms', { maxPageSize: 1 });

		expect((await hotel.refusal('companies', { pageToken: String(nextPageToken) })).status).toBe(400);
	});
});

describe('A reservation', () => {
	it('exists for every booking and says the same', async () => {
		const { bookingSummaries } = await partner.wholeFeed(HOTEL);
		for (const { number } of bookingSummaries.slice(-60)) {
			const booking = await hotel.booking(number);
			const reservation = await hotel.reservation(number);
			const statuses = { Active: 'Confirmed', Unconfirmed: 'Unconfirmed', Cancelled: 'Cancelled' };

			expect(reservation).toMatchObject({
				number,
				reservationStatus: statuses[booking.status as 'Active'],
				currencyCode: booking.currencyCode,
			});
			expect(
				reservation.roomStays.map((stay) => [
					stay.checkInDateTime,
					stay.checkOutDateTime,
					stay.roomType,
					stay.guestCount.adults,
					stay.totalPrice.amount.value,
					stay.options,
				]),
			).toEqual(
				booking.roomStays.map((stay) => [
					stay.stayDates.arrivalDateTime,
					stay.stayDates.departureDateTime,
					stay.roomType.id,
					stay.guestCount.adultCount,
					stay.total.priceBeforeTax,
					(stay.services ?? []).map(({ id }) => id),
				]),
			);
		}
	});

	it('knows guests by the names of the booking, and some whom the booking hides', async () => {
		const { bookingSummaries } = await partner.wholeFeed(HOTEL);
		const hidden: Array<string | null> = [];
		for (const { number } of bookingSummaries.slice(-40)) {
			const booking = await hotel.booking(number);
			const { roomStays } = await hotel.reservation(number);
			const { guest } = await hotel.get<{ guest: Person }>(`guests/${String(roomStays[0]?.guestIds[0])}`);
			const named = booking.roomStays[0]?.guests?.[0];
			if (named === undefined || named.lastName === '*') hidden.push(guest.personName.lastName);
			else expect(guest.personName).toMatchObject(named);
		}

		expect(hidden.length).toBeGreaterThan(0);
		expect(hidden.filter((name) => name === null || name === '' || name === '*')).toEqual([]);
	});

	it('follows changes of its booking', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(40), nights: 2 });
		const before = await hotel.stay(number);
		await sandbox.changeBooking(HOTEL, number, { arrivalDate: dateIn(50), nights: 4, roomStays: 2 });
		const changed = await hotel.reservation(number);
		await sandbox.cancelBooking(HOTEL, number);
		const cancelled = await hotel.reservation(number);

		expect(changed.roomStays).toHaveLength(2);
		expect(changed.roomStays[0]?.pmsRoomStayId).toBe(before.pmsRoomStayId);
		expect(changed.roomStays[0]?.checkInDateTime.slice(0, 10)).toBe(dateIn(50));
		expect(changed.roomStays[0]?.checkOutDateTime.slice(0, 10)).toBe(dateIn(54));
		expect(cancelled.reservationStatus).toBe('Cancelled');
		expect(cancelled.roomStays.map(({ status }) => status)).toEqual(['Cancelled', 'Cancelled']);
	});

	it.each([
		['reservations/none'],
		['reservations/none/invoices'],
		['reservations/none/find-available-rooms'],
		['reservations/none/room-stays/1/find-available-payment-systems?action=Payment'],
		['guests/4503599627465719'],
		['guests/none/loyalty-cards'],
		['guests/none/find-occupied-room-stays'],
	])('or whatever is unknown answers 404: %s', async (path) => {
		const answer = await hotel.refusal(path);

		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject({ warnings: [], errors: [{ message: expect.any(String) as string }] });
	});

	it('does not lend its number to the room stays of another', async () => {
		const [one, other] = [await hotel.book(), await hotel.book()];
		const path = (await hotel.stayPath(one)).replace(one, other);

		expect((await hotel.send('POST', `${path}/check-in`, {})).status).toBe(404);
	});
});

describe('Seeded stays', () => {
	let stays: RoomStay[];
	const now = wallClock('Europe/London');

	beforeAll(async () => {
		const numbers = await numbersFound(wholeYear);
		const reservations = await Promise.all(numbers.map(async (number) => await hotel.reservation(number)));
		stays = reservations.flatMap(({ roomStays }) => roomStays);
	});

	it('are checked out, in the house or yet to come, as the clock says', () => {
		const states = new Set(stays.map(({ status }) => status));

		expect(states).toEqual(new Set(['CheckedOut', 'CheckedIn', 'New']));
		for (const stay of stays) {
			const { status, actualCheckInDateTime, actualCheckOutDateTime } = stay;
			expect([status, (actualCheckInDateTime ?? '9') < now, (actualCheckOutDateTime ?? '9') < now]).toEqual(
				status === 'New'
					? [status, false, false]
					: status === 'CheckedIn'
						? [status, true, false]
						: [status, true, true],
			);
		}
	});

	it('have a room once the guests are there, and mostly none before', () => {
		const there = stays.filter(({ status }) => status !== 'New');
		const toCome = stays.filter(({ status }) => status === 'New');

		expect(there.filter(({ room }) => room === null)).toEqual([]);
		expect(toCome.filter(({ room }) => room !== null).length).toBeLessThan(toCome.length / 2);
	});

	it('never share a room on the same night', () => {
		const byRoom = new Map<string, RoomStay[]>();
		for (const stay of stays) {
			if (stay.room !== null) byRoom.set(stay.room, [...(byRoom.get(stay.room) ?? []), stay]);
		}
		const nights = [...byRoom.entries()].flatMap(([room, ofRoom]) =>
			ofRoom.flatMap(({ checkInDateTime, checkOutDateTime }) => {
				const first = Date.parse(checkInDateTime.slice(0, 10));
				const count = (Date.parse(checkOutDateTime.slice(0, 10)) - first) / 86_400_000;
				return Array.from({ length: count }, (_, night) => `${room} ${first + night * 86_400_000}`);
			}),
		);

		expect(new Set(nights).size).toBe(nights.length);
	});
});

describe('The hotel staff', () => {
	interface Facts {
		number: string;
		roomStays: Array<{ status: string; roomId: string | null }>;
	}

	const facts = async () =>
		await sandbox.control<Facts[]>('GET', `properties/${HOTEL}/reservations?limit=1000`);

	afterEach(async () => {
		await sandbox.settings({ clockOffsetMs: 0 });
	});

	it('attend to seeded stays as the clock goes on, and to no others', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(1), nights: 1 });
		const today = await facts();
		await sandbox.settings({ clockOffsetMs: 400 * 86_400_000 });
		const nextYear = await facts();
		const statesOf = (reservations: Facts[]) =>
			new Set(
				reservations
					.filter((one) => one.number !== number)
					.flatMap(({ roomStays }) => roomStays.map(({ status }) => status)),
			);

		expect(statesOf(today)).toContain('New');
		expect(nextYear.find((one) => one.number === number)?.roomStays[0]?.status).toBe('New');
		expect(nextYear.length).toBe(today.length);
		expect([...statesOf(nextYear)].sort()).toEqual(expect.arrayContaining(['Cancelled', 'CheckedOut']));
		expect(statesOf(nextYear)).not.toContain('CheckedIn');
	});
});

describe('The reservation search', () => {
	const modified = (start: string, end: string): Query => ({
		state: 'Active',
		startModifyDateTime: start,
		endModifyDateTime: end,
	});

	it.each([
		['1024', 'Europe/London'],
		['7291', 'Pacific/Kiritimati'],
		['5431', 'Pacific/Pago_Pago'],
	])('finds changes at %s by the minute in %s, both ends included', async (propertyId, timeZone) => {
		const modifiedDateTime = `${dateIn(-1)}T10:20:40Z`;
		const instants = { createdDateTime: modifiedDateTime, modifiedDateTime };
		const { number } = await sandbox.createBooking(propertyId, instants);
		const foundAt = async (offsetMinutes: number) => {
			const minute = wallClock(timeZone, Date.parse(modifiedDateTime) + offsetMinutes * 60_000);
			const { body } = await partner.get<ReservationPage>(
				`pms/v2/properties/${propertyId}/reservations/search`,
				modified(minute, minute),
			);
			return body.reservations.some((reservation) => reservation.number === number);
		};

		expect([await foundAt(-1), await foundAt(0), await foundAt(1)]).toEqual([false, true, false]);
	});

	it('finds stays that touch the affected period', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(100), nights: 3 });
		const found = async (first: number, last: number) =>
			(
				await numbersFound({
					state: 'Active',
					startAffectPeriodDateTime: `${dateIn(first)}T00:00`,
					endAffectPeriodDateTime: `${dateIn(last)}T23:59`,
				})
			).includes(number);

		expect([await found(98, 99), await found(99, 100), await found(103, 105), await found(104, 105)]).toEqual(
			[false, true, true, false],
		);
	});

	it('tells cancelled reservations from the others, and by room', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(30) });
		const [roomId = ''] = await freeRooms(number);
		await giveRoom(number, roomId);
		const byRoom = await numbersFound({ ...wholeYear, roomId });
		await sandbox.cancelBooking(HOTEL, number);

		expect(byRoom).toContain(number);
		expect(await numbersFound(wholeYear)).not.toContain(number);
		expect(await numbersFound({ ...wholeYear, state: 'Cancelled' })).toContain(number);
	});

	it('gives a last token that later fetches what is new', async () => {
		const query = { ...wholeYear, maxPageSize: 100 };
		let page = await hotel.get<ReservationPage>('reservations/search', query);
		while (page.hasNextPage) {
			page = await hotel.get('reservations/search', { pageToken: String(page.nextPageToken) });
		}
		const pageToken = String(page.nextPageToken);
		const nothing = await hotel.get<ReservationPage>('reservations/search', { pageToken });
		const numbers = [
			await hotel.book({ arrivalDate: dateIn(9) }),
			await hotel.book({ arrivalDate: dateIn(8) }),
		];
		const later = await hotel.get<ReservationPage>('reservations/search', { pageToken });

		expect(nothing.reservations).toEqual([]);
		expect(later.reservations.map(({ number }) => number)).toEqual(numbers);
	});

	const range = (start: string, end: string) => ({
		startModifyDateTime: start,
		endModifyDateTime: end,
	});

	it.each<[string, Query, string]>([
		['no state', range('2026-01-01T00:00', '2026-01-02T00:00'), 'InvalidState'],
		['another state', { ...range('2026-01-01T00:00', '2026-01-02T00:00'), state: 'New' }, 'InvalidState'],
		['no range', { state: 'Active' }, 'NoPeriod'],
		['half a range', { state: 'Active', startModifyDateTime: '2026-01-01T00:00' }, 'IncompletePeriod'],
		[
			'a range of 366 days',
			{ state: 'Active', ...range('2025-01-01T00:00', '2026-01-01T00:01') },
			'InvalidPeriod',
		],
		[
			'a range backwards',
			{ state: 'Active', ...range('2026-01-02T00:00', '2026-01-01T00:00') },
			'InvalidPeriod',
		],
		['times with an offset', { state: 'Active', ...range('2026-01-01T00:00Z', '2026-01-02T00:00Z') }, '11'],
		[
			'a day that does not exist',
			{ state: 'Active', ...range('2026-02-30T00:00', '2026-03-02T00:00') },
			'11',
		],
	])('refuses %s', async (_label, query, code) => {
		const answer = await hotel.refusal('reservations/search', query);

		expect([answer.status, answer.body.errors[0]?.code]).toEqual([400, code]);
	});

	it('accepts a range of 365 days', async () => {
		const query = { state: 'Active', ...range('2025-01-01T00:00', '2026-01-01T00:00') };

		expect((await hotel.refusal('reservations/search', query)).status).toBe(200);
	});
});

describe('Rooms', () => {
	const arrivalDate = dateIn(60);

	it('that are free can be given, taken away and swapped', async () => {
		const number = await hotel.book({ arrivalDate });
		const [first = '', second = ''] = await freeRooms(number);

		expect(await giveRoom(number, first)).toBe(204);
		expect((await hotel.stay(number)).room).toBe(first);
		expect(await giveRoom(number, second)).toBe(204);
		expect((await hotel.stay(number)).room).toBe(second);
		expect(await giveRoom(number, null)).toBe(204);
		expect((await hotel.stay(number)).room).toBeNull();
	});

	it('that somebody has are no longer offered, and refused', async () => {
		const one = await hotel.book({ arrivalDate });
		const [roomId = ''] = await freeRooms(one);
		await giveRoom(one, roomId);
		const { roomType } = await hotel.stay(one);
		const rival = await bookingOfType(roomType);

		expect(await freeRooms(rival)).not.toContain(roomId);
		expect(await giveRoom(rival, roomId)).toBe(400);
		expect((await hotel.stay(rival)).room).toBeNull();
	});

	/** A booking for the same dates whose room stay is of the room type. */
	async function bookingOfType(roomType: string): Promise<string> {
		for (;;) {
			const number = await hotel.book({ arrivalDate });
			if ((await hotel.stay(number)).roomType === roomType) return number;
		}
	}

	it('of another type or unknown are refused', async () => {
		const number = await hotel.book({ arrivalDate });
		const { roomType } = await hotel.stay(number);
		const other = (await rooms()).find(({ roomTypeId }) => roomTypeId !== roomType);

		expect(await giveRoom(number, String(other?.id))).toBe(400);
		expect(await giveRoom(number, '4')).toBe(400);
		expect((await hotel.send('PUT', `${await hotel.stayPath(number)}/room`, {})).status).toBe(400);
	});

	it('are given to several stays together or not at all', async () => {
		const { number } = await sandbox.createBooking(HOTEL, { arrivalDate, roomStays: 2 });
		const { roomStays } = await hotel.reservation(number);
		const items = await hotel.list<{ pmsRoomStayId: string; roomIds: string[] }>(
			`reservations/${number}/find-available-rooms`,
			'availableRoomForRoomStays',
		);
		const choices = items.map(({ pmsRoomStayId, roomIds }, index) => ({
			pmsRoomStayId,
			roomId: roomIds[index],
		}));
		const path = `reservations/${number}/assign-rooms`;
		const wrong = await hotel.send('POST', path, [choices[0], { ...choices[1], roomId: '4' }]);
		const roomsOf = async () => (await hotel.reservation(number)).roomStays.map(({ room }) => room);

		expect(items.map(({ pmsRoomStayId }) => pmsRoomStayId)).toEqual(
			roomStays.map(({ pmsRoomStayId }) => pmsRoomStayId),
		);
		expect([wrong.status, await roomsOf()]).toEqual([400, [null, null]]);
		expect((await hotel.send('POST', path, choices)).status).toBe(204);
		expect(await roomsOf()).toEqual(choices.map(({ roomId }) => roomId));
	});

	it.each<[string, (id: string) => unknown]>([
		['an object', (id) => ({ pmsRoomStayId: id, roomId: null })],
		['an empty list', () => []],
		['a stay of another reservation', () => [{ pmsRoomStayId: '4', roomId: null }]],
		['no stay', () => [{ pmsRoomStayId: null, roomId: null }]],
		['a stay twice', (id) => [1, 2].map(() => ({ pmsRoomStayId: id, roomId: null }))],
	])('are not assigned with %s', async (_label, bodyFor) => {
		const number = await hotel.book({ arrivalDate });
		const { pmsRoomStayId } = await hotel.stay(number);
		const answer = await hotel.send('POST', `reservations/${number}/assign-rooms`, bodyFor(pmsRoomStayId));

		expect(answer.status).toBe(400);
	});
});

describe('Arrival and departure', () => {
	it('go from New to CheckedIn to CheckedOut, and change the modification time', async () => {
		const number = await hotel.book({ createdDateTime: `${dateIn(-2)}T00:00:00Z`, arrivalDate: dateIn(0) });
		const before = await hotel.reservation(number);
		const path = await hotel.stayPath(number);
		const checkIn = { actualCheckInDateTime: `${dateIn(0)}T16:15` };
		const checkOut = { actualCheckOutDateTime: `${dateIn(0)}T16:15` };

		expect((await hotel.send('POST', `${path}/check-out`, checkOut)).status).toBe(400);
		expect((await hotel.send('POST', `${path}/check-in`, checkIn)).status).toBe(204);
		expect((await hotel.stay(number)).status).toBe('CheckedIn');
		expect((await hotel.send('POST', `${path}/check-in`, checkIn)).status).toBe(400);
		expect(
			(await hotel.send('POST', `${path}/check-out`, { actualCheckOutDateTime: `${dateIn(0)}T16:14` }))
				.status,
		).toBe(400);
		expect((await hotel.send('POST', `${path}/check-out`, checkOut)).status).toBe(204);
		expect(await hotel.stay(number)).toMatchObject({
			status: 'CheckedOut',
			actualCheckInDateTime: checkIn.actualCheckInDateTime,
			actualCheckOutDateTime: checkOut.actualCheckOutDateTime,
		});
		expect((await hotel.reservation(number)).modifyDateTime > before.modifyDateTime).toBe(true);
		expect(
			(await partner.feed(HOTEL, { lastModification: `${dateIn(-1)}T00:00:00Z` })).bookingSummaries,
		).not.toContainEqual(expect.objectContaining({ number }));
	});

	it.each([
		['a date alone', dateIn(0)],
		['seconds', `${dateIn(0)}T16:15:00`],
		['an offset', `${dateIn(0)}T16:15Z`],
		['an hour of 24', `${dateIn(0)}T24:00`],
		['nothing', null],
	])('refuse %s as a time, with the published code', async (_label, actualCheckInDateTime) => {
		const path = await hotel.stayPath(await hotel.book());
		const answer = await hotel.send('POST', `${path}/check-in`, { actualCheckInDateTime });

		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({
			warnings: [],
			errors: [{ code: '11', message: 'Incorrect dates format' }],
		});
	});

	it('are not for cancelled stays', async () => {
		const number = await hotel.book({ status: 'Cancelled' });
		const path = await hotel.stayPath(number);
		const answer = await hotel.send('POST', `${path}/check-in`, {
			actualCheckInDateTime: `${dateIn(0)}T16:15`,
		});

		expect([answer.status, answer.body.errors[0]?.code]).toEqual([400, 'InvalidRoomStayStatus']);
	});
});

describe('Guests', () => {
	it('are found by a part of a name in any case, and of a phone number', async () => {
		const [someone] = await hotel.list<Person>('guests/search', 'guests', { name: 'an' });
		const name = String(someone?.personName.lastName).toUpperCase().slice(0, 4);
		const byName = await hotel.list<Person>('guests/search', 'guests', { name });
		const [withPhone] = (await hotel.get<{ guests: Person[] }>('guests/search', {})).guests.filter(
			({ phones }) => phones.length > 0,
		);
		const phone = String(withPhone?.phones[0]?.phoneNumber).slice(2, 9);
		const byPhone = await hotel.list<Person>('guests/search', 'guests', { phone });

		expect(byName).toContainEqual(someone);
		for (const { personName } of byName) {
			const full = `${String(personName.firstName)} ${String(personName.lastName)}`.toLowerCase();
			expect(full).toContain(name.toLowerCase());
		}
		expect(byPhone).toContainEqual(withPhone);
		expect(await hotel.list('guests/search', 'guests', { name: 'xqzxqz' })).toEqual([]);
	});

	it('are found by the room they have now or later', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(33) });
		const [roomId = ''] = await freeRooms(number);
		await giveRoom(number, roomId);
		const roomName = String((await rooms()).find(({ id }) => id === roomId)?.displayName);
		const found = await hotel.list<Person>('guests/search', 'guests', { roomName });
		const { guestIds } = await hotel.stay(number);
		await giveRoom(number, null);
		const without = await hotel.list<Person>('guests/search', 'guests', { roomName });
		const idsOf = (guests: Person[]) => guests.map(({ pmsPersonId }) => pmsPersonId);

		expect(idsOf(found)).toEqual(expect.arrayContaining(guestIds));
		expect(idsOf(without).filter((id) => guestIds.includes(id))).toEqual([]);
		expect(await hotel.list('guests/search', 'guests', { roomName: 'no such room' })).toEqual([]);
	});

	it('are all different, in pages of any size', async () => {
		const small = await hotel.list<Person>('guests/search', 'guests', { name: 'er', maxPageSize: 7 });

		expect(small).toEqual(await hotel.list('guests/search', 'guests', { name: 'er', maxPageSize: 100 }));
		expect(new Set(small.map(({ pmsPersonId }) => pmsPersonId)).size).toBe(small.length);
	});

	it('may come again and again, and may have loyalty cards', async () => {
		const guests = await hotel.list<Person>('guests/search', 'guests', { maxPageSize: 100 });
		const several = await Promise.all(
			guests.map(async ({ pmsPersonId }) => ({
				stays: await hotel.list<RoomStay>(`guests/${pmsPersonId}/find-occupied-room-stays`, 'roomStays'),
				cards: await hotel.list(`guests/${pmsPersonId}/loyalty-cards`, 'loyaltyCards', { maxPageSize: 1 }),
				pmsPersonId,
			})),
		);

		expect(several.some(({ stays }) => stays.length > 1)).toBe(true);
		expect(several.some(({ cards }) => cards.length > 1)).toBe(true);
		for (const { stays, pmsPersonId } of several) {
			expect(stays.filter(({ guestIds }) => !guestIds.includes(pmsPersonId))).toEqual([]);
		}
	});

	it('show names of states in the language asked for', async () => {
		const { guestIds } = await hotel.stay(await hotel.book());
		const read = async (languageCode: string) =>
			(await hotel.get<{ guest: Person }>(`guests/${String(guestIds[0])}`, { languageCode })).guest.status;
		const [english, french] = [await read('en'), await read('fr')];

		expect(english.id).toBe(french.id);
		expect([english.displayName, french.displayName]).toEqual(
			english.id === '0' ? ['Not selected', 'Non choisi'] : ['VIP', 'VIP'],
		);
	});
});

describe('Documents of a guest', () => {
	interface GuestFile {
		document: unknown;
		birthCountryCode: string | null;
		scans: Array<{ name: string; size: number; sha256: string }>;
	}

	const DOCUMENT = { type: 'Passport', series: '5000', number: '999999', effectiveDate: '2020-11-11' };
	const scan = (content: string, name = 'scan.PDF') => ({ files: [{ name, content }] });
	let guest: string;

	beforeAll(async () => {
		const { guestIds } = await hotel.stay(await hotel.book());
		guest = String(guestIds[0]);
	});

	const stored = async () => await sandbox.control<GuestFile>('GET', `properties/${HOTEL}/guests/${guest}`);

	it('are stored: identity, country of birth and scans, also over a restart', async () => {
		const content = Buffer.from('a scan').toString('base64');
		const answers = [
			await hotel.send('PUT', `guests/${guest}/personal-document`, DOCUMENT),
			await hotel.send('PUT', `guests/${guest}/birth-address`, { countryCode: 'NLD' }),
			await hotel.send('POST', `guests/${guest}/personal-document/files`, scan(content)),
		];
		await sandbox.restart();

		expect(answers.map(({ status, text }) => [status, text])).toEqual([
			[204, ''],
			[204, ''],
			[204, ''],
		]);
		expect(await stored()).toMatchObject({
			document: { ...DOCUMENT, expiryDate: null, departmentCode: null, issueAuthority: null },
			birthCountryCode: 'NLD',
			scans: [{ name: 'scan.PDF', size: 6, sha256: createHash('sha256').update('a scan').digest('hex') }],
		});
	});

	it('can be emptied of the country of birth', async () => {
		await hotel.send('PUT', `guests/${guest}/birth-address`, { countryCode: null });

		expect((await stored()).birthCountryCode).toBeNull();
	});

	it.each<[string, object]>([
		['no type', { type: undefined }],
		['an unknown type', { type: 'LibraryCard' }],
		['a series of 65 characters', { series: 'a'.repeat(65) }],
		['an empty number', { number: '' }],
		['a number with a dash', { number: '99-99' }],
		['a date in words', { effectiveDate: 'yesterday' }],
		['a day that does not exist', { expiryDate: '2040-02-30' }],
		['a department code of 17 characters', { departmentCode: '1'.repeat(17) }],
		['an authority of 2,049 characters', { issueAuthority: 'x'.repeat(2_049) }],
	])('are refused with %s', async (_label, change) => {
		const answer = await hotel.send('PUT', `guests/${guest}/personal-document`, { ...DOCUMENT, ...change });

		expect(answer.status).toBe(400);
	});

	it.each<[string, object]>([
		[
			'the longest values',
			{ series: 'a'.repeat(64), departmentCode: '1'.repeat(16), issueAuthority: 'x'.repeat(2_048) },
		],
		['letters of any script', { series: 'ЖЩ', number: '番号7' }],
		['nulls', { series: null, number: null, effectiveDate: null }],
		['an unknown field', { colour: 'red' }],
	])('are accepted with %s', async (_label, change) => {
		const answer = await hotel.send('PUT', `guests/${guest}/personal-document`, { ...DOCUMENT, ...change });

		expect(answer.status).toBe(204);
	});

	it.each([['nl'], ['NL'], ['XQX'], ['nld'], [7], [undefined]])(
		'refuse %p as a country of birth',
		async (countryCode) => {
			expect((await hotel.send('PUT', `guests/${guest}/birth-address`, { countryCode })).status).toBe(400);
		},
	);

	it.each<[string, unknown]>([
		['no files', { files: null }],
		['an empty list', { files: [] }],
		['another extension', scan('YQ==', 'scan.exe')],
		['no extension', scan('YQ==', 'pdf')],
		['no content', scan('')],
		['what is no Base64', scan('a*==')],
		['Base64 without its end', scan('YQ')],
		['more than 2 MB of Base64', scan('A'.repeat(2 * 1_024 * 1_024 + 4))],
	])('refuse scans with %s', async (_label, body) => {
		const answer = await hotel.send('POST', `guests/${guest}/personal-document/files`, body);

		expect(answer.status).toBe(400);
	});

	it('take several scans of the largest size in one request', async () => {
		const content = 'A'.repeat(2 * 1_024 * 1_024);
		const files = ['a.jpg', 'b.jpeg', 'c.gif'].map((name) => ({ name, content }));
		const answer = await hotel.send('POST', `guests/${guest}/personal-document/files`, { files });

		expect(answer.status).toBe(204);
		expect((await stored()).scans.slice(-3).map(({ size }) => size)).toEqual([
			1_572_864, 1_572_864, 1_572_864,
		]);
	});
});

describe('What the PMS wrote', () => {
	it('is the same after a restart', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(70) });
		const [roomId = ''] = await freeRooms(number);
		await giveRoom(number, roomId);
		const path = await hotel.stayPath(number);
		await hotel.send('POST', `${path}/check-in`, { actualCheckInDateTime: `${dateIn(70)}T15:00` });
		await sandbox.changeBooking(HOTEL, number, { nights: 2 });
		const before = await hotel.reservation(number);
		const all = await sandbox.control('GET', `properties/${HOTEL}/reservations?limit=1000`);
		await sandbox.restart();

		expect(before.roomStays[0]).toMatchObject({ room: roomId, status: 'CheckedIn' });
		expect(await hotel.reservation(number)).toEqual(before);
		expect(await sandbox.control('GET', `properties/${HOTEL}/reservations?limit=1000`)).toEqual(all);
	});
});

describe('The published spelling', () => {
	afterAll(async () => {
		await sandbox.settings({ spelling: 'specification' });
	});

	it('names rooms, room types and guests otherwise, and leaves warnings out of lists', async () => {
		const number = await hotel.book();
		const specified = await hotel.stay(number);
		await sandbox.settings({ spelling: 'published' });
		const { body } = await partner.get<{
			warnings: null;
			reservation: { roomStays: Array<Record<string, unknown>> };
		}>(`${PMS}/reservations/${number}`);
		const search = await partner.get<Record<string, unknown>>(`${PMS}/reservations/search`, {
			...wholeYear,
			maxPageSize: 1,
		});
		const list = await partner.get<Record<string, unknown>>(`${PMS}/rooms`, { maxPageSize: 1 });

		expect(body.reservation.roomStays[0]).toMatchObject({
			roomTypeId: specified.roomType,
			roomId: specified.room,
			guestsIds: specified.guestIds,
		});
		expect(Object.keys(body.reservation.roomStays[0] ?? {})).not.toContain('options');
		expect(body.warnings).toBeNull();
		expect(Object.keys(search.body).sort()).toEqual(['hasNextPage', 'pageToken', 'reservations']);
		expect(Object.keys((search.body['reservations'] as object[])[0] ?? {})).toEqual([
			'number',
			'propertyId',
			'status',
			'createdDateTime',
			'modifiedDateTime',
		]);
		expect(Object.keys(list.body).sort()).toEqual(['hasNextPage', 'nextPageToken', 'rooms']);
	});
});

describe('Access', () => {
	it('needs the area of the PMS', async () => {
		await sandbox.addClient({ clientId: 'reader', clientSecret: 's', apiAccesses: ['content'] });
		const reader = await signIn(sandbox, { client_id: 'reader', client_secret: 's' });

		expect((await reader.get<ErrorBody>(`${PMS}/rooms`)).status).toBe(403);
	});
});

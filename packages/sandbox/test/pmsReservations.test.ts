import { startSandbox, type Sandbox } from './support/sandbox';
import {
	dateIn,
	Hotel,
	HOTEL,
	wallClock,
	wholeYear,
	type PageEnd,
	type Person,
	type Room,
	type RoomStay,
} from './hotel';
import { signIn, type Partner, type Query } from './partner';

interface ReservationPage extends PageEnd {
	reservations: Array<{ number: string }>;
}

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300, strict: false });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => await sandbox.stop());

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
		const [{ roomTypeId } = { roomTypeId: '' }] = await hotel.rooms();
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

	it('refuse a page without a required parameter where the service is strict', async () => {
		const query = { ...wholeYear, maxPageSize: 1 };
		const { nextPageToken } = await hotel.get<PageEnd>('reservations/search', query);
		const pageToken = String(nextPageToken);
		await sandbox.settings({ strict: true });
		const alone = await hotel.refusal('reservations/search', { pageToken });
		const withState = await hotel.get<ReservationPage>('reservations/search', { pageToken, state: 'Active' });
		await sandbox.settings({ strict: false });

		expect([alone.status, alone.body.errors[0]?.code]).toEqual([400, 'InvalidState']);
		expect(withState.reservations).toHaveLength(1);
		expect((await hotel.refusal('reservations/search', { pageToken })).status).toBe(200);
	});

	it('refuse the token of another list', async () => {
		const { nextPageToken } = await hotel.get<PageEnd>('rooms', { maxPageSize: 1 });

		expect((await hotel.refusal('companies', { pageToken: String(nextPageToken) })).status).toBe(400);
	});
});

describe('A reservation', () => {
	it('exists for every booking and says the same', async () => {
		for (const { number, bookingNumber } of (await hotel.reservations()).slice(-60)) {
			const booking = await hotel.booking(bookingNumber);
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
		const hidden: Array<string | null> = [];
		for (const { number, bookingNumber } of (await hotel.reservations()).slice(-40)) {
			const booking = await hotel.booking(bookingNumber);
			const { roomStays } = await hotel.reservation(number);
			const { guest } = await hotel.get<{ guest: Person }>(`guests/${String(roomStays[0]?.guestIds[0])}`);
			const named = booking.roomStays[0]?.guests?.[0];
			if (named === undefined || named.lastName === '*') hidden.push(guest.personName.lastName);
			else expect(guest.personName).toMatchObject(named);
		}

		expect(hidden.length).toBeGreaterThan(0);
		expect(hidden.filter((name) => name === null || name === '' || name === '*')).toEqual([]);
	});

	it('of the history has a number of its own now and then, in the published form', async () => {
		const { bookingSummaries } = await partner.wholeFeed(HOTEL);
		const all = await hotel.reservations();
		const own = all.filter(({ number, bookingNumber }) => number !== bookingNumber);

		expect(all.map(({ bookingNumber }) => bookingNumber).sort()).toEqual(
			bookingSummaries.map(({ number }) => number).sort(),
		);
		expect(own.length).toBeGreaterThan(all.length / 20);
		expect(own.length).toBeLessThan(all.length / 5);
		expect(own.filter(({ number }) => !/^\d{8}-1024-\d{8}$/.test(number))).toEqual([]);
		expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
		expect((await hotel.refusal(`reservations/${String(own[0]?.bookingNumber)}`)).status).toBe(404);
	});

	it('with a number of its own follows its booking, too', async () => {
		const isOwn = ({ number, bookingNumber }: { number: string; bookingNumber: string }) =>
			number !== bookingNumber;
		const { number = '', bookingNumber = '' } = (await hotel.reservations()).find(isOwn) ?? {};
		await sandbox.cancelBooking(HOTEL, bookingNumber);

		expect((await hotel.reservation(number)).reservationStatus).toBe('Cancelled');
		expect((await hotel.reservations()).at(-1)).toMatchObject({ number, bookingNumber });
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
		const numbers = await hotel.numbersFound(wholeYear);
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
	const facts = async () => await sandbox.reservations(HOTEL, 1_000);

	afterEach(async () => {
		await sandbox.settings({ clockOffsetMs: 0 });
	});

	it('attend to seeded stays as the clock goes on, and to no others', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(1), nights: 1 });
		const today = await facts();
		await sandbox.settings({ clockOffsetMs: 400 * 86_400_000 });
		const nextYear = await facts();
		const statesOf = (reservations: Awaited<ReturnType<typeof facts>>) =>
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
	])(
		'finds changes at %s on or after the start and on or before the end, in %s',
		async (propertyId, timeZone) => {
			const modifiedDateTime = `${dateIn(-1)}T10:20:40Z`;
			const instants = { createdDateTime: modifiedDateTime, modifiedDateTime };
			const { number } = await sandbox.createBooking(propertyId, instants);
			const minute = (offset: number) => wallClock(timeZone, Date.parse(modifiedDateTime) + offset * 60_000);
			const found = async (first: number, last: number) => {
				const { body } = await partner.get<ReservationPage>(
					`pms/v2/properties/${propertyId}/reservations/search`,
					modified(minute(first), minute(last)),
				);
				return body.reservations.some((reservation) => reservation.number === number);
			};

			expect([await found(-1, 0), await found(0, 0), await found(0, 1), await found(1, 2)]).toEqual([
				false,
				false,
				true,
				false,
			]);
		},
	);

	it('finds a change at the very minute at which the range ends', async () => {
		const modifiedDateTime = `${dateIn(-1)}T10:20:00.900Z`;
		const number = await hotel.book({ createdDateTime: modifiedDateTime, modifiedDateTime });
		const end = wallClock('Europe/London', modifiedDateTime);

		expect(await hotel.numbersFound(modified(`${dateIn(-1)}T00:00`, end))).toContain(number);
	});

	it('finds stays that touch the affected period', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(100), nights: 3 });
		const found = async (first: number, last: number) =>
			(
				await hotel.numbersFound({
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
		const [roomId = ''] = await hotel.freeRooms(number);
		await hotel.giveRoom(number, roomId);
		const byRoom = await hotel.numbersFound({ ...wholeYear, roomId });
		await sandbox.cancelBooking(HOTEL, number);

		expect(byRoom).toContain(number);
		expect(await hotel.numbersFound(wholeYear)).not.toContain(number);
		expect(await hotel.numbersFound({ ...wholeYear, state: 'Cancelled' })).toContain(number);
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

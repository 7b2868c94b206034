import { startSandbox, type Sandbox } from './support/sandbox';
import { cents, dateIn, Hotel, HOTEL, type Room } from './hotel';
import { signIn, type ErrorBody, type Partner, type Query } from './partner';

interface Day {
	date: string;
	occupancyRate: number;
	closedRoomCount: number;
	occupancyRoomCount: number;
	complimentaryOccupancyRoomCount: number;
	roomRevenue: number;
	revenue: number;
	mealRevenue: number;
	arrivalCount: number;
	guestCount: number;
}

interface Statistics {
	warnings: unknown[];
	errors: unknown[];
	currencyCode: string;
	propertyRoomCount: number;
	dailyOccupancies: Day[];
}

const PATH = `pms-analytics/v1/properties/${HOTEL}/daily-occupancy`;

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300 });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
});

afterAll(async () => {
	await sandbox.stop();
});

async function statistics(
	startStayDate: string,
	endStayDate: string,
	query: Query = {},
): Promise<Statistics> {
	return (await partner.get<Statistics>(PATH, { startStayDate, endStayDate, ...query })).body;
}

async function day(date: string, query: Query = {}): Promise<Day> {
	const [only] = (await statistics(date, date, query)).dailyOccupancies;
	if (only === undefined) throw new Error(`There is no ${date}`);
	return only;
}

describe('The daily occupancy', () => {
	it('has one entry per date, and names the currency and the number of rooms', async () => {
		const { dailyOccupancies, ...rest } = await statistics(dateIn(-20), dateIn(10));
		const rooms = await hotel.list<Room>('rooms', 'rooms');

		expect(rest).toEqual({
			warnings: [],
			errors: [],
			currencyCode: 'GBP',
			propertyRoomCount: rooms.length,
		});
		expect(dailyOccupancies.map(({ date }) => date)).toEqual(
			Array.from({ length: 31 }, (_, index) => dateIn(index - 20)),
		);
	});

	it('counts the stays of the bookings', async () => {
		const { bookingSummaries } = await partner.wholeFeed(HOTEL);
		const kept = bookingSummaries.filter(({ status }) => status !== 'Cancelled');
		const bookings = await Promise.all(kept.map(async ({ number }) => await hotel.booking(number)));
		const stays = bookings.flatMap(({ roomStays }) => roomStays);
		const { dailyOccupancies, propertyRoomCount } = await statistics(dateIn(-15), dateIn(15));

		for (const figures of dailyOccupancies) {
			const inHouse = stays.filter(({ dailyRates }) => dailyRates.some(({ date }) => date === figures.date));
			const paid = inHouse.filter(({ dailyRates }) =>
				dailyRates.some(({ priceBeforeTax }) => priceBeforeTax > 0),
			);
			const open = propertyRoomCount - figures.closedRoomCount;
			expect(figures).toMatchObject({
				occupancyRoomCount: paid.length,
				complimentaryOccupancyRoomCount: inHouse.length - paid.length,
				occupancyRate: Number((paid.length / open).toFixed(4)),
				arrivalCount: stays.filter(({ stayDates }) => stayDates.arrivalDateTime.startsWith(figures.date))
					.length,
				guestCount: inHouse.reduce(
					(sum, { guestCount }) => sum + guestCount.adultCount + (guestCount.childAges?.length ?? 0),
					0,
				),
			});
		}
		expect(dailyOccupancies.some(({ occupancyRoomCount }) => occupancyRoomCount > 2)).toBe(true);
		expect(cents(dailyOccupancies.reduce((sum, { roomRevenue }) => sum + roomRevenue, 0))).toBeGreaterThan(0);
	});

	// "revenue (gross for the day)": what the guests pay, with taxes, for this night and the services of the day.
	it('has the gross of every day: the night, a part of the services, the charges of arrival and departure', async () => {
		const kinds = new Set<string>();
		for (let start = 400; start < 600 && kinds.size < 4; start += 1) {
			const before = await statistics(dateIn(start), dateIn(start + 5));
			const number = await hotel.book({ arrivalDate: dateIn(start), nights: 4, complimentary: false });
			const after = await statistics(dateIn(start), dateIn(start + 5));
			const booking = await hotel.booking(number);
			const [stay] = booking.roomStays;
			const invoices = await hotel.list<{ items: Array<{ kind: string; total: { value: number } }> }>(
				`reservations/${number}/invoices`,
				'invoices',
			);
			const items = (invoices[0]?.items ?? []).map(({ total }) => cents(total.value));
			const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
			const { earlyArrival, lateDeparture } = stay?.extraStayCharges ?? {};
			const early = cents(earlyArrival?.total.priceAfterTax ?? 0);
			const late = cents(lateDeparture?.total.priceAfterTax ?? 0);
			const shared = sum((booking.services ?? []).map(({ total }) => cents(total.priceAfterTax)));
			const [nights = 0] = items;
			const onTop = sum(items.slice(1)) - early - late;
			const prices = (stay?.dailyRates ?? []).map(({ priceBeforeTax }) => cents(priceBeforeTax));
			const expected = prices.map(
				(price, night) =>
					(nights * price) / sum(prices) +
					onTop / 4 +
					(night === 0 ? early + shared : 0) +
					(night === 3 ? late : 0),
			);
			const gained = after.dailyOccupancies.map(
				({ revenue }, index) => cents(revenue) - cents(before.dailyOccupancies[index]?.revenue ?? 0),
			);

			expect(sum(gained)).toBe(cents(stay?.total.priceAfterTax ?? 0) + shared);
			expect(gained.slice(4)).toEqual([0, 0]);
			// To the cent: the parts of a sum are rounded so that they add up.
			expected.forEach((amount, night) => expect(Math.abs((gained[night] ?? 0) - amount)).toBeLessThan(2));
			for (const [kind, amount] of Object.entries({ early, late, shared, onTop })) {
				if (amount > 0) kinds.add(kind);
			}
		}

		expect([...kinds].sort()).toEqual(['early', 'late', 'onTop', 'shared']);
	});

	it('counts no penalty: a cancelled stay brings nothing to its days', async () => {
		const arrivalDate = dateIn(720);
		const before = await day(arrivalDate);
		const number = await hotel.book({ arrivalDate });
		await sandbox.cancelBooking(HOTEL, number);

		expect(await day(arrivalDate)).toEqual(before);
	});

	it('adds up: revenue holds rooms and meals', async () => {
		const { dailyOccupancies } = await statistics(dateIn(-20), dateIn(10));
		for (const { revenue, roomRevenue, mealRevenue } of dailyOccupancies) {
			expect(cents(revenue)).toBeGreaterThanOrEqual(cents(roomRevenue) + cents(mealRevenue));
		}
	});

	it('grows by a stay from the arrival to the night before the departure', async () => {
		const arrivalDate = dateIn(200);
		const occupied = async () =>
			(await statistics(dateIn(199), dateIn(203))).dailyOccupancies.map((one) => one.occupancyRoomCount);
		const before = await occupied();
		const number = await hotel.book({ arrivalDate, nights: 3, complimentary: false });
		const after = await occupied();
		await sandbox.cancelBooking(HOTEL, number);

		expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([0, 1, 1, 1, 0]);
		expect(await occupied()).toEqual(before);
	});

	it('counts rooms that are free of charge apart', async () => {
		const date = dateIn(210);
		const before = await day(date);
		await hotel.book({ arrivalDate: date, complimentary: true });
		const after = await day(date);

		expect(after.complimentaryOccupancyRoomCount - before.complimentaryOccupancyRoomCount).toBe(1);
		expect(after.occupancyRoomCount).toBe(before.occupancyRoomCount);
		expect(after.roomRevenue).toBe(before.roomRevenue);
	});

	it('counts an arrival on the day on which the guests came', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(220) });
		const path = await hotel.stayPath(number);
		await hotel.send('POST', `${path}/check-in`, { actualCheckInDateTime: `${dateIn(219)}T23:50` });

		expect([(await day(dateIn(219))).arrivalCount, (await day(dateIn(220))).arrivalCount]).toEqual([1, 0]);
	});

	it('never exceeds 1, however many rooms were sold', async () => {
		const date = dateIn(230);
		await sandbox.createBookings(HOTEL, 150, { arrivalDate: date, roomStays: 1, complimentary: false });
		const { occupancyRate, occupancyRoomCount } = await day(date);

		expect(occupancyRoomCount).toBe(150);
		expect(occupancyRate).toBe(1);
	});

	it('has rooms out of service now and then', async () => {
		const months = Array.from({ length: 8 }, (_, month) => month * 31);
		const all = await Promise.all(
			months.map(async (start) => await statistics(dateIn(start), dateIn(start + 30))),
		);
		const closed = all
			.flatMap(({ dailyOccupancies }) => dailyOccupancies)
			.map(({ closedRoomCount }) => closedRoomCount);

		expect(new Set(closed)).toEqual(new Set([0, 1]));
	});
});

describe('otbDate', () => {
	const stayDate = dateIn(240);

	beforeAll(async () => {
		for (const days of [-5, -4, -4, -3]) {
			await hotel.book({
				arrivalDate: stayDate,
				complimentary: false,
				createdDateTime: `${dateIn(days)}T12:00:00Z`,
			});
		}
	});

	afterAll(async () => {
		await sandbox.settings({ otbOnOrBefore: false });
	});

	it.each([
		[false, -5, 1],
		[false, -4, 2],
		[false, -2, 0],
		[true, -5, 1],
		[true, -4, 3],
		[true, -2, 4],
	])('with otbOnOrBefore %s, %i days from now, leaves %i stays', async (otbOnOrBefore, days, count) => {
		await sandbox.settings({ otbOnOrBefore });

		expect((await day(stayDate, { otbDate: dateIn(days) })).occupancyRoomCount).toBe(count);
	});
});

describe('Wrong dates', () => {
	it.each<[string, Query, string]>([
		['no start', { endStayDate: '2026-01-01' }, 'MissingStayDates'],
		['no end', { startStayDate: '2026-01-01' }, 'MissingStayDates'],
		['a range of 32 days', { startStayDate: '2026-01-01', endStayDate: '2026-02-01' }, 'InvalidStayDates'],
		['a range backwards', { startStayDate: '2026-01-02', endStayDate: '2026-01-01' }, 'InvalidStayDates'],
		['a time', { startStayDate: '2026-01-01T00:00', endStayDate: '2026-01-02' }, '11'],
		['a day that does not exist', { startStayDate: '2026-02-28', endStayDate: '2026-02-30' }, '11'],
		['another otbDate', { startStayDate: '2026-01-01', endStayDate: '2026-01-02', otbDate: 'today' }, '11'],
	])('are refused: %s', async (_label, query, code) => {
		const answer = await partner.get<ErrorBody>(PATH, query);

		expect([answer.status, answer.body.errors[0]?.code]).toEqual([400, code]);
	});

	it('do not hide a property that is unknown', async () => {
		const path = PATH.replace(HOTEL, '4');

		expect((await partner.get(path, { startStayDate: '2026-01-01', endStayDate: '2026-01-02' })).status).toBe(
			404,
		);
	});
});

describe('A large hotel', () => {
	it('is counted for 31 days of 5,000 bookings at once as for each day alone', async () => {
		const large = await startSandbox({ limits: 'off', bookings: 5_000, properties: 1 });
		const client = await signIn(large);
		const daysOf = async (start: number, end: number) => {
			const query = { startStayDate: dateIn(start), endStayDate: dateIn(end) };
			return (await client.get<Statistics>(PATH, query)).body.dailyOccupancies;
		};
		const all = await daysOf(-20, 10);
		const some = [...(await daysOf(-20, -20)), ...(await daysOf(-5, -5)), ...(await daysOf(10, 10))];
		await large.stop();

		expect(all).toHaveLength(31);
		expect([all[0], all[15], all[30]]).toEqual(some);
		expect(all.every(({ occupancyRoomCount }) => occupancyRoomCount > 0)).toBe(true);
	});
});

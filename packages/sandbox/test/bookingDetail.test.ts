import { startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type ErrorBody, type Partner } from './partner';

interface Total {
	priceBeforeTax: number;
	priceAfterTax: number;
	taxAmount: number;
	taxes: Array<{ amount: number; index: number }> | null;
}

interface RoomStay {
	stayDates: { arrivalDateTime: string; departureDateTime: string };
	ratePlans: Array<{ id: string; name: string }>;
	roomType: { id: string; name: string };
	guestCount: { adultCount: number; childAges: number[] | null };
	guests?: Array<{ firstName: string | null; lastName: string | null }> | null;
	dailyRates: Array<{ RatePlanId: string; priceBeforeTax: number; date: string }>;
	total: Total;
	services: Array<{ id: string; inclusive: boolean; total?: Total }> | null;
	extraStayCharges?: { earlyArrival?: object; lateDeparture?: object };
}

interface Booking {
	propertyId: string;
	number: string;
	status: string;
	createdDateTime: string;
	modifiedDateTime: string;
	currencyCode: string;
	guaranteeInfo: { loyalty: object | null; totalPrepaid: number; guarantees: object[] };
	roomStays: RoomStay[];
	services: Array<{ id: string; total: Total }> | null;
	total: Total;
	taxes: Array<{ index: number }>;
	cancellation: { penaltyAmount: number | null; cancelledDateTime: string } | null;
	source: { type: string; code: string | null; sourceUrl: string | null };
	customer: { firstName: string | null; lastName: string | null } | null;
}

interface Content {
	roomTypes: Array<{ id: string; name: string }>;
	ratePlans: Array<{ id: string; name: string }>;
	services: Array<{ id: string }>;
}

const PROPERTY = '1024';

let sandbox: Sandbox;
let partner: Partner;
let bookings: Booking[];

beforeAll(async () => {
	sandbox = await startSandbox({
		limits: 'off',
		bookings: 200,
		properties: 1,
		anchor: '2026-03-01T00:00:00Z',
	});
	partner = await signIn(sandbox);
	bookings = [];
	for (const { number } of (await partner.wholeFeed(PROPERTY)).bookingSummaries) {
		bookings.push(await detailOf(number));
	}
});

afterAll(async () => {
	await sandbox.stop();
});

async function detailOf(number: string): Promise<Booking> {
	return (await partner.detail<{ booking: Booking }>(PROPERTY, number)).body.booking;
}

const staysOf = (all: Booking[]) => all.flatMap(({ roomStays }) => roomStays);

describe('The detail of a booking', () => {
	it('agrees with its summary', async () => {
		const { bookingSummaries } = await partner.wholeFeed(PROPERTY);

		expect(
			bookings.map(({ number, propertyId, status, createdDateTime, modifiedDateTime }) => ({
				number,
				propertyId: Number(propertyId),
				status,
				createdDateTime,
				modifiedDateTime,
			})),
		).toEqual(bookingSummaries);
	});

	it('has every required field', () => {
		const names = [
			'cancellation',
			'createdDateTime',
			'currencyCode',
			'customer',
			'guaranteeInfo',
			'modifiedDateTime',
			'number',
			'propertyId',
			'roomStays',
			'services',
			'source',
			'status',
			'taxes',
			'total',
		];

		expect(bookings.every((booking) => Object.keys(booking).sort().join() === names.join())).toBe(true);
	});

	it('has a cancellation exactly when it is cancelled', () => {
		expect(
			bookings.every(({ status, cancellation }) => (status === 'Cancelled') === (cancellation !== null)),
		).toBe(true);
	});

	it('has one daily rate per night, priced by one of its rate plans', () => {
		const stays = staysOf(bookings);

		for (const { stayDates, dailyRates, ratePlans } of stays) {
			const arrival = Date.parse(`${stayDates.arrivalDateTime.slice(0, 10)}T00:00:00Z`);
			const departure = Date.parse(`${stayDates.departureDateTime.slice(0, 10)}T00:00:00Z`);
			expect(dailyRates).toHaveLength((departure - arrival) / 86_400_000);
			expect(ratePlans.map(({ id }) => id)).toEqual(
				expect.arrayContaining(dailyRates.map((rate) => rate.RatePlanId)),
			);
			expect(dailyRates[0]?.date).toBe(stayDates.arrivalDateTime.slice(0, 10));
		}
		expect(stays.some(({ ratePlans }) => ratePlans.length === 2)).toBe(true);
	});

	it('adds up', () => {
		const cents = (amount: number) => Math.round(amount * 100);

		for (const { total, roomStays, services, taxes } of bookings) {
			const parts = [...roomStays, ...(services ?? [])];
			const sum = parts.reduce((amount, part) => amount + cents(part.total.priceBeforeTax), 0);
			expect(cents(total.priceBeforeTax)).toBe(sum);
			expect(cents(total.priceAfterTax)).toBe(cents(total.priceBeforeTax) + cents(total.taxAmount));
			expect(taxes.map(({ index }) => index)).toEqual(
				expect.arrayContaining((total.taxes ?? []).map(({ index }) => index)),
			);
		}
	});

	it('shows the total of a service exactly when the rate plan includes it', () => {
		const services = staysOf(bookings).flatMap((stay) => stay.services ?? []);

		expect(services.every(({ inclusive, total }) => inclusive === (total !== undefined))).toBe(true);
		expect(new Set(services.map(({ inclusive }) => inclusive)).size).toBe(2);
	});

	it('refers to room types, rate plans and services of the property', async () => {
		const { body: content } = await partner.get<Content>(`content/v1/properties/${PROPERTY}`);
		const known = new Map([...content.roomTypes, ...content.ratePlans].map(({ id, name }) => [id, name]));
		const serviceIds = content.services.map(({ id }) => id);

		for (const { roomType, ratePlans, services } of staysOf(bookings)) {
			expect([roomType, ...ratePlans].map(({ id }) => known.get(id))).toEqual(
				[roomType, ...ratePlans].map(({ name }) => name),
			);
			expect(serviceIds).toEqual(expect.arrayContaining((services ?? []).map(({ id }) => id)));
		}
	});

	it.each<[string, (booking: Booking) => boolean]>([
		['several room stays', ({ roomStays }) => roomStays.length > 1],
		['an unconfirmed state', ({ status }) => status === 'Unconfirmed'],
		['no customer', ({ customer }) => customer === null],
		['a masked customer', ({ customer }) => customer?.lastName === '*'],
		['masked guests', ({ roomStays }) => roomStays.some((stay) => stay.guests?.[0]?.firstName === '*')],
		['an empty guest list', ({ roomStays }) => roomStays.some((stay) => stay.guests?.length === 0)],
		['guests that are null', ({ roomStays }) => roomStays.some((stay) => stay.guests === null)],
		['no guests field', ({ roomStays }) => roomStays.some((stay) => !('guests' in stay))],
		[
			'unknown ages of children',
			({ roomStays }) => roomStays.some((stay) => stay.guestCount.childAges === null),
		],
		['services of the booking', ({ services }) => (services ?? []).length > 0],
		['services that are null', ({ services }) => services === null],
		['an early arrival', ({ roomStays }) => roomStays.some((stay) => stay.extraStayCharges?.earlyArrival)],
		['a late departure', ({ roomStays }) => roomStays.some((stay) => stay.extraStayCharges?.lateDeparture)],
		['a loyalty card', ({ guaranteeInfo }) => guaranteeInfo.loyalty !== null],
		['a source of type Channel', ({ source }) => source.type === 'Channel'],
		['a source of type BookingEngine', ({ source }) => source.type === 'BookingEngine'],
		['a source of type PMS', ({ source }) => source.type === 'PMS'],
		['a source of type Other', ({ source }) => source.type === 'Other'],
		['a penalty that is null', ({ cancellation }) => cancellation?.penaltyAmount === null],
	])('is found with %s among 200 bookings, and not in all of them', (_label, has) => {
		const share = bookings.filter((booking) => Boolean(has(booking))).length;

		expect(share).toBeGreaterThan(0);
		expect(share).toBeLessThan(bookings.length);
	});

	it('has the nights, room stays, source and arrival that were wished for', async () => {
		const { number } = await sandbox.createBooking(PROPERTY, {
			arrivalDate: '2026-07-01',
			nights: 3,
			roomStays: 2,
			source: 'Other',
		});
		const booking = await detailOf(number);

		expect(booking.roomStays).toHaveLength(2);
		expect(booking.source.type).toBe('Other');
		expect(booking.roomStays[0]?.stayDates.arrivalDateTime).toMatch(/^2026-07-01T/);
		expect(booking.roomStays[0]?.dailyRates).toHaveLength(3);
	});

	it('is another one after a change, of the same people', async () => {
		const { number } = await sandbox.createBooking(PROPERTY);
		const before = await detailOf(number);
		await sandbox.changeBooking(PROPERTY, number);
		const after = await detailOf(number);

		expect(after.total).not.toEqual(before.total);
		expect([after.customer, after.source]).toEqual([before.customer, before.source]);
	});

	it('can change without a move in the feed', async () => {
		const { number } = await sandbox.createBooking(PROPERTY);
		const { continueToken } = await partner.wholeFeed(PROPERTY);
		const before = await detailOf(number);
		await sandbox.changeBooking(PROPERTY, number, { detailsOnly: true });
		const after = await detailOf(number);

		expect(after.total).not.toEqual(before.total);
		expect(after.modifiedDateTime).toBe(before.modifiedDateTime);
		expect((await partner.feed(PROPERTY, { continueToken })).bookingSummaries).toEqual([]);
	});

	// "PrepaymentPercent (percent of prepayment)": the totalPrepaid, which is often less than the price.
	it('has prepaid what its rate plans want, or everything', () => {
		const shares = bookings
			.filter(({ total }) => total.priceAfterTax > 0)
			.map(({ guaranteeInfo, total }) => guaranteeInfo.totalPrepaid / total.priceAfterTax);

		expect(shares.filter((share) => share < 0 || share > 1)).toEqual([]);
		expect(shares).toEqual(expect.arrayContaining([0, 1]));
		expect(shares.some((share) => share > 0 && share < 1)).toBe(true);
	});

	it('tells no more of a cancellation than its penalty and its time', () => {
		const cancelled = bookings.filter(({ cancellation }) => cancellation !== null);

		expect(new Set(cancelled.map(({ cancellation }) => Object.keys(cancellation ?? {}).join()))).toEqual(
			new Set(['penaltyAmount,cancelledDateTime']),
		);
	});

	it('answers 404 once removed, while the summary stays in the feed', async () => {
		const { number } = await sandbox.createBooking(PROPERTY);
		await sandbox.removeDetail(PROPERTY, number);
		const answer = await partner.detail<ErrorBody>(PROPERTY, number);
		const { bookingSummaries } = await partner.wholeFeed(PROPERTY);

		expect(answer.status).toBe(404);
		expect(answer.body.errors[0]?.code).toBe('BookingNotFound');
		expect(bookingSummaries.at(-1)?.number).toBe(number);
	});

	it('answers 404 to a number no booking has', async () => {
		expect((await partner.detail(PROPERTY, '20260101-1024-1')).status).toBe(404);
	});

	it('is found under a number with slashes, spaces and letters', async () => {
		const number = 'ä/b c?d#e%2F';
		await sandbox.createBooking(PROPERTY, { number });

		expect((await detailOf(number)).number).toBe(number);
	});
});

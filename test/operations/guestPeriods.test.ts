import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	byArrival,
	isItemIn,
	isReservationIn,
} from '../../nodes/PartnerHotelPms/resources/reservation/guestPeriods';
import { pmsTests, records } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();

interface Stay {
	status: string;
	checkInDateTime: string;
	checkOutDateTime: string;
}

const dayIn = (days: number) => DateTime.now().setZone('Europe/London').plus({ days }).toFormat('yyyy-MM-dd');

function search(period: string, more: INodeParameters = {}): INodeParameters {
	return {
		resource: 'reservation',
		operation: 'search',
		period,
		returnAll: true,
		output: 'raw',
		options: { addGuests: false },
		...more,
	};
}

const within = (day: string, first: number, last: number) =>
	day.slice(0, 10) >= dayIn(first) && day.slice(0, 10) <= dayIn(last);

const arrives = (first: number, last: number) => (stay: Stay) =>
	stay.status !== 'Cancelled' && within(stay.checkInDateTime, first, last);
const leaves = (first: number, last: number) => (stay: Stay) =>
	stay.status !== 'Cancelled' && within(stay.checkOutDateTime, first, last);

describe('Reservation → Search by what a front desk asks for', () => {
	let all: IDataObject[];
	let stateOfAll: string;

	beforeAll(async () => {
		for (const day of [-1, 0, 1, 3, 6, 7]) {
			await sandbox().createBooking('1024', { arrivalDate: dayIn(day), nights: 1, roomStays: 2 });
		}
	});

	const state = async () => JSON.stringify([dayIn(0), await sandbox().reservations('1024', 1_000)]);

	/** Reads again where guests came or left meanwhile, or the day ended: both happen while tests run. */
	async function undisturbed<T>(read: () => Promise<T>): Promise<T> {
		for (;;) {
			const before = await state();
			if (before !== stateOfAll) {
				const days = { stayFrom: dayIn(-20), stayTo: dayIn(20) };
				all = await records(await pms(search('custom', days)));
				stateOfAll = before;
			}
			const result = await read();
			if ((await state()) === before) return result;
		}
	}

	const stays = (reservation: IDataObject) => reservation.roomStays as unknown as Stay[];

	it.each<[string, (stay: Stay) => boolean]>([
		['arrivalsToday', arrives(0, 0)],
		['arrivalsTomorrow', arrives(1, 1)],
		['arrivalsNext7Days', arrives(0, 6)],
		['departuresToday', leaves(0, 0)],
		['departuresTomorrow', leaves(1, 1)],
		['departuresNext7Days', leaves(0, 6)],
		['inHouse', ({ status }) => status === 'CheckedIn'],
	])('%s: those alone, sorted by arrival', async (period, isIn) => {
		const [found, ofStays] = await undisturbed(async () => [
			await records(await pms(search(period))),
			await records(await pms(search(period, { output: 'roomStays' }))),
		]);
		const expected = all.filter((reservation) => stays(reservation).some(isIn));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(all.length);
		expect(found.map(({ number }) => number).sort()).toEqual(expected.map(({ number }) => number).sort());
		const arrivals = found.map(
			(one) =>
				stays(one)
					.map(({ checkInDateTime }) => checkInDateTime)
					.sort()[0],
		);
		expect(arrivals).toEqual([...arrivals].sort());

		expect(ofStays).toHaveLength(expected.flatMap((one) => stays(one).filter(isIn)).length);
	});

	it('reads no more details than a limit needs', async () => {
		const found = await records(await pms(search('arrivalsNext7Days', { returnAll: false, limit: 2 })));
		expect(found).toHaveLength(2);
		const read = (await sent('/reservations/')).filter(({ request }) => !request.endsWith('search'));
		expect(read.length).toBeLessThan(all.length);
	});

	it('says with Add Details off as well who comes', async () => {
		const found = await records(await pms(search('arrivalsToday', { includeDetails: false })));
		// Of a group, others may have come before.
		expect(found).toContainEqual(
			expect.objectContaining({ arrival: dayIn(0), rooms: expect.any(Number) as number }),
		);
	});
});

describe('the stays of a period', () => {
	const days = { first: '2027-03-01', last: '2027-03-07' };
	const stay = (status: unknown, checkInDateTime?: unknown, checkOutDateTime?: unknown) =>
		({ roomStays: [{ status, checkInDateTime, checkOutDateTime }] }) as IDataObject;

	it.each<[string, IDataObject, boolean, boolean, boolean]>([
		['within', stay('New', '2027-03-01T14:00', '2027-03-07T12:00'), true, true, false],
		['around', stay('CheckedIn', '2027-02-28T23:59', '2027-03-08T00:00'), false, false, true],
		['cancelled', stay('Cancelled', '2027-03-01T14:00', '2027-03-07T12:00'), false, false, false],
		['without a status', stay(null, '2027-03-02T14:00', null), true, false, false],
		['without times', stay('CHECKEDIN'), false, false, true],
		['of no room', { roomStays: null }, false, false, false],
	])('%s', (_, reservation, arrival, departure, inHouse) => {
		expect(isReservationIn(reservation, { movement: 'arrivals', days })).toBe(arrival);
		expect(isReservationIn(reservation, { movement: 'departures', days })).toBe(departure);
		expect(isReservationIn(reservation, { movement: 'inHouse', days })).toBe(inHouse);
	});

	it('are chosen among the items of room stays', () => {
		const item = { roomStayStatus: 'New', arrival: '2027-03-01', departure: '2027-03-09' };
		expect(isItemIn(item, { movement: 'arrivals', days })).toBe(true);
		expect(isItemIn(item, { movement: 'departures', days })).toBe(false);
		expect(isItemIn({ number: '1', reservation: null }, { movement: 'departures', days })).toBe(true);
	});

	it('come by arrival, those that no longer exist last', () => {
		const [first, second] = [stay('New', '2027-03-01T14:00'), stay('New', '2027-03-02T14:00')];
		expect([undefined, second, first, second].sort(byArrival)).toEqual([first, second, second, undefined]);
		expect([second, stay('New', null), first].sort(byArrival)[2]).toEqual(stay('New', null));
	});
});

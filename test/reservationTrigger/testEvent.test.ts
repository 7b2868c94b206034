import { DateTime } from 'luxon';

import { newClient } from '../support/clients';
import { ALL_EVENTS, eventsOf, FrontDesk, pollOnce, reservationTrigger } from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** The reservation trigger's "Fetch Test Event", in the world that demos have. */

const ANCHOR = '2024-03-06T00:00:00Z';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', occupancy: 75, anchor: ANCHOR, now: '2024-03-06T00:30:00Z' });
}, 120_000);
afterAll(async () => await sandbox.stop());

async function fetched(propertyId: string, events: string[]) {
	const node = await reservationTrigger(sandbox, propertyId, { events });
	return await pollOnce(node, { mode: 'manual' });
}

describe('in a hotel that is at work', () => {
	it('finds each event at any hour, each time in every second hotel', async () => {
		for (const [turn, hour] of ['00:40', '07:10', '13:40', '22:50'].entries()) {
			await sandbox.clock({ now: `2024-03-06T${hour}:00Z` });
			for (const { id } of sandbox.properties.filter((_, index) => index % 2 === turn % 2)) {
				for (const event of ALL_EVENTS) {
					const [item] = await fetched(id, [event]);
					expect([hour, id, item?.event, item?.['sample']]).toEqual([hour, id, event, undefined]);
				}
			}
		}
	}, 300_000);

	it('finds what happened after the clock was moved by days', async () => {
		await sandbox.clock({ now: '2024-03-11T18:00:00Z' });
		const [item] = await fetched('1024', ['new']);
		const made = String(item?.number).slice(0, 8);
		const { number } = (await sandbox.reservations('1024', 1))[0] ?? {};
		expect([item?.number, made >= '20240306']).toEqual([number, true]);
	}, 60_000);
});

describe('finds one of a few guests among a hundred changes', () => {
	const START = '2031-05-01T00:00:00Z';
	let busy: Sandbox;
	let tests = 0;
	beforeAll(
		async () =>
			(busy = await startSandbox({ limits: 'off', bookings: 0, properties: 8, anchor: START, now: START })),
	);
	afterAll(async () => await busy.stop());

	/** Each test has a hotel of its own, and two days more than the one before: the clock does not go back. */
	async function hotelAt(time: string) {
		const property = (await busy.propertySummaries())[tests++];
		if (!property) throw new Error('The sandbox has no more hotels.');
		const { id, timeZone } = property;
		const midnight = DateTime.fromISO(START, { zone: timeZone })
			.startOf('day')
			.plus({ days: 2 * tests });
		const at = (clock: string, days = 0) => `${midnight.plus({ days }).toISODate()}T${clock}`;
		await busy.clock({ now: DateTime.fromISO(at(time), { zone: timeZone }).toUTC().toISO() as string });
		return { id, at, desk: new FrontDesk(busy, id, await newClient(busy)) };
	}

	async function foundOf(id: string, event: string) {
		await busy.createBookings(id, 100);
		const node = await reservationTrigger(busy, id, { events: [event] });
		return eventsOf(await pollOnce(node, { mode: 'manual' }));
	}

	it.each([
		['01:40', '01:10'],
		['11:30', '11:10'],
		['20:00', '15:10'],
		['23:58', '23:50'],
	])('who has checked in, before the planned time or after it, at %s', async (time, checkIn) => {
		const { id, at, desk } = await hotelAt(time);
		const reservation = await desk.book(1, at('').slice(0, 10));
		await desk.checkIn(reservation, 0, at(checkIn));
		expect(await foundOf(id, 'checkedIn')).toEqual([['checkedIn', reservation.number]]);
	});

	it.each(['00:40', '07:10', '13:40', '22:50'])('who has checked out, at %s', async (time) => {
		const { id, at, desk } = await hotelAt(time);
		const reservation = await desk.book(1, at('', -1).slice(0, 10));
		await desk.checkIn(reservation, 0, at('15:10', -1));
		await desk.checkOut(reservation, 0, at('00:30'));
		expect(await foundOf(id, 'checkedOut')).toEqual([['checkedOut', reservation.number]]);
	});
});

describe('in a hotel without such an event', () => {
	let quiet: Sandbox;
	beforeAll(async () => (quiet = await startSandbox({ limits: 'off', bookings: 0 })));
	afterAll(async () => await quiet.stop());

	const sampleOf = async (events: string[]) =>
		await pollOnce(await reservationTrigger(quiet, '1024', { events }), { mode: 'manual' });

	it('there is nothing to show as long as it has no reservation', async () => {
		await expect(sampleOf(['checkedIn'])).rejects.toThrow('match none of the 0 reservations checked');
	});

	it('gives the nearest one as a sample, and says which there are', async () => {
		const { number } = await quiet.createBooking('1024', { nights: 2 });
		const [item] = await sampleOf(['checkedIn']);

		expect(item).toMatchObject({ number, event: 'changed' });
		expect(item?.['sample']).toBe(
			"None of the reservations changed last (1 checked) had 'Checked In'. " +
				"They had 'Reservation Changed', 'New Reservation'; this is one of them, as a sample.",
		);
	});

	it('looks at other reservations when only cancelled ones were asked for', async () => {
		const [item] = await sampleOf(['cancelled']);

		expect(item?.['sample']).toContain("had 'Reservation Cancelled'");
	});
});

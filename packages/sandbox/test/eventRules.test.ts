import { nextPauseMs } from '../src/webhooks/attempts.mts';
import { bookingEvents, type BookingFacts, type StayFacts } from '../src/world/events/bookingEvents.mts';
import { makeEvent } from '../src/world/events/event.mts';

const STAY: StayFacts = {
	id: '1',
	roomId: null,
	plannedCheckIn: '2027-02-01T14:00',
	plannedCheckOut: '2027-02-03T12:00',
	actualCheckIn: null,
	actualCheckOut: null,
};
const STAYED = { actualCheckIn: '2027-02-01T15:00', actualCheckOut: '2027-02-03T11:00' };

function booking(...stays: Array<Partial<StayFacts>>): BookingFacts {
	return { cancelled: false, stays: stays.map((stay) => ({ ...STAY, ...stay })) };
}

describe('The events of a change', () => {
	it.each<[string, BookingFacts | undefined, BookingFacts, string[]]>([
		['a new booking', undefined, booking({}), ['create_booking']],
		['no change', booking({}), booking({}), []],
		['a cancellation', booking({ ...STAYED }), { ...booking(), cancelled: true }, ['cancel_booking']],
		['a return from it', { ...booking({}), cancelled: true }, booking({ roomId: '7' }, { id: '2' }), []],
		[
			'a stay in exchange for another',
			booking({}),
			booking({ id: '2' }),
			['delete_room_group_booking', 'add_room_group_booking'],
		],
		['a room', booking({}), booking({ roomId: '7' }), ['change_room']],
		[
			'two rooms that are swapped',
			booking({ roomId: '7' }, { id: '2', roomId: '8' }),
			booking({ roomId: '8' }, { id: '2', roomId: '7' }),
			['change_room', 'change_room'],
		],
		['a whole stay at once', booking({}), booking(STAYED), ['check_in', 'check_out']],
		['its withdrawal', booking(STAYED), booking({}), ['cancel_check_out', 'cancel_check_in']],
		[
			'an arrival that is recorded with a new plan',
			booking({}),
			booking({ plannedCheckIn: '2027-02-01T15:00', actualCheckIn: '2027-02-01T15:00' }),
			['check_in', 'change_check_in_datetime'],
		],
		[
			'another time of departure',
			booking(STAYED),
			booking({ ...STAYED, actualCheckOut: '2027-02-03T11:01' }),
			['change_check_out_datetime'],
		],
	])('%s', (_label, before, after, types) => {
		expect(bookingEvents(before, after)).toEqual(types.map((type) => `webpms:${type}`));
	});
});

describe('An event', () => {
	const content = { eventType: 'webpms:check_in', payload: {} };
	const atMs = Date.UTC(2027, 1, 1, 14);

	it('follows from the seed, its number and its time', () => {
		expect(makeEvent(1, 5, atMs, content)).toEqual(makeEvent(1, 5, atMs, content));
		expect(makeEvent(1, 5, atMs, content).eventId).not.toBe(makeEvent(2, 5, atMs, content).eventId);
	});

	it('never shares its id with another one', () => {
		const ids = Array.from({ length: 20_000 }, (_, index) => makeEvent(1, index + 1, atMs, content).eventId);

		expect(new Set(ids).size).toBe(20_000);
	});
});

describe('The pause after a failed delivery', () => {
	const settings = { eventFirstPauseMs: 1_000, eventPauseFactor: 3 };
	const day = 86_400_000;

	it('grows by its factor, up to 24 hours', () => {
		const pauses = [nextPauseMs(undefined, settings)];
		while (pauses.length < 13) pauses.push(nextPauseMs(pauses.at(-1), settings));

		expect(pauses.slice(0, 4)).toEqual([1_000, 3_000, 9_000, 27_000]);
		expect(pauses.slice(-2)).toEqual([day, day]);
		expect(Math.max(...pauses)).toBe(day);
	});
});

import { countReservations } from '../../src/chaos/reservationCount.mts';
import { change, delivery } from './records';

const made = change('a', 1);
const changed = change('a', 2);
const cancelled = change('a', 3, { status: 'Cancelled' });
const before = change('b', 1, { before: true });

describe('Counting what the reservation trigger told', () => {
	it('finds nothing wrong where each booking and each cancellation is told once', () => {
		const items = [delivery(made, 1), delivery(cancelled, 2, { event: 'cancelled' })];
		expect(countReservations([before, made, changed, cancelled], items)).toEqual({
			items: 2,
			lost: [],
			repeated: [],
			early: [],
			delays: [500, 500],
		});
	});

	it('accepts one that was made and cancelled between two polls as cancelled alone', () => {
		const items = [delivery(cancelled, 1, { event: 'cancelled' })];
		expect(countReservations([made, cancelled], items).lost).toEqual([]);
	});

	it.each([
		['a booking that is in no item', [made], []],
		['a booking that is told as changed alone', [made], [delivery(made, 1, { event: 'changed' })]],
		['a cancellation that is not told', [made, cancelled], [delivery(made, 1)]],
	])('finds %s', (_, changes, items) => {
		expect(countReservations(changes, items).lost).toEqual(['1024/a']);
	});

	it('finds what is told twice', () => {
		expect(countReservations([made], [delivery(made, 1), delivery(changed, 2)]).repeated).toEqual(['1024/a']);
	});

	it('finds one from before the start that is told as new, and asks for nothing else of it', () => {
		expect(countReservations([before], [delivery(before, 1)]).early).toEqual(['1024/b']);
		expect(countReservations([before], [])).toMatchObject({ lost: [], early: [] });
	});
});

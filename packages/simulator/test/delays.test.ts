import { delaysOf } from '../src/world/delays.mts';

const minutes = (hotels: number, everyMinutes = 1) => {
	const { bookingsMs, reservationsMs } = delaysOf({ hotels, everyMinutes }, { hotels, everyMinutes });
	return [bookingsMs / 60_000, reservationsMs / 60_000];
};

describe('how long news may take', () => {
	it('is minutes where every hotel is read in each poll', () => expect(minutes(10)).toEqual([5, 15]));

	it('grows with the hotels of all triggers', () => {
		expect(minutes(400)).toEqual([5 + 15 + 30, 15 + 15 + 60]);
	});

	it('is longer for the list at the start', () => {
		const hotels = { hotels: 400, everyMinutes: 1 };
		expect(delaysOf(hotels, hotels).listMs / 60_000).toBe(90 + 120);
	});

	it('grows with the time between polls', () => expect(minutes(3, 60)).toEqual([5 + 118, 15 + 118]));
});

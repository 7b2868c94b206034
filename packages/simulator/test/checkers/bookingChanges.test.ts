import { wrongChanges } from '../../src/checkers/bookingChanges.mts';

const booking = (rooms: number, adults: number, name = 'Ada Sample') => ({
	roomStays: Array.from({ length: rooms }, () => ({ guestCount: { adultCount: adults } })),
	customer: { name },
});
const counts = (part: string, field: string, before: number, after: number) => ({
	[part]: { before: { [field]: before }, after: { [field]: after } },
});

describe('changes of an item', () => {
	it('is right where it tells rooms and guests as they were and are', () => {
		const changes = { ...counts('rooms', 'count', 40, 60), ...counts('guests', 'adults', 80, 120) };
		expect(wrongChanges(booking(40, 2), booking(60, 2), changes)).toBeUndefined();
		expect(wrongChanges(booking(2, 2), booking(2, 2), {})).toBeUndefined();
	});

	it('is wrong where it counts to 35 alone', () => {
		const changes = { ...counts('rooms', 'count', 35, 35), ...counts('guests', 'adults', 80, 120) };
		expect(wrongChanges(booking(40, 2), booking(60, 2), changes)).toMatch('rooms went from 40 to 60');
		const guests = { ...counts('rooms', 'count', 20, 30), ...counts('guests', 'adults', 35, 35) };
		expect(wrongChanges(booking(20, 2), booking(30, 2), guests)).toMatch('guests went from 40 to 60');
	});

	it('is wrong where another customer hides behind a named part', () => {
		const changes = counts('guests', 'adults', 2, 4);
		const other = booking(1, 4, 'Bo Sample');
		expect(wrongChanges(booking(1, 2), other, changes)).toMatch('the customer has changed');
		expect(wrongChanges(booking(1, 2), other, { ...changes, other: true })).toBeUndefined();
	});

	it('is right where the fields of the same customer come in another order', () => {
		const turned = (customer: object) => ({ ...booking(1, 2), customer });
		const before = turned({ firstName: 'Ada', lastName: 'Sample' });
		expect(wrongChanges(before, turned({ lastName: 'Sample', firstName: 'Ada' }), {})).toBeUndefined();
	});

	it('is not compared without details', () => {
		expect(wrongChanges({}, booking(1, 2), {})).toBeUndefined();
	});
});

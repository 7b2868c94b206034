import type { PropertyDay } from '../../nodes/PartnerHotelPms/resources/occupancy/dailyOccupancy';
import { NO_DATA } from '../../nodes/PartnerHotelPms/resources/occupancy/kpis';
import {
	bookedOnDates,
	isImpossible,
	onTheBooks,
	pickUpOf,
} from '../../nodes/PartnerHotelPms/resources/occupancy/pickUp';

function day(sold: number | null, roomRevenue: number | null, currencyCode = 'EUR'): PropertyDay {
	return {
		propertyId: '1024',
		date: '2027-05-01',
		currencyCode,
		figures: { ...NO_DATA, sold, roomRevenue },
		messages: {},
	};
}

describe('the dates to ask for', () => {
	it('are the days since then, where the API counts the bookings of one day', () => {
		expect(bookedOnDates('thatDay', '2027-02-27', '2027-03-02')).toEqual([
			'2027-02-28',
			'2027-03-01',
			'2027-03-02',
		]);
		expect(bookedOnDates('thatDay', '2027-03-02', '2027-03-02')).toEqual([]);
	});

	it('is that day, where the API counts the bookings until then', () => {
		expect(bookedOnDates('untilThatDay', '2027-02-27', '2027-03-02')).toEqual(['2027-02-27']);
	});
});

describe('on the books', () => {
	const now = day(10, 1_000);

	it('then: what was booked on each day since is taken off', () => {
		const since = [day(2, 250.1), day(0, 0), day(1, 99.95)];
		expect(onTheBooks(now, since, 'thatDay')).toEqual({
			now: { sold: 10, roomRevenue: 1_000 },
			then: { sold: 7, roomRevenue: 649.95 },
		});
		expect(onTheBooks(now, [], 'thatDay').then).toEqual({ sold: 10, roomRevenue: 1_000 });
	});

	it('then: what the API says', () => {
		expect(onTheBooks(now, [day(7, 649.95)], 'untilThatDay')).toEqual({
			now: { sold: 10, roomRevenue: 1_000 },
			then: { sold: 7, roomRevenue: 649.95 },
		});
	});

	it.each(['thatDay', 'untilThatDay'] as const)('is unknown where a figure is missing (%s)', (reading) => {
		expect(onTheBooks(now, [day(null, 1)], reading).then.sold).toBeNull();
		expect(onTheBooks(now, [day(1, null)], reading).then.roomRevenue).toBeNull();
		expect(onTheBooks(day(null, null), [day(1, 1)], reading).then).toEqual({ sold: null, roomRevenue: null });
		expect(onTheBooks(now, [day(1, 1, 'USD')], reading).then).toEqual({
			sold: reading === 'thatDay' ? 9 : 1,
			roomRevenue: null,
		});
	});

	it('cannot be less than nothing', () => {
		expect(isImpossible(onTheBooks(now, [day(6, 1), day(8, 1)], 'thatDay'))).toBe(true);
		expect(isImpossible(onTheBooks(now, [day(6, 1), day(4, 1)], 'thatDay'))).toBe(false);
		expect(isImpossible(onTheBooks(now, [day(null, 1)], 'thatDay'))).toBe(false);
	});
});

describe('the pick-up', () => {
	const books = [
		{ then: { sold: 4, roomRevenue: 400 }, now: { sold: 6, roomRevenue: 700 } },
		{ then: { sold: 0, roomRevenue: 0 }, now: { sold: 2, roomRevenue: 300 } },
	];

	it('is now minus then, in rooms, revenue and ADR', () => {
		expect(pickUpOf(books, 'EUR')).toEqual({
			roomsSold: { then: 4, now: 8, pickUp: 4 },
			roomRevenue: { then: 400, now: 1_000, pickUp: 600 },
			// 1,000 / 8 and 400 / 4
			adr: { then: 100, now: 125, pickUp: 25 },
		});
	});

	it('has no ADR of nothing', () => {
		expect(pickUpOf(books.slice(1), 'EUR').adr).toEqual({ then: null, now: 150, pickUp: null });
		const given = [{ then: { sold: 2, roomRevenue: 90 }, now: { sold: 0, roomRevenue: 0 } }];
		expect(pickUpOf(given, 'EUR').adr).toEqual({ then: 45, now: null, pickUp: null });
		expect(pickUpOf([], 'EUR').roomsSold).toEqual({ then: null, now: null, pickUp: null });
	});

	it('leaves out days that are unknown then or now', () => {
		const unknown = [
			{ then: { sold: null, roomRevenue: null }, now: { sold: 50, roomRevenue: 9_000 } },
			{ then: { sold: 3, roomRevenue: 90 }, now: { sold: null, roomRevenue: 95 } },
		];
		expect(pickUpOf([...books, ...unknown], 'EUR')).toEqual(pickUpOf(books, 'EUR'));
		for (const [before, after] of [
			[null, 200],
			[200, null],
		] as const) {
			const unpriced = { then: { sold: 1, roomRevenue: before }, now: { sold: 3, roomRevenue: after } };
			expect(pickUpOf([...books, unpriced], 'EUR')).toEqual({
				...pickUpOf(books, 'EUR'),
				roomsSold: { then: 5, now: 11, pickUp: 6 },
			});
		}
	});

	it('has the decimals of its currency', () => {
		const odd = [{ then: { sold: 3, roomRevenue: 100 }, now: { sold: 7, roomRevenue: 200 } }];
		expect(pickUpOf(odd, 'JPY').adr).toEqual({ then: 33, now: 29, pickUp: -4 });
	});
});

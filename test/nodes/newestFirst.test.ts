import { newestFirst } from '../../nodes/PartnerHotelBookings/resources/booking/newestFirst';
import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';

const second = (count: number) =>
	new Date(Date.UTC(2027, 0, 1) + count * 1_000).toISOString().slice(0, 19) + 'Z';
const changed = (number: string, count: number, more: object = {}): BookingSummary => ({
	number,
	modifiedDateTime: second(count),
	...more,
});

async function read(
	pages: BookingSummary[][],
	max = Infinity,
	isWanted: (summary: BookingSummary) => boolean = () => true,
): Promise<string[]> {
	async function* asPages() {
		for (const page of pages) yield await Promise.resolve(page);
	}
	return (await newestFirst(asPages(), isWanted, max)).map(({ number }) => number);
}

describe('the bookings of the feed, those changed last first', () => {
	it('are in the order of their changes, whatever the pages', async () => {
		expect(await read([[changed('a', 1), changed('b', 2)], [changed('c', 3)]])).toEqual(['c', 'b', 'a']);
		expect(await read([[changed('b', 2), changed('a', 1)], [changed('c', 3)]])).toEqual(['c', 'b', 'a']);
		expect(await read([])).toEqual([]);
	});

	it('of the same second: the last listed first', async () => {
		expect(await read([[changed('a', 1), changed('b', 1)], [changed('c', 1)]])).toEqual(['c', 'b', 'a']);
	});

	it('that appear again come once, in their last state', async () => {
		const cancelled = changed('a', 9, { status: 'Cancelled' });
		expect(await read([[changed('a', 1), changed('b', 2)], [cancelled]])).toEqual(['a', 'b']);
		const isActive = ({ status }: BookingSummary) => status !== 'Cancelled';
		expect(await read([[changed('a', 1), changed('b', 2)], [cancelled]], Infinity, isActive)).toEqual(['b']);
	});

	it('that were never changed are as old as they are', async () => {
		const made = {
			number: 'b',
			modifiedDateTime: null,
			createdDateTime: second(2),
		} as unknown as BookingSummary;
		expect(await read([[changed('a', 1), changed('c', 3), made, { number: 'd' }]])).toEqual([
			'c',
			'b',
			'a',
			'd',
		]);
	});

	it('are as many as wanted, the newest of a long history', async () => {
		const numbers = Array.from({ length: 5_000 }, (_, index) => String(index));
		const pages = Array.from({ length: 5 }, (_, page) =>
			numbers.slice(page * 1_000, page * 1_000 + 1_000).map((number) => changed(number, Number(number))),
		);
		expect(await read(pages, 3)).toEqual(['4999', '4998', '4997']);
		expect(await read([...pages, [changed('7', 6_000)]], 2)).toEqual(['7', '4999']);
		expect(await read(pages)).toHaveLength(5_000);
	});
});

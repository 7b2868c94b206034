import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chosenOffers } from '../../nodes/PartnerHotelSearch/resources/roomStay/offerFilters';
import { byId } from '../support/pms';
import { getOffers, searchTests } from '../support/search';

const offer = (id: string, price: number | null, more: IDataObject = {}): IDataObject => ({
	checksum: id,
	currencyCode: 'EUR',
	total: { priceBeforeTax: price, taxAmount: price === null ? null : 10 },
	roomType: { id: '1' },
	mealPlanCode: 'RoomOnly',
	cancellationPolicy: { freeCancellationPossible: false },
	...more,
});
const ids = (offers: IDataObject[]) => offers.map(({ checksum }) => checksum).join('');

describe('which offers are returned, and in which order', () => {
	const offers = [
		offer('a', 90),
		offer('b', null),
		offer('c', 50, { roomType: { id: 2 } }),
		offer('d', 70, { mealPlanCode: 'BreakFast' }),
		offer('e', null),
		offer('f', 50, { cancellationPolicy: { freeCancellationPossible: true } }),
	];

	it.each<[string, Parameters<typeof chosenOffers>[1], Parameters<typeof chosenOffers>[2], string]>([
		['without filters, as returned', {}, 'asReturned', 'abcdef'],
		['the cheapest first, those without a price last', {}, 'lowestPrice', 'cfdabe'],
		['the dearest first, those without a price last', {}, 'highestPrice', 'adcfbe'],
		['up to a price with tax', { maxPrice: 80 }, 'asReturned', 'cdf'],
		['from a price with tax', { minPrice: 80 }, 'asReturned', 'ad'],
		['of one price', { minPrice: 60, maxPrice: 60 }, 'asReturned', 'cf'],
		['for nothing', { maxPrice: 0 }, 'asReturned', ''],
		['that can be cancelled', { freeCancellation: true }, 'asReturned', 'f'],
		['whether or not they can be cancelled', { freeCancellation: false }, 'asReturned', 'abcdef'],
		['with one of the meals', { mealPlanCodes: ['Dinner', 'BreakFast'] }, 'asReturned', 'd'],
		['with any meals', { mealPlanCodes: [] }, 'asReturned', 'abcdef'],
		['of a room type', { roomTypeId: '2' }, 'asReturned', 'c'],
		['of any room type', { roomTypeId: '' }, 'asReturned', 'abcdef'],
		['by all of it', { maxPrice: 100, mealPlanCodes: ['RoomOnly'] }, 'highestPrice', 'acf'],
	])('%s', (_, filters, sort, expected) => {
		expect(ids(chosenOffers(offers, filters, sort))).toBe(expected);
		expect(ids(offers)).toBe('abcdef');
	});
});

describe('Room Stay → Get Offers, filtered and sorted', () => {
	const { sandbox, records, failed } = searchTests();
	const all = async (parameters: INodeParameters = {}) =>
		await records({ ...getOffers, returnAll: true, ...parameters });
	const prices = (offers: IDataObject[]) => offers.map(({ total }) => total as number);

	it('the limit keeps the cheapest of all offers', async () => {
		const sorted = prices(await all()).sort((one, other) => one - other);
		expect(sorted.length).toBeGreaterThan(2);
		const cheapest = await records({ ...getOffers, limit: 2, sort: 'lowestPrice' });
		expect(prices(cheapest)).toEqual(sorted.slice(0, 2));
	});

	it.each<[string, (some: IDataObject) => IDataObject, (some: IDataObject, one: IDataObject) => boolean]>([
		[
			'a room type',
			({ roomTypeId }) => ({ roomTypeId: byId(roomTypeId as string) }),
			(some, one) => some.roomTypeId === one.roomTypeId,
		],
		[
			'meals',
			({ mealPlanCode }) => ({ mealPlanCodes: [mealPlanCode] }) as IDataObject,
			(some, one) => some.mealPlanCode === one.mealPlanCode,
		],
		[
			'a price',
			({ total }) => ({ minPrice: total, maxPrice: total }) as IDataObject,
			(some, one) => some.total === one.total,
		],
		[
			'free cancellation',
			() => ({ freeCancellation: true }),
			(_, one) => one.freeCancellationPossible === true,
		],
	])('of %s only', async (_, filter, expected) => {
		const offers = await all();
		const some = offers.at(-1) as IDataObject;
		const wanted = offers.filter((one) => expected(some, one));
		expect(await all({ filters: filter(some) as INodeParameters })).toEqual(wanted);
	});

	it('a highest price below the lowest is refused before any request', async () => {
		const failure = await failed({ ...getOffers, filters: { minPrice: 100, maxPrice: 99 } });
		expect(failure.message).toBe("Max Price '99' is below 100");
		expect((await sandbox().report()).requests).toBe(0);
	});
});

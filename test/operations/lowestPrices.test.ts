import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { ARRIVAL, day, DEPARTURE, emptyWarnings, find, real, SEARCH, searchTests } from '../support/search';

const { sandbox, run, records, failed, sent, inPlaceOfBody } = searchTests();

describe('Room Stay → Find Lowest Prices', () => {
	const one: INodeParameters = { ...find, propertyIds: ['1024'] };
	const base = { adults: 2, childAges: [], arrivalDate: ARRIVAL, departureDate: DEPARTURE };

	it('sends the dates and guests, and gives an offer of each hotel as an item, paired', async () => {
		const items = await run({ ...find, propertyIds: ['1024', '7291'] });
		expect(items.map(({ json, pairedItem }) => [json.propertyId, pairedItem])).toEqual([
			['1024', { item: 0 }],
			['7291', { item: 0 }],
		]);
		expect(items[0]?.json).toMatchObject({
			roomType: { id: expect.any(String) as string },
			currencyCode: 'GBP',
			total: { priceBeforeTax: expect.any(Number) as number },
		});
		expect(await sent()).toEqual([
			{
				request: `POST ${SEARCH}/room-stays/search`,
				query: {},
				body: { ...base, propertyIds: ['1024', '7291'] },
			},
		]);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		['hotels as an expression', { propertyIds: '={{ [1024, "7291"] }}' }, { propertyIds: ['1024', '7291'] }],
		['hotels as records', { propertyIds: '={{ [{ id: "1024" }] }}' }, { propertyIds: ['1024'] }],
		['hotels with commas', { propertyIds: '={{ "1024, 7291" }}' }, { propertyIds: ['1024', '7291'] }],
		['children', { childAges: '5, 0,17' }, { childAges: [5, 0, 17] }],
		['children of any age', { childAges: '18, 21' }, { childAges: [18, 21] }],
		['children as a list', { childAges: '={{ [5, 7] }}' }, { childAges: [5, 7] }],
		['one child as a number', { childAges: '={{ 5 }}' }, { childAges: [5] }],
		['no children by an expression', { childAges: '={{ null }}' }, { childAges: [] }],
		[
			'both contents',
			{ options: { include: ['ratePlanShortContent', 'roomTypeShortContent'] } },
			{ include: 'ratePlanShortContent|roomTypeShortContent' },
		],
		['one content', { options: { include: ['roomTypeShortContent'] } }, { include: 'roomTypeShortContent' }],
		['no content', { options: { include: [] } }, {}],
		['any meals', { options: { mealType: 'All' } }, { mealPreference: { mealType: 'All' } }],
		['no meals', { options: { mealType: 'RoomOnly' } }, { mealPreference: { mealType: 'RoomOnly' } }],
		[
			'certain meals',
			{ options: { mealType: 'MealOnly', mealsIncluded: ['BreakFast', 'Dinner'] } },
			{
				mealPreference: {
					mealType: 'MealOnly',
					mealsIncluded: { mealPlanCodes: ['BreakFast', 'Dinner'] },
				},
			},
		],
		[
			'prices',
			{ options: { minPrice: 0, maxPrice: 1000.5, currencyCode: ' gbp ' } },
			{ pricePreference: { minPrice: 0, maxPrice: 1000.5, currencyCode: 'GBP' } },
		],
		[
			'prices that were calculated',
			{ options: { minPrice: '={{ 0.1 + 0.2 }}', maxPrice: '={{ 3 * 1.1 }}' } },
			{ pricePreference: { minPrice: 0.3, maxPrice: 3.3 } },
		],
		[
			'prices that were calculated, in a currency',
			{ options: { minPrice: '={{ 0.1 + 0.2 }}', maxPrice: 12.345, currencyCode: 'KWD' } },
			{ pricePreference: { minPrice: 0.3, maxPrice: 12.345, currencyCode: 'KWD' } },
		],
		[
			'the same price twice',
			{ options: { minPrice: 7, maxPrice: 7 } },
			{ pricePreference: { minPrice: 7, maxPrice: 7 } },
		],
		['options left empty', { options: { currencyCode: '', corporateIds: ' ', mealsIncluded: [] } }, {}],
		['corporate clients', { options: { corporateIds: '4821, 4822' } }, { corporateIds: ['4821', '4822'] }],
	])('%s', async (_, parameters, expected) => {
		await run({ ...find, propertyIds: ['1024'], limit: 1, ...parameters });
		expect((await sent()).map(({ body }) => body)).toEqual([{ ...base, propertyIds: ['1024'], ...expected }]);
	});

	it('more than 200 hotels are asked for in several requests, and put together', async () => {
		const ids = sandbox().properties.map(({ id }) => id);
		const found = await records({ ...find, propertyIds: ids, returnAll: true });
		const bodies = (await sent()).map(({ body }) => body ?? {});
		const parts = bodies.map(({ propertyIds }) => propertyIds as string[]);
		expect(parts.sort((one, other) => other.length - one.length)).toEqual([
			ids.slice(0, 200),
			ids.slice(200),
		]);
		expect(bodies.map((body) => ({ ...body, propertyIds: null }))).toEqual([
			{ ...base, propertyIds: null },
			{ ...base, propertyIds: null },
		]);
		const hotels = found.map(({ propertyId }) => propertyId as string);
		expect(hotels).toEqual(ids.filter((id) => hotels.includes(id)));
		expect(hotels.some((id) => ids.indexOf(id) >= 200)).toBe(true);
	});

	describe('without a choice', () => {
		const all = () => sandbox().properties.map(({ id }) => id);

		it('all hotels that the connection can see are searched, in the order of their list', async () => {
			const found = await records({ ...find, returnAll: true });
			const parts = (await sent()).map(({ body }) => body?.propertyIds as string[]);
			expect(parts.sort((one, other) => other.length - one.length)).toEqual([
				all().slice(0, 200),
				all().slice(200),
			]);
			const hotels = found.map(({ propertyId }) => propertyId as string);
			expect(hotels).toEqual(all().filter((id) => hotels.includes(id)));
			expect(hotels.some((id) => all().indexOf(id) >= 200)).toBe(true);
		});

		it('only those that the connection can see are searched', async () => {
			const credential = await newClient(sandbox(), { propertyIds: ['7291', '1024'] });
			await run({ ...find, returnAll: true }, { credential });
			expect((await sent()).map(({ body }) => body)).toEqual([{ ...base, propertyIds: ['1024', '7291'] }]);
		});

		it('when the connection can see none, nothing is searched', async () => {
			const credential = await newClient(sandbox(), { propertyIds: [] });
			expect(await records({ ...find, returnAll: true }, { credential })).toEqual([]);
			expect(await sent()).toEqual([]);
		});

		it('no more is asked for than the limit needs', async () => {
			expect(await records({ ...find, limit: 3 })).toHaveLength(3);
			expect((await sent()).map(({ body }) => body?.propertyIds)).toEqual([all().slice(0, 200)]);
		});

		it('the list requires access to Content: the way out is named', async () => {
			const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
			const failure = await failed(find, { credential });
			expect(failure.message).toBe(
				'Searching all hotels requires access to Content, which this API connection does not have',
			);
			expect(failure.description).toContain("Enter the IDs of the hotels in 'Property Names or IDs'");
			expect(failure.httpCode).toBe('403');
			expect(await sent()).toEqual([]);
		});
	});

	it('exactly 200 hotels are one request', async () => {
		await run({
			...find,
			propertyIds: sandbox()
				.properties.slice(0, 200)
				.map(({ id }) => id),
		});
		expect(await sent()).toHaveLength(1);
	});

	it('stops asking when the limit is reached', async () => {
		const ids = sandbox().properties.map(({ id }) => id);
		expect(await records({ ...find, propertyIds: ids, limit: 3 })).toHaveLength(3);
		expect(await sent()).toHaveLength(1);
	});

	it('the limit counts over all requests', async () => {
		const ids = sandbox().properties.map(({ id }) => id);
		await inPlaceOfBody('/search', { roomStays: [{ propertyId: '1' }, { propertyId: '2' }] });
		await inPlaceOfBody('/search', { roomStays: [{ propertyId: '3' }, { propertyId: '4' }] });
		expect(await records({ ...find, propertyIds: ids, limit: 3 })).toEqual([
			{ propertyId: '1' },
			{ propertyId: '2' },
			{ propertyId: '3' },
		]);
	});

	it('keeps the warnings of the API with what it came with', async () => {
		const found = await records({ ...find, propertyIds: ['1024', '999999'] });
		expect(found).toEqual([expect.objectContaining({ propertyId: '1024', _warnings: [real] })]);
	});

	it.each(emptyWarnings)('warnings that are %s add nothing', async (_, warnings) => {
		await inPlaceOfBody('/search', { roomStays: [{ propertyId: '1' }], ...warnings });
		expect(await records(one)).toEqual([{ propertyId: '1' }]);
	});

	it.each<[string, unknown, unknown[]]>([
		['null', { roomStays: null }, []],
		['empty', { roomStays: [] }, []],
		['a list with a null', { roomStays: [null, { propertyId: '1' }] }, [{ propertyId: '1' }]],
	])('a list that is %s', async (_, body, expected) => {
		await inPlaceOfBody('/search', body);
		expect(await records(one)).toEqual(expected);
	});

	it('an answer without the list is refused', async () => {
		await inPlaceOfBody('/search', { offers: [] });
		expect((await failed(one)).message).toBe("The response of the partner API has no list 'roomStays'");
	});

	it.each<[string, string, string, string]>([
		['with an offset, by the zone of the workflow', 'T23:30:00Z', 'Pacific/Kiritimati', day(41)],
		['with an offset, west of the zone line', 'T05:00:00Z', 'Pacific/Pago_Pago', day(39)],
		['without an offset, as it stands', 'T23:30:00', 'Pacific/Kiritimati', day(40)],
		['with an offset of its own', 'T01:00:00+05:45', 'UTC', day(39)],
	])('a date %s', async (_, time, timezone, expected) => {
		await run({ ...one, arrivalDate: `${ARRIVAL}${time}` }, { timezone });
		expect((await sent())[0]?.body).toMatchObject({ arrivalDate: expected, departureDate: DEPARTURE });
	});

	it('a date from an expression', async () => {
		await run({
			...one,
			arrivalDate: '={{ $now.plus({ days: 40 }) }}',
			departureDate: '={{ $now.plus({ days: 43 }).toISODate() }}',
		});
		expect((await sent())[0]?.body).toMatchObject({ arrivalDate: day(40), departureDate: day(43) });
	});

	it('a search is repeated after a failure: it changes nothing', async () => {
		await sandbox().fault({ kind: 'status', status: 500, match: { path: '/search' }, times: 1 });
		expect(await records({ ...find, propertyIds: ['1024'] })).toHaveLength(1);
		expect(await sent()).toHaveLength(2);
	});
});

describe('what Find Lowest Prices refuses before any request', () => {
	it.each<[string, INodeParameters, RegExp, RegExp]>([
		[
			'meals without Meals Included',
			{ mealsIncluded: ['BreakFast'] },
			/^Meal Plan Names or IDs 'BreakFast' can only be used together with Meals Included$/,
			/Set 'Meals' to 'Meals Included'/,
		],
		[
			'meals with Room Only',
			{ mealType: 'RoomOnly', mealsIncluded: ['BreakFast', 'Dinner'] },
			/^Meal Plan Names or IDs 'BreakFast, Dinner' can only be used/,
			/remove 'Meal Plan Names or IDs'/,
		],
		[
			'a highest price below the lowest',
			{ minPrice: 100, maxPrice: 99.99 },
			/^Max Price '99.99' is below 100$/,
			/'Max Price' that is not below 'Min Price'/,
		],
		[
			'a highest price of zero below the lowest',
			{ minPrice: 1, maxPrice: 0 },
			/^Max Price '0' is below 1$/,
			/./,
		],
		['a negative price', { minPrice: -1 }, /^Min Price '-1' is out of range$/, /0 or more/],
		[
			'a lowest price with more decimals than its currency',
			{ minPrice: 10.005, currencyCode: 'EUR' },
			/^Min Price '10.005' has more decimals than EUR allows$/,
			/at most 2 decimals/,
		],
		[
			'a highest price with more decimals than its currency',
			{ maxPrice: 100.5, currencyCode: 'JPY' },
			/^Max Price '100.5' has more decimals than JPY allows$/,
			/without decimals/,
		],
		[
			'a currency of four letters',
			{ currencyCode: 'EURO' },
			/^Currency 'EURO' is not a currency code$/,
			/EUR/,
		],
		['a currency sign', { currencyCode: '€' }, /^Currency '€' is not a currency code$/, /EUR/],
		[
			'meals of a kind not offered',
			{ mealType: '={{ "Some" }}' },
			/^Meals 'Some' is not one of the options$/,
			/All/,
		],
		[
			'a content not offered',
			{ include: '={{ ["roomTypeShortContent", "images"] }}' },
			/^Include Content 'images' is not one of the options$/,
			/ratePlanShortContent/,
		],
	])('%s', async (_, options, message, description) => {
		const failure = await failed({ ...find, options });
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect((await sandbox().report()).requests).toBe(0);
	});
});

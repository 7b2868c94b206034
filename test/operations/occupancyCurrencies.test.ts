import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { plusDays } from '../../nodes/shared/dates/dateRules';
import { pmsTests, records } from '../support/pms';

const { sandbox, pms } = pmsTests();

/** January to March takes three requests, with a comparison six. */
const RANGE = { period: 'custom', startStayDate: '2027-01-01', endStayDate: '2027-03-31' };

/** One room for 100 on each day of two years: an answer to any of the requests. */
function answer(currency: object): IDataObject {
	const dailyOccupancies = Array.from({ length: 730 }, (_, index) => ({
		date: plusDays('2026-01-01', index),
		occupancyRate: 0.1,
		closedRoomCount: 0,
		occupancyRoomCount: 1,
		complimentaryOccupancyRoomCount: 0,
		roomRevenue: 100,
		revenue: 100,
		mealRevenue: 0,
		arrivalCount: 1,
		guestCount: 1,
	}));
	return { ...currency, propertyRoomCount: 10, dailyOccupancies };
}

/** The requests are sent at once, so that any of them gets any of the answers. */
async function useAnswers(...currencies: object[]): Promise<void> {
	for (const currency of currencies) {
		await sandbox().fault({ kind: 'body', body: answer(currency), match: { path: '/daily-occupancy' } });
	}
}

async function report(changes: INodeParameters = {}): Promise<IDataObject[]> {
	const node = await pms({
		resource: 'occupancy',
		operation: 'getReport',
		output: 'all',
		...RANGE,
		groupBy: 'total',
		...changes,
	});
	return await records(node);
}

const EUR = { currencyCode: 'EUR' };
const unnamed: Array<[string, object]> = [
	['null', { currencyCode: null }],
	['missing', {}],
	['empty', { currencyCode: '' }],
];

describe.each(unnamed)('where the currency of a part of the range is %s', (_, none) => {
	it.each([1, 2])('the total is one item, with %d such parts', async (count) => {
		await useAnswers(...[none, none].slice(0, count), ...[EUR, EUR].slice(0, 3 - count));
		expect(await report()).toEqual([
			expect.objectContaining({
				period: 'total',
				startDate: '2027-01-01',
				endDate: '2027-03-31',
				currencyCode: 'EUR',
				roomsSold: 90,
				roomRevenue: 9_000,
				missingDays: 0,
			}),
		]);
	});

	it('no amounts are added if the others have several', async () => {
		await useAnswers({ currencyCode: 'HRK' }, none, EUR);
		const currencies = (await report()).map(({ currencyCode }) => currencyCode);
		expect(currencies.sort()).toEqual(['EUR', 'HRK', null]);
	});

	it('what the total is compared with has the currency of its other parts', async () => {
		await useAnswers(EUR, none, EUR, EUR, none, EUR);
		const [row, ...others] = await report({ compareWith: 'sameWeekdays' });
		expect(others).toEqual([]);
		expect(row?.comparison).toMatchObject({
			currencyCode: 'EUR',
			roomRevenue: { value: 9_000, difference: 0, percent: 0 },
		});
	});

	it('the pick-up has the currency of the report', async () => {
		await useAnswers(EUR, none, EUR, none, none, none);
		const options = { pickUpSince: '2020-01-01', bookedOnReading: 'untilThatDay' };
		const [row, ...others] = await report({ options });
		expect(others).toEqual([]);
		expect(row?.pickUp).toMatchObject({ roomRevenue: { then: 9_000, now: 9_000, pickUp: 0 } });
	});
});

it('a hotel without any currency is one item without one', async () => {
	await useAnswers({}, { currencyCode: null }, {});
	expect(await report()).toEqual([expect.objectContaining({ currencyCode: null, roomsSold: 90 })]);
});

import { SPECIFIED_LIMITS } from '../../../../sandbox/src/http/limits/table.mts';
import type { Benchmark } from '../benchmark.mts';
import { batchingInWords, httpRequest, ours } from '../contender.mts';
import { fastestBatching } from '../minimum.mts';
import { withStack } from '../stacks.mts';
import { BATCH_MARGIN } from './details.mts';
import { pacedRows } from './paced.mts';

const SEARCHES = 60;
const limits = SPECIFIED_LIMITS.lowestPriceSearch;

const daysFromNow = (days: number) => `{{ $now.plus({ days: ${days} }).toISODate() }}`;
/** Every item has another arrival date. */
const ARRIVAL = '{{ $now.plus({ days: 30 + Number($json.value) }).toISODate() }}';
const DEPARTURE = daysFromNow(100);

export const lowestPrices: Benchmark = {
	name: 'search',
	title: 'Lowest-price searches',
	run: async (folder) =>
		await withStack(folder, { properties: 3, bookings: 50 }, async (stack) => {
			const propertyIds = stack.sandbox.properties.map(({ id }) => id);
			const criteria = `"adults": 2, "childAges": [], "arrivalDate": "${ARRIVAL}", "departureDate": "${DEPARTURE}"`;
			const request = {
				method: 'POST' as const,
				path: '/search/v1/properties/room-stays/search',
				body: `{ ${criteria}, "propertyIds": ${JSON.stringify(propertyIds)} }`,
			};
			const batching = fastestBatching(limits, SEARCHES, BATCH_MARGIN);
			return await pacedRows(stack, {
				what: `${SEARCHES} lowest-price searches`,
				limits,
				values: Array.from({ length: SEARCHES }, (_, index) => String(index)),
				propertyId: propertyIds[0] ?? '',
				ours: ours('Search', {
					resource: 'roomStay',
					operation: 'findLowestPrices',
					propertyIds,
					arrivalDate: `=${ARRIVAL}`,
					departureDate: `=${DEPARTURE}`,
					adults: 2,
					returnAll: true,
				}),
				others: [
					httpRequest('HTTP Request, defaults', request),
					httpRequest(batchingInWords(batching), { ...request, batching }),
				],
				target: 1.05,
			});
		}),
};

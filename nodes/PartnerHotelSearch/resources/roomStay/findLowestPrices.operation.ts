import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { chunks } from '../../../shared/util/chunks';
import { readList, wholeList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { visibleProperties } from '../../../shared/api/property/propertyList';
import { namesOfProperties } from '../../../shared/api/property/propertyNames';
import { simplify } from '../../../shared/parameters/simplify';
import { textIn } from '../../../shared/util/json';
import type { Api } from '../../../shared/transport/types';
import {
	adults,
	arrivalDate,
	childAges,
	childAgesOf,
	corporateIds,
	departureDate,
	stayDates,
	workflowClock,
} from '../../stay';
import { preferences } from './preferences';
import { SHORT_CONTENT, simplifyLowestPrice } from './simplifyLowestPrice';

/** Max property IDs of one search (specification, Other limits). */
const MAX_PROPERTIES = 200;

const propertyIds = defineParameter({
	displayName: 'Property Names or IDs',
	name: 'propertyIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getProperties' },
	default: [],
	description:
		'The hotels to search. If empty, searches all hotels this API connection can access, which requires access to Content. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		corporateIds,
		{
			displayName: 'Currency',
			name: 'currencyCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. EUR',
			description: 'Only offers in this currency',
		},
		{
			displayName: 'Include Content',
			name: 'include',
			type: 'multiOptions',
			options: [
				{ name: 'Rate Plan', value: 'ratePlanShortContent' },
				{ name: 'Room Type', value: 'roomTypeShortContent' },
			],
			default: [],
			displayOptions: { show: { '/simplify': [false] } },
			description: 'Which short descriptions to add to the offers',
		},
		{
			displayName: 'Max Price',
			name: 'maxPrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Only offers at or below this price',
		},
		{
			displayName: 'Meal Plan Names or IDs',
			name: 'mealsIncluded',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getMealPlans' },
			default: [],
			description:
				"The exact meals that the price must include. Requires 'Meals' to be 'Meals Included'. Choose from the list, or specify IDs using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>.",
		},
		{
			displayName: 'Meals',
			name: 'mealType',
			type: 'options',
			options: [
				{ name: 'All', value: 'All', description: 'The cheapest offer of each property' },
				{ name: 'Meals Included', value: 'MealOnly', description: 'The cheapest offer with meals' },
				{
					name: 'Room Only',
					value: 'RoomOnly',
					description:
						'The cheapest offer without meals. Published by the provider, but not part of the API specification.',
				},
			],
			default: 'All',
			description: 'Whether the price must include meals',
		},
		{
			displayName: 'Min Price',
			name: 'minPrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Only offers at or above this price',
		},
	],
});

/** The chosen properties, or all: with `null`, the API would leave out those beyond 200. */
async function searchedProperties(api: Api, chosen: string[]): Promise<string[]> {
	if (chosen.length > 0) return [...new Set(chosen)];
	const { ids } = await visibleProperties(api, {
		'403': {
			message: 'Searching all hotels requires access to Content, which this API connection does not have',
			description:
				"Enter the IDs of the hotels in 'Property Names or IDs', or ask the hotelier to give the API connection access to Content.",
		},
	});
	return ids;
}

export const findLowestPrices = defineOperation({
	option: {
		name: 'Find Lowest Prices',
		value: 'findLowestPrices',
		action: 'Find lowest prices of properties',
		description:
			'Find the cheapest offer of each hotel for the given dates and guests. Use it to compare hotels.',
	},
	readOnly: true,
	parameters: [propertyIds, arrivalDate, departureDate, adults, childAges, ...paging, simplify, options],
	run: async ({ values, api, timezone }) => {
		const dates = await stayDates(values, workflowClock(timezone), undefined);
		const criteria = {
			adults: values.adults,
			childAges: childAgesOf(values.childAges),
			...dates,
			...preferences({ ...values.options, ...(values.simplify && { include: [...SHORT_CONTENT] }) }),
		};
		const max = maxOf(values);
		const parts = chunks(await searchedProperties(api, values.propertyIds), MAX_PROPERTIES);
		let count = 0;
		const found = await mapConcurrently(parts, max === Infinity ? REQUESTS_AT_ONCE : 1, async (part) => {
			if (count >= max) return [];
			const request = {
				area: 'search',
				method: 'POST',
				path: '/v1/properties/room-stays/search',
				readOnly: true,
				body: { ...criteria, propertyIds: part },
			} as const;
			const stays = await readList(api, request, wholeList('roomStays'), max - count);
			count += stays.length;
			return stays;
		});
		const offers = found.flat();
		if (!values.simplify) return offers;
		const names = await namesOfProperties(
			api,
			offers.flatMap((offer) => textIn(offer, 'propertyId') ?? []),
		);
		return offers.map((offer) => simplifyLowestPrice(offer, names, dates));
	},
});

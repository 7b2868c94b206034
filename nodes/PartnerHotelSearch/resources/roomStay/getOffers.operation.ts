import { readList, wholeList } from '../../../shared/api/response/lists';
import { namesOf } from '../../../shared/api/property/names';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { optional } from '../../../shared/parameters/locator';
import { propertyId } from '../../../shared/parameters/property';
import { roomTypeId } from '../../../shared/parameters/roomType';
import { simplify } from '../../../shared/parameters/simplify';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import type { ApiRequest } from '../../../shared/transport/types';
import {
	adults,
	arrivalDate,
	childAges,
	childAgesOf,
	corporateIds,
	corporateIdsOf,
	departureDate,
	hotelCalendar,
	stayDates,
} from '../../stay';
import { chosenOffers } from './offerFilters';
import { requirePriceRange } from './preferences';
import { simplifyOffer } from './simplifyOffer';

const includeExtraStays = defineParameter({
	displayName: 'Add Extra Stays',
	name: 'includeExtraStays',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the prices of early check-in and late check-out to each offer. With extras, the API allows fewer searches: 10 per second, 50 per minute, 500 per hour.',
});

const includeExtraServices = defineParameter({
	displayName: 'Add Extra Services',
	name: 'includeExtraServices',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the bookable extra services to each offer. With extras, the API allows fewer searches: 10 per second, 50 per minute, 500 per hour.',
});

const filters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Free Cancellation',
			name: 'freeCancellation',
			type: 'boolean',
			default: true,
			description: 'Whether to return only offers that can be cancelled free of charge',
		},
		{
			displayName: 'Max Price',
			name: 'maxPrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Only offers whose total price with tax is at or below this price',
		},
		{
			displayName: 'Meal Plan Names or IDs',
			name: 'mealPlanCodes',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getMealPlans' },
			default: [],
			description:
				'Only offers with one of these meal plans. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Min Price',
			name: 'minPrice',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Only offers whose total price with tax is at or above this price',
		},
		{ ...optional(roomTypeId), description: 'Only offers of this room type' },
	],
});

const sort = defineParameter({
	displayName: 'Sort By',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'As Returned by the API', value: 'asReturned', description: 'The order of the API' },
		{ name: 'Highest Price First', value: 'highestPrice', description: 'By total price with tax' },
		{ name: 'Lowest Price First', value: 'lowestPrice', description: 'By total price with tax' },
	],
	default: 'asReturned',
	description: 'The order of the offers. It decides which offers the limit keeps.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [corporateIds],
});

interface OfferValues {
	propertyId: string;
	adults: number;
	childAges: string;
	includeExtraStays: boolean;
	includeExtraServices: boolean;
	options: { corporateIds?: string };
}

export const getOffers = defineOperation({
	option: {
		name: 'Get Offers',
		value: 'getOffers',
		action: 'Get offers of property',
		description:
			'Get the available rooms of a hotel with rate plans, prices and cancellation policy for the given dates and guests. Use it to choose a room.',
	},
	readOnly: true,
	parameters: [
		propertyId,
		arrivalDate,
		departureDate,
		adults,
		childAges,
		includeExtraStays,
		includeExtraServices,
		filters,
		sort,
		...paging,
		simplify,
		options,
	],
	run: async ({ values, api }) => {
		requirePriceRange(values.filters);
		const ages = childAgesOf(values.childAges);
		const { clock, zone } = await hotelCalendar(api, values.propertyId);
		const dates = await stayDates(values, clock, zone);
		const request = offersRequest(values, dates, ages);
		const errors = propertyErrors(values.propertyId);
		const found = await readList(api, request, wholeList('roomStays'), Infinity, { errors });
		const offers = chosenOffers(found, values.filters, values.sort).slice(0, maxOf(values));
		if (!values.simplify) return offers;
		const names = await namesOf(api, values.propertyId);
		return offers.map((offer) => simplifyOffer(offer, names));
	},
});

function offersRequest(
	values: OfferValues,
	dates: { arrivalDate: string; departureDate: string },
	ages: number[],
): ApiRequest {
	return {
		area: 'search',
		method: 'GET',
		path: '/v1/properties/{propertyId}/room-stays',
		pathParameters: { propertyId: values.propertyId },
		query: {
			...dates,
			adults: values.adults,
			childAges: ages.length > 0 ? ages : undefined,
			corporateIds: corporateIdsOf(values.options.corporateIds),
			includeExtraStays: values.includeExtraStays || undefined,
			includeExtraServices: values.includeExtraServices || undefined,
		},
	};
}

import { readList, wholeList } from '../../../shared/api/lists';
import { namesOf } from '../../../shared/api/names';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { propertyErrors } from '../../../shared/api/propertyFacts';
import type { ApiRequest } from '../../../shared/transport/types';
import { entriesOf } from '../../../shared/operation/readValues';
import {
	adults,
	arrivalDate,
	childAges,
	childAgesOf,
	corporateIds,
	departureDate,
	hotelCalendar,
	stayDates,
} from '../../stay';
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
		...paging,
		simplify,
		options,
	],
	run: async ({ values, api }) => {
		const ages = childAgesOf(values.childAges);
		const { clock, zone } = await hotelCalendar(api, values.propertyId);
		const dates = await stayDates(values, clock, zone);
		const request = offersRequest(values, dates, ages);
		const errors = propertyErrors(values.propertyId);
		const offers = await readList(api, request, wholeList('roomStays'), maxOf(values), { errors });
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
	const { corporateIds: corporate } = values.options;
	return {
		area: 'search',
		method: 'GET',
		path: '/v1/properties/{propertyId}/room-stays',
		pathParameters: { propertyId: values.propertyId },
		query: {
			...dates,
			adults: values.adults,
			childAges: ages.length > 0 ? ages : undefined,
			corporateIds: corporate === undefined ? undefined : entriesOf('corporateIds', corporate),
			includeExtraStays: values.includeExtraStays || undefined,
			includeExtraServices: values.includeExtraServices || undefined,
		},
	};
}

import { readBooking, bookingRequest } from '../../../shared/bookingsFeed';
import { defineOperation, defineParameter } from '../../../shared/operation';
import { propertyId } from '../../../shared/parameters/property';

const number = defineParameter({
	displayName: 'Booking Number',
	name: 'number',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 20260325-7291-260123396',
	description: 'The number of the booking, as the guest and the hotel see it',
});

export const getBooking = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a booking',
		description: 'Get the newest state of one booking with its room stays, guests, services and prices',
	},
	parameters: [propertyId, number],
	request: (values) => bookingRequest(values.propertyId, values.number),
	items: (body) => [readBooking(body)],
	errors: (values) => ({
		'404': {
			message: `The booking '${values.number}' was not found at the property '${values.propertyId}'`,
			description: "Check 'Booking Number' and 'Property': both must belong together.",
		},
	}),
});

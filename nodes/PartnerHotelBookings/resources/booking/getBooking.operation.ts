import { readBooking, bookingRequest } from '../../../shared/api/bookingsFeed';
import { withWarnings } from '../../../shared/api/warnings';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import type { ErrorTexts } from '../../../shared/transport/types';
import { bookingOutput, bookingView, namesFor } from './bookingOutput';

const number = defineParameter({
	displayName: 'Booking Number',
	name: 'number',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 20260325-7291-260123396',
	description: 'Booking number as shown to the guest and the hotel',
});

export const getBooking = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get booking',
		description: 'Get the latest state of a booking with its room stays, guests, services and prices',
	},
	readOnly: true,
	parameters: [propertyId, number, bookingOutput],
	run: async ({ values, api }) => {
		const { body } = await api.send(bookingRequest(values.propertyId, values.number), {
			errors: notFound(values),
		});
		const names = await namesFor(api, values.propertyId, values.output);
		return withWarnings([readBooking(body)], body).flatMap((booking) =>
			bookingView(booking, values.output, names),
		);
	},
});

function notFound(values: { propertyId: string; number: string }): ErrorTexts {
	return {
		'404': {
			message: `The booking '${values.number}' was not found at the property '${values.propertyId}'`,
			description: "Check that 'Booking Number' and 'Property' belong together.",
		},
	};
}

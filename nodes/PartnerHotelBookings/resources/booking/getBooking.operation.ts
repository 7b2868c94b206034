import { readBooking, bookingRequest } from '../../../shared/api/bookingsFeed';
import { withWarnings } from '../../../shared/api/warnings';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { bookingNotFound, bookingNumber } from '../../../shared/parameters/bookingNumber';
import { propertyId } from '../../../shared/parameters/property';
import { bookingOutput, bookingView, namesFor } from './bookingOutput';

export const getBooking = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get booking',
		description: 'Get the latest state of a booking with its room stays, guests, services and prices',
	},
	readOnly: true,
	parameters: [propertyId, bookingNumber, bookingOutput],
	run: async ({ values, api }) => {
		const { body } = await api.send(bookingRequest(values.propertyId, values.number), {
			errors: bookingNotFound(values),
		});
		const names = await namesFor(api, values.propertyId, values.output);
		return withWarnings([readBooking(body)], body).flatMap((booking) =>
			bookingView(booking, values.output, names),
		);
	},
});

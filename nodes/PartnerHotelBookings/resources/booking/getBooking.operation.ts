import { readBooking, bookingRequest } from '../../../shared/api/bookings/bookingsFeed';
import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { bookingNotFound, bookingNumber } from '../../../shared/parameters/bookingNumber';
import { cancellationDeadline } from '../../../shared/parameters/cancellationDeadline';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { additionsFor, bookingOutput, bookingView } from './bookingOutput';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [cancellationDeadline],
});

export const getBooking = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get booking',
		description: 'Get the latest state of a booking with its room stays, guests, services and prices',
	},
	readOnly: true,
	personalColumns: personalColumns.booking,
	parameters: [propertyId, bookingNumber, bookingOutput, options],
	run: async ({ values, api, warn }) => {
		const { body } = await api.send(bookingRequest(values.propertyId, values.number), {
			errors: bookingNotFound(values),
		});
		const { addCancellationDeadline = false } = values.options;
		const form = values.output;
		const additions = await additionsFor(api, values.propertyId, form, addCancellationDeadline, warn);
		return withWarnings([readBooking(body)], body).flatMap((booking) =>
			bookingView(booking, form, additions),
		);
	},
});

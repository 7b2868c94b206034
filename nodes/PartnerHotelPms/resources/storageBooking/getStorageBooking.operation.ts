import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { recordIn } from '../../../shared/util/json';
import { storageErrors, storageRequest } from '../../storageRequests';
import { storageBookingView } from './storageBookingViews';

const bookingId = defineParameter({
	displayName: 'Booking ID',
	name: 'bookingId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 606541',
	description:
		"ID of the booking in the storage, as the event 'Storage: Booking Changed' tells it. It is not the booking number.",
});

const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Night',
			value: 'nights',
			description: 'Flat fields, one item per night of each room stay, with its price',
		},
		{
			name: 'One Item per Room Stay',
			value: 'roomStays',
			description: 'Flat fields, one item per room stay',
		},
		{ name: 'Raw', value: 'raw', description: 'The data as returned by the API' },
		{ name: 'Simplified', value: 'simplified', description: 'Flat fields, one item for all room stays' },
	],
	default: 'raw',
	description:
		'How to return the booking. The flat formats have the codes of room types and rate plans instead of positions in lists.',
});

export const getStorageBooking = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get storage booking',
		description:
			'Get a booking that the outside PMS of a hotel has synchronized, with its room stays and prices and without guests',
	},
	readOnly: true,
	personalColumns: personalColumns.storageBooking,
	parameters: [propertyId, bookingId, output],
	run: async ({ values, api }) => {
		const { body } = await api.send(storageRequest('GET', '/bookings/{bookingId}', values), {
			errors: storageErrors(
				{
					message: `The booking '${values.bookingId}' was not found in the storage of the property '${values.propertyId}'`,
					description:
						"Check that 'Booking ID' and 'Property' belong together, and that an outside PMS is connected to the property.",
				},
				{
					message: `The storage did not accept the booking ID '${values.bookingId}'`,
					description: "Check 'Booking ID' and 'Property'.",
				},
			),
		});
		return withWarnings(storageBookingView(recordIn(body, 'booking'), values.output), body);
	},
});

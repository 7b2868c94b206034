import { shownId } from '../transport/shownId';
import type { ErrorTexts } from '../transport/types';
import { locator } from './locator';

export const bookingNumber = locator({
	displayName: 'Booking Number',
	name: 'number',
	required: true,
	searchListMethod: 'searchBookings',
	description:
		"Booking number as shown to the guest and the hotel. The list has the bookings that changed last. Type a part of the number, or words of a guest's name, which are searched in the latest bookings.",
	example: '20260325-7291-260123396',
	entered: 'By Number',
	dependsOn: ['propertyId.value'],
});

export function bookingNotFound({ propertyId, number }: Record<'propertyId' | 'number', string>): ErrorTexts {
	return {
		'404': {
			message: `The booking '${shownId(number)}' was not found at the property '${shownId(propertyId)}'`,
			description: "Check that 'Booking Number' and 'Property' belong together.",
		},
	};
}

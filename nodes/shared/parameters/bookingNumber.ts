import { defineParameter } from '../operation/defineOperation';
import { shownId } from '../transport/shownId';
import type { ErrorTexts } from '../transport/types';

export const bookingNumber = defineParameter({
	displayName: 'Booking Number',
	name: 'number',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 20260325-7291-260123396',
	description: 'Booking number as shown to the guest and the hotel',
});

export function bookingNotFound({ propertyId, number }: Record<'propertyId' | 'number', string>): ErrorTexts {
	return {
		'404': {
			message: `The booking '${shownId(number)}' was not found at the property '${shownId(propertyId)}'`,
			description: "Check that 'Booking Number' and 'Property' belong together.",
		},
	};
}

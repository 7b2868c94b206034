import type { IDataObject } from 'n8n-workflow';

import { bookingNights } from '../../../shared/api/bookingNights';
import { bookingRoomStays, simplifyBooking } from '../../../shared/api/bookingViews';
import { namesOf, noNames, type Names } from '../../../shared/api/names';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { output } from '../../../shared/parameters/output';
import type { Api } from '../../../shared/transport/types';

export type BookingOutput = 'nights' | 'raw' | 'simplified' | 'roomStays';

export const bookingOutput = defineParameter({
	...output,
	options: [
		{
			name: 'One Item per Night',
			value: 'nights',
			description: 'Flat fields, one item per night of each room stay',
		},
		...output.options,
	],
});

/** The names a view needs, read once for all bookings of a property. */
export async function namesFor(api: Api, propertyId: string, form: BookingOutput): Promise<Names> {
	return form === 'raw' ? noNames : await namesOf(api, propertyId);
}

/** The details of a booking in the chosen output. */
export function bookingView(booking: IDataObject, form: BookingOutput, names: Names): IDataObject[] {
	switch (form) {
		case 'nights':
			return bookingNights(booking, names);
		case 'raw':
			return [booking];
		case 'roomStays':
			return bookingRoomStays(booking, names);
		case 'simplified':
			return [simplifyBooking(booking, names)];
	}
}

import type { IDataObject } from 'n8n-workflow';

import { bookingRoomStays, simplifyBooking } from '../../../shared/api/bookingViews';
import { namesOf, noNames, type Names } from '../../../shared/api/names';
import type { Api } from '../../../shared/transport/types';

export type BookingOutput = 'raw' | 'simplified' | 'roomStays';

/** The names a view needs, read once for all bookings of a property. */
export async function namesFor(api: Api, propertyId: string, output: BookingOutput): Promise<Names> {
	return output === 'raw' ? noNames : await namesOf(api, propertyId);
}

/** The details of a booking in the chosen output. */
export function bookingView(booking: IDataObject, output: BookingOutput, names: Names): IDataObject[] {
	if (output === 'simplified') return [simplifyBooking(booking, names)];
	return output === 'roomStays' ? bookingRoomStays(booking, names) : [booking];
}

import type { IDataObject } from 'n8n-workflow';

import { bookingNights } from '../../../shared/api/bookings/bookingNights';
import { bookingRoomStays, simplifyBooking } from '../../../shared/api/bookings/bookingViews';
import { inColumns } from '../../../shared/api/bookings/columns';
import { cancellationTermsIfAvailable } from '../../../shared/api/property/cancellationRules';
import { namesOf, noNames, PATIENCE } from '../../../shared/api/property/names';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { output } from '../../../shared/parameters/output';
import { cancellationDeadlines, type BookingAdditions } from '../../../shared/rules/cancellationDeadlines';
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

export const bookingListOutput = defineParameter({
	...bookingOutput,
	options: [
		...bookingOutput.options,
		{
			name: 'Summary Only',
			value: 'summary',
			description: 'Number, property, status and times. Fastest, as no details are fetched.',
		},
	],
	description:
		"How to return the bookings. All but 'Summary Only' take one more request per booking, at most 200 per minute.",
});

/** Read once for all bookings of a property. */
export async function additionsFor(
	api: Api,
	propertyId: string,
	form: BookingOutput,
	withDeadlines: boolean,
	warn: (text: string) => void,
): Promise<BookingAdditions> {
	const names = form === 'raw' ? noNames : await namesOf(api, propertyId);
	if (!withDeadlines) return { names };
	const deadlines = cancellationDeadlines(await cancellationTermsIfAvailable(api, propertyId, PATIENCE));
	const { absence } = deadlines;
	if (absence !== undefined) warn(`Property ${propertyId} has no cancellation deadlines: ${absence}`);
	return { names, deadlines };
}

/** The details of a booking in the chosen output. */
export function bookingView(
	booking: IDataObject,
	form: BookingOutput,
	{ names, deadlines }: BookingAdditions,
): IDataObject[] {
	switch (form) {
		case 'nights':
			return bookingNights(booking, names, deadlines?.ofRoomStays(booking));
		case 'raw':
			return [{ ...booking, ...deadlines?.ofBooking(booking) }];
		case 'roomStays':
			return bookingRoomStays(booking, names, deadlines?.ofRoomStays(booking));
		case 'simplified':
			return [inColumns({ ...simplifyBooking(booking, names), ...deadlines?.ofBooking(booking) })];
	}
}

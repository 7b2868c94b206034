import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
} from '../shared/bookingsFeed';
import { EARLIEST_MODIFICATION, utcSeconds } from '../shared/dates';
import type { Api } from '../shared/transport/types';

/** How far back to look for a sample, in days: a busy hotel has one today, a quiet one last year. */
const LOOK_BACK_DAYS = [1, 30, 365];

/** The booking changed last, or nothing when the property has none: what the editor's test fetch shows. */
export async function sampleBooking(
	api: Api,
	propertyId: string,
	includeDetails: boolean,
	now: DateTime,
): Promise<IDataObject | undefined> {
	const starts = LOOK_BACK_DAYS.map((days) => utcSeconds(now.minus({ days })));
	for (const lastModification of [...starts, EARLIEST_MODIFICATION]) {
		const { bookingSummaries } = await fetchBookingPage(
			api,
			propertyId,
			{ lastModification },
			MAX_BOOKINGS_PAGE,
		);
		const newest = bookingSummaries.at(-1);
		if (newest) return await asItem(api, propertyId, newest, includeDetails);
	}
	return undefined;
}

async function asItem(
	api: Api,
	propertyId: string,
	summary: BookingSummary,
	includeDetails: boolean,
): Promise<IDataObject> {
	const event = summary.status === 'Cancelled' ? 'cancelled' : 'new';
	if (!includeDetails) return { event, ...summary };
	return { event, ...summary, booking: (await findBooking(api, propertyId, summary.number)) ?? null };
}

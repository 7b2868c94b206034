import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
} from '../shared/bookingsFeed';
import { EARLIEST_MODIFICATION, utcSeconds } from '../shared/dates';
import { namesOf, noNames } from '../shared/names';
import type { Api } from '../shared/transport/types';
import { isCancelled } from './ledger';
import { itemsOf, wantsDetails, type OutputForm } from './output';

/** How far back to look for a sample, in days: a busy hotel has one today, a quiet one last year. */
const LOOK_BACK_DAYS = [1, 30, 365];
/** Of many properties, one of the first will have a booking. */
const PROPERTIES_TRIED = 5;

/** The booking changed last as the trigger would emit it, or nothing: what the editor's test fetch shows. */
export async function sampleItems(
	api: Api,
	propertyIds: readonly string[],
	{ output }: { output: OutputForm },
): Promise<IDataObject[]> {
	for (const id of propertyIds.slice(0, PROPERTIES_TRIED)) {
		const newest = await newestBooking(api, id);
		if (newest) return await asItems(api, id, newest, output);
	}
	return [];
}

async function newestBooking(api: Api, propertyId: string): Promise<BookingSummary | undefined> {
	const now = DateTime.utc();
	const starts = LOOK_BACK_DAYS.map((days) => utcSeconds(now.minus({ days })));
	for (const lastModification of [...starts, EARLIEST_MODIFICATION]) {
		const position = { lastModification };
		const { bookingSummaries } = await fetchBookingPage(api, propertyId, position, MAX_BOOKINGS_PAGE);
		const newest = bookingSummaries.at(-1);
		if (newest) return newest;
	}
	return undefined;
}

async function asItems(
	api: Api,
	propertyId: string,
	summary: BookingSummary,
	output: OutputForm,
): Promise<IDataObject[]> {
	const event = isCancelled(summary) ? 'cancelled' : 'new';
	if (!wantsDetails(output, {})) return itemsOf({ event, summary }, output, noNames);
	const details = (await findBooking(api, propertyId, summary.number)) ?? null;
	const names = output === 'details' ? noNames : await namesOf(api, propertyId);
	return itemsOf({ event, summary, details }, output, names);
}

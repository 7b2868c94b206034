import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import {
	fetchBookingPage,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
	type FeedPosition,
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
/** A property with more changes than this within a day has a recent one at this place, too. */
const PAGES_READ = 10;

/** The booking changed last as the trigger would emit it, or nothing: what the editor's test fetch shows. */
export async function sampleItems(
	api: Api,
	propertyIds: readonly string[],
	{ output }: { output: OutputForm },
): Promise<IDataObject[]> {
	const [id, ...others] = propertyIds.slice(0, PROPERTIES_TRIED);
	if (id === undefined) return [];
	const sample = sampleOf(api, id, output);
	const found = await (others.length > 0 ? sample.catch(() => []) : sample);
	return found.length > 0 ? found : await sampleItems(api, others, { output });
}

async function sampleOf(api: Api, propertyId: string, output: OutputForm): Promise<IDataObject[]> {
	const newest = await newestBooking(api, propertyId);
	return newest ? await asItems(api, propertyId, newest, output) : [];
}

async function newestBooking(api: Api, propertyId: string): Promise<BookingSummary | undefined> {
	const now = DateTime.utc();
	const starts = LOOK_BACK_DAYS.map((days) => utcSeconds(now.minus({ days })));
	for (const lastModification of [...starts, EARLIEST_MODIFICATION]) {
		const newest = await lastOf(api, propertyId, { lastModification });
		if (newest) return newest;
	}
	return undefined;
}

/** The last booking of a feed, whose order is that of the changes. */
async function lastOf(
	api: Api,
	propertyId: string,
	position: FeedPosition,
	pages = PAGES_READ,
): Promise<BookingSummary | undefined> {
	const page = await fetchBookingPage(api, propertyId, position, MAX_BOOKINGS_PAGE);
	const { bookingSummaries, hasMoreData, continueToken } = page;
	const further =
		hasMoreData && pages > 1 ? await lastOf(api, propertyId, { continueToken }, pages - 1) : undefined;
	return further ?? bookingSummaries.at(-1);
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

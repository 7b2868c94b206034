import { bookingsPager, MAX_BOOKINGS_PAGE, type BookingSummary } from '../../../../shared/api/bookingsFeed';
import { readPages } from '../../../../shared/api/pagination';
import type { Api } from '../../../../shared/transport/types';
import { modifiedSecondsOf } from './comparison';

export interface FeedBookings {
	listed: Map<string, BookingSummary>;
	/** Records were skipped because they have no number. */
	unreadable: boolean;
}

/** The bookings that the feed lists since a moment, each in its latest state, with as few requests as possible. */
export async function readFeedBookings(
	api: Api,
	propertyId: string,
	lastModification: string,
	warn: (text: string) => void,
): Promise<FeedBookings> {
	const listed = new Map<string, BookingSummary>();
	let unreadable = false;
	const onUnreadable = (text: string) => {
		unreadable = true;
		warn(text);
	};
	const pager = bookingsPager(api, propertyId, { lastModification }, MAX_BOOKINGS_PAGE, onUnreadable);
	for await (const page of readPages(pager)) {
		for (const summary of page) {
			const known = listed.get(summary.number);
			if (!known || !(modifiedSecondsOf(summary) < modifiedSecondsOf(known))) {
				listed.set(summary.number, summary);
			}
		}
	}
	return { listed, unreadable };
}

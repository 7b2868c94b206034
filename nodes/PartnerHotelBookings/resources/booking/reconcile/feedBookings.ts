import { bookingsPager, MAX_BOOKINGS_PAGE } from '../../../../shared/api/bookings/bookingsFeed';
import { readPages } from '../../../../shared/api/response/pagination';
import type { Api } from '../../../../shared/transport/types';
import { hotelBooking, numberKey, type HotelBooking } from './hotelBooking';

export interface FeedBookings {
	/** By the key of their number. */
	listed: Map<string, HotelBooking>;
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
	const listed = new Map<string, HotelBooking>();
	let unreadable = false;
	const onUnreadable = (text: string) => {
		unreadable = true;
		warn(text);
	};
	const pager = bookingsPager(api, propertyId, { lastModification }, MAX_BOOKINGS_PAGE, onUnreadable);
	for await (const page of readPages(pager)) {
		for (const summary of page) keepLatestBooking(listed, hotelBooking(summary, summary.number));
	}
	return { listed, unreadable };
}

/** Of equal times, and of times that are not known, the one that was listed last counts. */
export function keepLatestBooking(listed: Map<string, HotelBooking>, booking: HotelBooking): void {
	const key = numberKey(booking.number);
	const known = listed.get(key);
	if (known && booking.modifiedSeconds < known.modifiedSeconds) return;
	listed.set(key, booking);
}

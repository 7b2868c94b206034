import type { BookingSummary, FeedPosition } from '../shared/api/bookingsFeed';
import type { EmittedBookings } from './emittedBookings';

/** A booking that was read but not emitted yet. */
export interface WaitingBooking extends BookingSummary {
	/** The property's `newSince` when the feed showed the booking, if that has moved on since. */
	newSince?: string;
	/** Its details could not be read: it is tried again after everything else. */
	failed?: true;
}

/** What is stored for one property. All times are those of the feed. */
export interface PropertyState {
	/** Where to read on; absent until the first page was read. */
	continueToken?: string;
	/** Where to start; used while there is no token. Absent: everything since 2009. */
	lastModification?: string;
	/** Earlier changes are never emitted. Absent while `lastModification` is still the start. */
	start?: string;
	/** A booking that is not remembered and was created earlier is an old booking that changed. */
	newSince?: string;
	/** The newest modification time the feed has shown. */
	newestModification?: string;
	/** Whether the last page that was read was the end of the feed. */
	caughtUp?: boolean;
	/** Becomes `newSince` once the end of the feed is reached: what was forgotten was changed earlier. */
	forgottenBefore?: string;
	/** While last pages come without a token: an unchanged booking that was changed earlier is a repeat. */
	repeatsBefore?: string;
	/** In the order in which the feed showed them. */
	backlog: WaitingBooking[];
	seen: EmittedBookings;
}

export function startProperty({ lastModification }: FeedPosition): PropertyState {
	return {
		...(lastModification !== undefined && { lastModification, newSince: lastModification }),
		backlog: [],
		seen: {},
	};
}

/** Numbers of the bookings whose details failed. */
export function failedBookings(property: PropertyState | undefined): Set<string> {
	return new Set(property?.backlog.filter(({ failed }) => failed).map(({ number }) => number));
}

const SUMMARY_FIELDS = new Set(['number', 'propertyId', 'status', 'createdDateTime', 'modifiedDateTime']);

/** A summary with the fields of the specification (Booking) and no others. */
export function asShown(summary: BookingSummary): BookingSummary {
	return Object.fromEntries(
		Object.entries(summary).filter(([field]) => SUMMARY_FIELDS.has(field)),
	) as BookingSummary;
}

import type { BookingSummary, FeedPosition } from '../shared/api/bookings/bookingsFeed';
import type { Activity } from '../shared/polling/readingOrder';
import type { EmittedBookings } from './emittedBookings';

/** A booking that was read but not emitted yet. */
export interface WaitingBooking extends BookingSummary {
	/** The property's `newSince` when the feed listed the booking, if it has moved since. */
	newSince?: string;
	/** Its details could not be read since then (epoch seconds): they are retried after everything else. */
	failedSince?: number;
}

/** What is stored for one property. All times are those of the feed. */
export interface PropertyState {
	/** Where to continue reading; absent until the first page was read. */
	continueToken?: string;
	/** Where to start; used while there is no token. Absent: everything since 2009. */
	lastModification?: string;
	/** Earlier changes are never emitted. Absent while `lastModification` is still the start. */
	start?: string;
	/** A booking that is not remembered and was created earlier is an old booking that changed. */
	newSince?: string;
	/** The newest modification time in the feed so far. */
	newestModification?: string;
	/** Whether the last page that was read was the end of the feed. */
	caughtUp?: boolean;
	/** Becomes `newSince` at the end of the feed: forgotten bookings were changed earlier. */
	forgottenBefore?: string;
	/** Set while last pages have no token: a booking changed earlier and in the same state is a repeat. */
	repeatsBefore?: string;
	/** How much changes here: properties where more does are read more often. */
	activity?: Activity;
	/** In the order of the feed. */
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
	return new Set(property?.backlog.filter(hasFailed).map(({ number }) => number));
}

export function hasFailed({ failedSince }: WaitingBooking): boolean {
	return failedSince !== undefined;
}

/** The clock may have been set back since. */
export function markFailed(waiting: WaitingBooking, now: number): WaitingBooking {
	const seconds = Math.floor(now / 1000);
	return { ...waiting, failedSince: Math.min(waiting.failedSince ?? seconds, seconds) };
}

/** Numbers of the bookings whose details have failed for this long. */
export function failedFor(waiting: readonly WaitingBooking[], ms: number, now: number): Set<string> {
	const isOld = ({ failedSince = Infinity }: WaitingBooking) => now - failedSince * 1000 >= ms;
	return new Set(waiting.filter(isOld).map(({ number }) => number));
}

const SUMMARY_FIELDS = new Set(['number', 'propertyId', 'status', 'createdDateTime', 'modifiedDateTime']);

/** A summary with the fields of the specification (Booking) and no others. */
export function asShown(summary: BookingSummary): BookingSummary {
	return Object.fromEntries(
		Object.entries(summary).filter(([field]) => SUMMARY_FIELDS.has(field)),
	) as BookingSummary;
}

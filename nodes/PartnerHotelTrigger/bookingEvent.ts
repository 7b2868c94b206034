import type { BookingSummary } from '../shared/api/bookings/bookingsFeed';
import { at } from '../shared/api/response/records';
import { secondsOf } from '../shared/polling/feedTime';
import {
	findEmitted,
	isCancelled,
	SUMMARY_ALONE,
	type DetailsKnown,
	type EmittedBooking,
} from './emittedBookings';
import type { PropertyState, WaitingBooking } from './propertyState';

export type BookingEvent = 'new' | 'changed' | 'cancelled';

/** What is known of a booking before it is processed. */
export interface Known {
	/** As it was emitted last; absent when it is not remembered. */
	before?: EmittedBooking;
	/** Epoch seconds: a booking made or cancelled earlier is an old one that changed. NaN: none is old. */
	newSince: number;
}

export function knownOf({ seen, newSince }: PropertyState, waiting: WaitingBooking): Known {
	return { before: findEmitted(seen, waiting), newSince: secondsOf(waiting.newSince ?? newSince) };
}

/** The only place that decides the event of a booking. */
export function eventOf(
	summary: BookingSummary,
	details: DetailsKnown,
	{ before, newSince }: Known,
): BookingEvent {
	const cancelled = isCancelled(summary);
	if (before) return cancelled && !before.cancelled ? 'cancelled' : 'changed';
	const happenedAt = cancelled ? cancelledAt(details) : secondsOf(summary.createdDateTime);
	if (happenedAt < newSince) return 'changed';
	return cancelled ? 'cancelled' : 'new';
}

/** What `eventOf` may return once the details are read: only they contain the time of cancellation. */
export function possibleEvents(summary: BookingSummary, known: Known): BookingEvent[] {
	const event = eventOf(summary, SUMMARY_ALONE, known);
	return event === 'cancelled' && !known.before ? ['cancelled', 'changed'] : [event];
}

function cancelledAt(details: DetailsKnown): number {
	const time = at(details, 'cancellation', 'cancelledDateTime');
	return typeof time === 'string' && time.endsWith('Z') ? secondsOf(time) : NaN;
}

/** Epoch seconds. A booking that was never changed may have only a creation time. */
export function changedAt({ modifiedDateTime, createdDateTime }: BookingSummary): number {
	const modified = secondsOf(modifiedDateTime);
	return Number.isNaN(modified) ? secondsOf(createdDateTime) : modified;
}

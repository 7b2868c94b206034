import type { IDataObject } from 'n8n-workflow';

import { at } from '../shared/api/response/records';
import { bookingChanges } from './bookingChanges';
import { later, secondsOf } from '../shared/polling/feedTime';
import { changedAt, eventOf, knownOf, type BookingEvent } from './bookingEvent';
import {
	isRepeated,
	NOT_LOOKED_AT,
	rememberBooking,
	SUMMARY_ALONE,
	type DetailsKnown,
} from './emittedBookings';
import { asShown, type PropertyState, type WaitingBooking } from './propertyState';

/** Compares a booking of the backlog with its last emitted state. */

interface DetectedChange {
	event: BookingEvent;
	/** This state was emitted before. */
	isRepeat: boolean;
	/** A repeat whose details tell of a later change: the feed will show it, and it is compared with what was emitted. */
	isAhead: boolean;
	/** What changed since; absent for a new booking, null if that is unknown. */
	changes?: IDataObject | null;
}

/**
 * The feed has whole seconds, so two changes can share a modification time: only the details tell them apart.
 * Details newer than the summary are not compared, because the feed will show that change, too.
 */
export function detectChange(
	property: PropertyState,
	waiting: WaitingBooking,
	details: DetailsKnown,
): DetectedChange {
	const summary = asShown(waiting);
	const known = knownOf(property, waiting);
	const areNewer = secondsOf(at(details, 'modifiedDateTime')) > changedAt(summary);
	const event = eventOf(summary, details, known);
	const isRepeat = isRepeated(known.before, summary, areNewer ? SUMMARY_ALONE : details);
	const read = typeof details === 'string' ? undefined : details;
	return {
		event,
		...(event !== 'new' && { changes: bookingChanges(known.before, summary, read) }),
		isRepeat,
		isAhead: isRepeat && areNewer,
	};
}

/**
 * Remembers a booking as emitted, whether or not it passed the filters. Without a modification time it counts as
 * changed when the newest booking of the feed was. It never counts as changed before it was created, so that it is
 * not forgotten too early.
 */
export function rememberChange(
	{ seen, newestModification }: PropertyState,
	waiting: WaitingBooking,
	details: DetailsKnown,
): void {
	const summary = asShown(waiting);
	const modified = secondsOf(summary.modifiedDateTime);
	const known = Number.isNaN(modified) ? secondsOf(newestModification) : modified;
	rememberBooking(seen, summary, details, later(known, secondsOf(summary.createdDateTime)));
}

/**
 * Of the bookings in the feed when a property starts, those changed in the second of the start are remembered, not
 * emitted.
 */
export function takeAsKnown(property: PropertyState): void {
	const start = secondsOf(property.start ?? property.lastModification);
	const isSince = (waiting: WaitingBooking) => changedAt(asShown(waiting)) > start;
	for (const waiting of property.backlog)
		if (!isSince(waiting)) rememberChange(property, waiting, NOT_LOOKED_AT);
	property.backlog = property.backlog.filter(isSince);
}

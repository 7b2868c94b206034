import type { BookingPage, BookingSummary } from '../shared/api/bookings/bookingsFeed';
import { earlier, feedTime, instantOf, later, secondsOf } from '../shared/polling/feedTime';
import { changedAt } from './bookingEvent';
import { findEmitted, isRepeated, stateOf, SUMMARY_ALONE } from './emittedBookings';
import { moveCursor } from './feedPosition';
import { asShown, type PropertyState } from './propertyState';

/**
 * Adds the bookings of a page to the backlog and moves the cursor behind the page. A modification time later than
 * the server time counts as the server time.
 */
export function absorbPage(property: PropertyState, page: BookingPage): void {
	const summaries = page.bookingSummaries.map(asShown);
	for (const summary of summaries) {
		if (!isBeforeStart(property, summary) && !isKnown(property, summary)) property.backlog.push(summary);
	}
	const served = secondsOf(instantOf(page.servedAt));
	const times = summaries.map((summary) => earlier(changedAt(summary), served));
	const newest = times.reduce(later, secondsOf(property.newestModification));
	if (!Number.isNaN(newest)) property.newestModification = feedTime(newest);
	moveCursor(property, page);
}

/** The feed repeats bookings for two days (rule 6), including those changed before the start. */
function isBeforeStart({ start, lastModification }: PropertyState, summary: BookingSummary): boolean {
	return changedAt(summary) < secondsOf(start ?? lastModification);
}

/** Whether the booking already waits in this state, or is a repeat in a part of the feed that is read again. */
function isKnown({ backlog, repeatsBefore, seen }: PropertyState, summary: BookingSummary): boolean {
	const waiting = backlog.filter(({ number }) => number === summary.number).at(-1);
	if (waiting) return stateOf(waiting) === stateOf(summary);
	const isOld = changedAt(summary) < secondsOf(repeatsBefore);
	return isOld && isRepeated(findEmitted(seen, summary), summary, SUMMARY_ALONE);
}

import type { BookingPage, FeedPosition } from '../shared/api/bookings/bookingsFeed';
import { EARLIEST_MODIFICATION } from '../shared/api/bookings/feedStart';
import { feedTime, later, secondsOf } from '../shared/polling/feedTime';
import type { PropertyState } from './propertyState';

/** Where to continue reading the feed of a property. The rules are those of the specification (bookings feed). */

export const HOUR_SECONDS = 3600;
/** A feed whose token is lost is read again from this long before the newest known modification (rule 6). */
export const REREAD_SECONDS = 48 * HOUR_SECONDS;

/** A token or a date, never both (rule 1). */
export function positionOf({ continueToken, lastModification }: PropertyState): FeedPosition {
	return continueToken !== undefined ? { continueToken } : { lastModification };
}

/** A last page without a token means a lost token, unless the page is empty: then the previous token still holds. */
export function moveCursor(
	property: PropertyState,
	{ continueToken, hasMoreData, bookingSummaries }: BookingPage,
): void {
	const newest = secondsOf(property.newestModification);
	const isLost = continueToken === undefined && bookingSummaries.length > 0 && !Number.isNaN(newest);
	property.continueToken = continueToken ?? property.continueToken;
	property.caughtUp = !hasMoreData;
	if (isLost) {
		restart(property);
		property.repeatsBefore = feedTime(newest - HOUR_SECONDS);
	} else if (property.caughtUp) {
		delete property.repeatsBefore;
	}
}

/** After the token was lost: goes back two days (rule 6). Bookings emitted since are remembered, so none is repeated. */
export function restart(property: PropertyState): void {
	delete property.continueToken;
	const newest = secondsOf(property.newestModification);
	if (Number.isNaN(newest)) return;
	property.start ??= property.lastModification ?? EARLIEST_MODIFICATION;
	property.lastModification = feedTime(later(secondsOf(property.start), newest - REREAD_SECONDS));
}

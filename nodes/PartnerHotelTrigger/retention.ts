import { forgetBefore, keepNewest } from './emittedBookings';
import { HOUR_SECONDS, REREAD_SECONDS } from './feedPosition';
import { earlier, instantAt, later, secondsOf } from './feedTime';
import type { PropertyState } from './propertyState';

/** How long emitted bookings are remembered: a little longer than the feed may be read again. */
const RETENTION_SECONDS = REREAD_SECONDS + HOUR_SECONDS;

/**
 * Forgets what cannot come up again. Only at the end of the feed: until then a booking that is not remembered is
 * new, however old it is.
 */
export function forgetOld(property: PropertyState): void {
	if (!property.caughtUp) return;
	const horizon = secondsOf(property.newestModification) - RETENTION_SECONDS;
	moveNewSince(property, later(horizon, secondsOf(property.forgottenBefore)));
	delete property.forgottenBefore;
	forgetBefore(property.seen, horizon, property.backlog);
}

/**
 * Keeps the memory of the property within `most` bookings. Before the end of the feed is reached, a booking forgotten
 * here comes as new if it changes once more; one that the feed has not shown yet stays new.
 */
export function keepWithin(property: PropertyState, most: number): void {
	const forgotten = keepNewest(property.seen, most, property.backlog);
	if (forgotten === undefined) return;
	const before = earlier(forgotten, secondsOf(property.newestModification)) + 1;
	if (property.caughtUp) return moveNewSince(property, before);
	property.forgottenBefore = instantAt(later(before, secondsOf(property.forgottenBefore)));
}

/** What was forgotten must not come as new. Waiting bookings keep the `newSince` of the day the feed showed them. */
function moveNewSince(property: PropertyState, to: number): void {
	if (Number.isNaN(to) || to <= secondsOf(property.newSince)) return;
	for (const waiting of property.backlog) waiting.newSince ??= property.newSince ?? '';
	property.newSince = instantAt(to);
}

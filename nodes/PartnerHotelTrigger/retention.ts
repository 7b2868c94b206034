import { earlier, feedTime, later, secondsOf } from '../shared/polling/feedTime';
import { forgetBefore, keepNewest } from './emittedBookings';
import { HOUR_SECONDS, REREAD_SECONDS } from './feedPosition';
import type { PropertyState } from './propertyState';

/** How long emitted bookings are remembered: slightly longer than the feed may be read again. */
const RETENTION_SECONDS = REREAD_SECONDS + HOUR_SECONDS;

/**
 * Forgets bookings that the feed can no longer repeat. Only at the end of the feed: until then, a booking that is not
 * remembered counts as new, however old it is.
 */
export function forgetOld(property: PropertyState): void {
	if (!property.caughtUp) return;
	const horizon = secondsOf(property.newestModification) - RETENTION_SECONDS;
	moveNewSince(property, later(horizon, secondsOf(property.forgottenBefore)));
	delete property.forgottenBefore;
	const today = property.newestModification?.slice(0, 10) ?? '';
	forgetBefore(property.seen, horizon, property.backlog, today);
}

/**
 * Remembers at most `max` bookings of the property. Before the end of the feed is reached, a booking forgotten here
 * is emitted as new if it changes again; one that the feed has not listed yet stays new.
 */
export function keepWithin(property: PropertyState, max: number): void {
	const forgotten = keepNewest(property.seen, max, property.backlog);
	if (forgotten === undefined) return;
	const before = earlier(forgotten, secondsOf(property.newestModification)) + 1;
	if (property.caughtUp) return moveNewSince(property, before);
	property.forgottenBefore = feedTime(later(before, secondsOf(property.forgottenBefore)));
}

/** Forgotten bookings must not be emitted as new. Waiting bookings keep the `newSince` from when they were listed. */
function moveNewSince(property: PropertyState, to: number): void {
	if (Number.isNaN(to) || to <= secondsOf(property.newSince)) return;
	for (const waiting of property.backlog) waiting.newSince ??= property.newSince ?? '';
	property.newSince = feedTime(to);
}

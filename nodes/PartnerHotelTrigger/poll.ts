import { DateTime } from 'luxon';

import type { BookingPage, BookingSummary, FeedPosition } from '../shared/bookingsFeed';
import { utcSeconds } from '../shared/dates';
import {
	forgetBefore,
	isCancelled,
	isRepeated,
	NOT_LOOKED_AT,
	remember,
	seenBooking,
	type DetailsKnown,
	type Ledger,
	type SeenBooking,
} from './ledger';

/**
 * The decisions about one property, without n8n and without the network: where to read, what is new, what to
 * remember. Times are those of the feed.
 */

export type BookingEvent = 'new' | 'changed' | 'cancelled';

export interface PropertyState {
	/** Where to read on; absent until the first page was read. */
	continueToken?: string;
	/** Where to start; used until there is a token. Absent: everything since 2009. */
	lastModification?: string;
	/** A booking not seen before and created earlier than this is an old one that changed. */
	newSince?: string;
	/** The newest modification time the feed has shown. */
	newestModification?: string;
	/** Summaries that were read but not emitted yet, in feed order. */
	backlog: BookingSummary[];
	seen: Ledger;
}

/**
 * The feed is read again at most from two days before the last known modification (specification, bookings
 * feed rule 6), so the memory of what was emitted reaches a little further back.
 */
export const RETENTION = { days: 2, hours: 1 } as const;

export function startProperty({ lastModification }: FeedPosition): PropertyState {
	return {
		...(lastModification !== undefined && { lastModification, newSince: lastModification }),
		backlog: [],
		seen: {},
	};
}

/** Rule 1 of the feed: a token or a date, never both. */
export function positionOf({ continueToken, lastModification }: PropertyState): FeedPosition {
	return continueToken !== undefined ? { continueToken } : { lastModification };
}

/** Takes a page over: the cursor moves, its bookings wait in the backlog. */
export function absorbPage(property: PropertyState, page: BookingPage): void {
	property.continueToken = page.continueToken ?? property.continueToken;
	property.backlog.push(...page.bookingSummaries);
	property.newestModification = page.bookingSummaries
		.map(changedAt)
		.reduce(later, property.newestModification);
}

/**
 * After the service refused the token: go back to two days before the last known modification (specification,
 * bookings feed rule 6). What was emitted since is remembered, so it is not emitted again.
 */
export function restart(property: PropertyState): void {
	delete property.continueToken;
	if (property.newestModification === undefined) return;
	const back = DateTime.fromISO(property.newestModification).minus({ days: 2 });
	property.lastModification = later(property.lastModification, utcSeconds(back));
}

/** Everything the feed held before the trigger was switched on: remembered, not emitted. */
export function takeAsKnown(property: PropertyState): void {
	for (const summary of property.backlog) rememberIn(property, summary, NOT_LOOKED_AT);
	property.backlog = [];
}

/** What a booking of the backlog is, as far as its summary tells. */
export function eventOf(property: PropertyState, summary: BookingSummary): BookingEvent {
	return eventAfter(property, summary, seenBooking(property.seen, summary));
}

/**
 * Decides about a booking taken from the backlog and remembers it.
 * @param details where details are fetched: modification times are shown in whole seconds, so two changes can
 * share one, and only the details tell them apart
 * @returns the event, or nothing when exactly this was settled before
 */
export function settle(
	property: PropertyState,
	summary: BookingSummary,
	details: DetailsKnown,
): BookingEvent | undefined {
	const before = seenBooking(property.seen, summary);
	const event = eventAfter(property, summary, before);
	rememberIn(property, summary, details);
	return isRepeated(before, summary, details) ? undefined : event;
}

function eventAfter(
	{ newSince }: PropertyState,
	summary: BookingSummary,
	before: SeenBooking | undefined,
): BookingEvent {
	if (isCancelled(summary) && !before?.cancelled) return 'cancelled';
	if (before) return 'changed';
	const { createdDateTime } = summary;
	return createdDateTime && isAfter(newSince, createdDateTime) ? 'changed' : 'new';
}

/** At the end of a tick: forget what can no longer come up again. What still waits may be a repeat. */
export function tidy(property: PropertyState, caughtUp: boolean): void {
	const oldest = property.backlog.map(changedAt).reduce(earlier, property.newestModification);
	if (oldest === undefined) return;
	const horizon = DateTime.fromISO(oldest).minus(RETENTION);
	if (caughtUp && property.backlog.length === 0) {
		property.newSince = later(property.newSince, utcSeconds(horizon));
	}
	forgetBefore(property.seen, horizon.toSeconds());
}

/** Where a summary has no modification time, it counts as changed just now: as late as the feed has got. */
function rememberIn(property: PropertyState, summary: BookingSummary, details: DetailsKnown): void {
	const modified = summary.modifiedDateTime || later(property.newestModification, summary.createdDateTime);
	remember(property.seen, summary, details, modified);
}

/** A booking that was never changed may show only when it was made. */
function changedAt({ modifiedDateTime, createdDateTime }: BookingSummary): string | undefined {
	return modifiedDateTime || createdDateTime || undefined;
}

function isAfter(time: string | undefined, other: string): boolean {
	return time !== undefined && Date.parse(time) > Date.parse(other);
}

/** The later of two instants of the feed, as far as they are known. */
function later(one: string | undefined, other: string | undefined): string | undefined {
	if (!one || !other) return one || other || undefined;
	return isAfter(other, one) ? other : one;
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
	if (!one || !other) return one || other || undefined;
	return isAfter(one, other) ? other : one;
}

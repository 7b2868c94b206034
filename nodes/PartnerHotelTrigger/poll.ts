import { DateTime } from 'luxon';

import type { BookingPage, BookingSummary, FeedPosition } from '../shared/bookingsFeed';
import { utcSeconds } from '../shared/dates';
import { at } from '../shared/simplify';
import {
	forgetBefore,
	isCancelled,
	isRepeated,
	NOT_LOOKED_AT,
	SUMMARY_ALONE,
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

const SUMMARY_FIELDS = new Set(['number', 'propertyId', 'status', 'createdDateTime', 'modifiedDateTime']);

/**
 * Takes a page over: the cursor moves, its bookings wait in the backlog, with the fields a summary has
 * (specification, Booking) and no others. A time later than the service's own clock is taken for that clock.
 */
export function absorbPage(property: PropertyState, page: BookingPage): void {
	property.continueToken = page.continueToken ?? property.continueToken;
	property.backlog.push(...page.bookingSummaries.map(onlySummary));
	const served = instantOf(page.servedAt);
	const notLater = (time: string | undefined) => (served ? earlier(time, served) : time);
	property.newestModification = page.bookingSummaries
		.map((summary) => changedAt(summary) && notLater(changedAt(summary)))
		.reduce(later, property.newestModification);
}

function onlySummary(summary: BookingSummary): BookingSummary {
	return Object.fromEntries(
		Object.entries(summary).filter(([field]) => SUMMARY_FIELDS.has(field)),
	) as BookingSummary;
}

/** An HTTP date, as the feed writes instants. */
export function instantOf(servedAt: string | undefined): string | undefined {
	const served = DateTime.fromHTTP(servedAt ?? '', { zone: 'utc' });
	return served.isValid ? utcSeconds(served) : undefined;
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
	return eventAfter(property, summary, SUMMARY_ALONE, seenBooking(property.seen, summary));
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
	const event = eventAfter(property, summary, details, before);
	rememberIn(property, summary, details);
	return isRepeated(before, summary, details) ? undefined : event;
}

function eventAfter(
	{ newSince }: PropertyState,
	summary: BookingSummary,
	details: DetailsKnown,
	before: SeenBooking | undefined,
): BookingEvent {
	if (before) return isCancelled(summary) && !before.cancelled ? 'cancelled' : 'changed';
	if (isCancelled(summary)) return isAfter(newSince, cancelledAt(details)) ? 'changed' : 'cancelled';
	return isAfter(newSince, summary.createdDateTime) ? 'changed' : 'new';
}

/** Only the details tell when a booking was cancelled (specification, Booking). */
function cancelledAt(details: DetailsKnown): string | undefined {
	const time = typeof details === 'string' ? null : at(details, 'cancellation', 'cancelledDateTime');
	return typeof time === 'string' && time.endsWith('Z') ? time : undefined;
}

/** At the end of a tick: forget what can no longer come up again. What still waits may be a repeat. */
export function tidy(property: PropertyState, caughtUp: boolean): void {
	if (property.newestModification === undefined) return;
	const horizon = DateTime.fromISO(property.newestModification).minus(RETENTION);
	if (caughtUp && property.backlog.length === 0) {
		property.newSince = later(property.newSince, utcSeconds(horizon));
	}
	forgetBefore(property.seen, horizon.toSeconds(), property.backlog);
}

/** What was forgotten before its time must not come up as new. */
export function forgetUntil(property: PropertyState, seconds: number): void {
	property.newSince = later(property.newSince, utcSeconds(DateTime.fromSeconds(seconds)));
}

/** Where a summary has no modification time, it counts as changed just now: as late as the feed has got. */
function rememberIn(property: PropertyState, summary: BookingSummary, details: DetailsKnown): void {
	const modified = summary.modifiedDateTime || later(property.newestModification, summary.createdDateTime);
	remember(property.seen, summary, details, modified);
}

/** A booking that was never changed may show only when it was made. */
function changedAt({ modifiedDateTime, createdDateTime }: BookingSummary): string | undefined {
	return [modifiedDateTime, createdDateTime].find((time) => !Number.isNaN(Date.parse(time ?? '')));
}

/** Whether both are known and the one lies after the other. */
function isAfter(time: string | undefined, other: string | undefined): boolean {
	return Date.parse(time ?? '') > Date.parse(other ?? '');
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

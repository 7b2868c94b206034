import { DateTime } from 'luxon';

import type { BookingPage, BookingSummary, FeedPosition } from '../shared/bookingsFeed';
import { EARLIEST_MODIFICATION, utcSeconds } from '../shared/dates';
import { at } from '../shared/simplify';
import {
	forgetBefore,
	isCancelled,
	isRepeated,
	keepNewest,
	NOT_LOOKED_AT,
	remember,
	seenBooking,
	stateOf,
	SUMMARY_ALONE,
	type DetailsKnown,
	type Ledger,
	type SeenBooking,
} from './emittedBookings';

/**
 * The decisions about one property, without n8n and without the network: where to read, what is new, what to
 * remember. Times are those of the feed.
 */

export type BookingEvent = 'new' | 'changed' | 'cancelled';

/** A booking that was read but not emitted yet. */
export interface WaitingBooking extends BookingSummary {
	/** The property's `newSince` when the feed showed the booking, if that has moved on. */
	newSince?: string;
}

export interface PropertyState {
	/** Where to read on; absent until the first page was read. */
	continueToken?: string;
	/** Where to start; used until there is a token. Absent: everything since 2009. */
	lastModification?: string;
	/** What was changed before does not count; absent where that is `lastModification` still. */
	start?: string;
	/** A booking that is not remembered and was created earlier than this is an old one that changed. */
	newSince?: string;
	/** The newest modification time the feed has shown. */
	newestModification?: string;
	/** Whether the last page that was read was the end of the feed. */
	caughtUp?: boolean;
	/** What was changed before this may be forgotten for lack of room; it counts once the end is reached. */
	forgottenBefore?: string;
	/** While last pages come without a token: what was changed before this and looks the same is a repeat. */
	repeatsBefore?: string;
	/** In the order in which the feed showed them. */
	backlog: WaitingBooking[];
	seen: Ledger;
}

const HOUR_SECONDS = 3600;
/** A feed whose token is lost is read again from so long before the last known modification (rule 6). */
const REREAD_SECONDS = 48 * HOUR_SECONDS;
/** The memory of what was emitted reaches a little further back than the feed is read again. */
const RETENTION_SECONDS = REREAD_SECONDS + HOUR_SECONDS;

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

/**
 * Takes a page over: its bookings wait in the backlog, with the fields a summary has (specification, Booking)
 * and no others, and the cursor moves. A time later than the service's own clock is taken for that clock.
 */
export function absorbPage(property: PropertyState, page: BookingPage): void {
	const summaries = page.bookingSummaries.map(asShown);
	for (const summary of summaries) {
		if (!isBeforeStart(property, summary) && !isKnown(property, summary)) property.backlog.push(summary);
	}
	const served = secondsOf(instantOf(page.servedAt));
	const times = summaries.map((summary) => earlier(changedAt(summary), served));
	const newest = times.reduce(later, secondsOf(property.newestModification));
	if (!Number.isNaN(newest)) property.newestModification = textOf(newest);
	moveCursor(property, page);
}

const SUMMARY_FIELDS = new Set(['number', 'propertyId', 'status', 'createdDateTime', 'modifiedDateTime']);

/** A summary as the feed shows it. */
export function asShown(summary: BookingSummary): BookingSummary {
	return Object.fromEntries(
		Object.entries(summary).filter(([field]) => SUMMARY_FIELDS.has(field)),
	) as BookingSummary;
}

/** The feed shows bookings again for two days, also those of before the start (rule 6). */
function isBeforeStart({ start, lastModification }: PropertyState, summary: BookingSummary): boolean {
	return changedAt(summary) < secondsOf(start ?? lastModification);
}

/** Whether a booking waits in this very state already, or is one that was read again on purpose. */
function isKnown({ backlog, repeatsBefore, seen }: PropertyState, summary: BookingSummary): boolean {
	const waiting = backlog.filter(({ number }) => number === summary.number).at(-1);
	if (waiting) return stateOf(waiting) === stateOf(summary);
	const isOld = changedAt(summary) < secondsOf(repeatsBefore);
	return isOld && isRepeated(seenBooking(seen, summary), summary, SUMMARY_ALONE);
}

/** A last page without a token is a lost token, unless it is empty: then the one before is still good. */
function moveCursor(
	property: PropertyState,
	{ continueToken, hasMoreData, bookingSummaries }: BookingPage,
): void {
	const newest = secondsOf(property.newestModification);
	const isLost = continueToken === undefined && bookingSummaries.length > 0 && !Number.isNaN(newest);
	property.continueToken = continueToken ?? property.continueToken;
	property.caughtUp = !hasMoreData;
	if (isLost) {
		restart(property);
		property.repeatsBefore = textOf(newest - HOUR_SECONDS);
	} else if (property.caughtUp) {
		delete property.repeatsBefore;
	}
}

/** An HTTP date, as the feed writes instants. */
export function instantOf(servedAt: string | undefined): string | undefined {
	const served = DateTime.fromHTTP(servedAt ?? '');
	return served.isValid ? utcSeconds(served) : undefined;
}

/**
 * After the token was lost: go back to two days before the last known modification (specification, bookings
 * feed rule 6). What was emitted since is remembered, so it is not emitted again.
 */
export function restart(property: PropertyState): void {
	delete property.continueToken;
	const newest = secondsOf(property.newestModification);
	if (Number.isNaN(newest)) return;
	property.start ??= property.lastModification ?? EARLIEST_MODIFICATION;
	property.lastModification = textOf(later(secondsOf(property.start), newest - REREAD_SECONDS));
}

/** Everything the feed held before the trigger was switched on: remembered, not emitted. */
export function takeAsKnown(property: PropertyState): void {
	for (const summary of property.backlog) rememberIn(property, summary, NOT_LOOKED_AT);
	property.backlog = [];
}

/** What a booking of the backlog is, as far as its summary tells. */
export function eventOf(property: PropertyState, waiting: WaitingBooking): BookingEvent {
	return eventAfter(property, waiting, SUMMARY_ALONE, seenBooking(property.seen, waiting));
}

/**
 * Decides about a booking taken from the backlog and remembers it.
 * @param details where details are fetched: modification times are shown in whole seconds, so two changes can
 * share one, and only the details tell them apart
 * @returns the event, or nothing when exactly this was settled before
 */
export function settle(
	property: PropertyState,
	waiting: WaitingBooking,
	details: DetailsKnown,
): BookingEvent | undefined {
	const summary = asShown(waiting);
	const before = seenBooking(property.seen, summary);
	const event = eventAfter(property, waiting, details, before);
	rememberIn(property, summary, details);
	const told = isOfLaterChange(summary, details) ? SUMMARY_ALONE : details;
	return isRepeated(before, summary, told) ? undefined : event;
}

/** Then the details are other ones because of a change that the feed still has to show. */
function isOfLaterChange(summary: BookingSummary, details: DetailsKnown): boolean {
	if (typeof details === 'string') return false;
	return secondsOf(at(details, 'modifiedDateTime')) > changedAt(summary);
}

function eventAfter(
	property: PropertyState,
	waiting: WaitingBooking,
	details: DetailsKnown,
	before: SeenBooking | undefined,
): BookingEvent {
	if (before) return isCancelled(waiting) && !before.cancelled ? 'cancelled' : 'changed';
	const newSince = secondsOf(waiting.newSince ?? property.newSince);
	if (isCancelled(waiting)) return cancelledAt(details) < newSince ? 'changed' : 'cancelled';
	return secondsOf(waiting.createdDateTime) < newSince ? 'changed' : 'new';
}

/** Only the details tell when a booking was cancelled (specification, Booking). */
function cancelledAt(details: DetailsKnown): number {
	const time = typeof details === 'string' ? null : at(details, 'cancellation', 'cancelledDateTime');
	return typeof time === 'string' && time.endsWith('Z') ? secondsOf(time) : NaN;
}

/**
 * Forgets what can no longer come up again. Not before the end of the feed is reached: until then a booking not
 * remembered is new however old it is, so nothing that was emitted may be missing.
 */
export function tidy(property: PropertyState): void {
	if (!property.caughtUp) return;
	const horizon = secondsOf(property.newestModification) - RETENTION_SECONDS;
	moveNewSince(property, later(horizon, secondsOf(property.forgottenBefore)));
	delete property.forgottenBefore;
	forgetBefore(property.seen, horizon, property.backlog);
}

/**
 * Keeps the memory of the property within `most` bookings. Before the end of the feed is reached, what is forgotten
 * is new if it changes once more until then; what comes for the first time stays new.
 */
export function keepWithin(property: PropertyState, most: number): void {
	const forgotten = keepNewest(property.seen, most, property.backlog);
	if (forgotten === undefined) return;
	const before = earlier(forgotten, secondsOf(property.newestModification)) + 1;
	if (property.caughtUp) return moveNewSince(property, before);
	property.forgottenBefore = textOf(later(before, secondsOf(property.forgottenBefore)));
}

/** What is forgotten must never come as new; what waits keeps the instant that applied when it was shown. */
function moveNewSince(property: PropertyState, to: number): void {
	if (Number.isNaN(to) || to <= secondsOf(property.newSince)) return;
	for (const waiting of property.backlog) waiting.newSince ??= property.newSince ?? '';
	property.newSince = textOf(to);
}

/**
 * Where a summary has no modification time, it counts as changed just now: as late as the feed has got. None is
 * forgotten before it counts as created earlier than what is new.
 */
function rememberIn(property: PropertyState, summary: BookingSummary, details: DetailsKnown): void {
	const modified = secondsOf(summary.modifiedDateTime);
	const known = Number.isNaN(modified) ? secondsOf(property.newestModification) : modified;
	remember(property.seen, summary, details, later(known, secondsOf(summary.createdDateTime)));
}

/** A booking that was never changed may show only when it was made. */
function changedAt({ modifiedDateTime, createdDateTime }: BookingSummary): number {
	const modified = secondsOf(modifiedDateTime);
	return Number.isNaN(modified) ? secondsOf(createdDateTime) : modified;
}

/** A time of the feed as epoch seconds; without an offset it is UTC. NaN when it cannot be read. */
function secondsOf(time: unknown): number {
	if (typeof time !== 'string') return NaN;
	const withOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}Z`;
	return Math.floor(Date.parse(withOffset) / 1000);
}

/** Epoch seconds as the feed writes instants. */
function textOf(seconds: number): string {
	return utcSeconds(DateTime.fromSeconds(seconds));
}

/** The later of two instants, as far as they are known. */
function later(one: number, other: number): number {
	return one >= other || Number.isNaN(other) ? one : other;
}

/** The earlier of two instants, as far as they are known. */
function earlier(one: number, other: number): number {
	return one <= other || Number.isNaN(other) ? one : other;
}

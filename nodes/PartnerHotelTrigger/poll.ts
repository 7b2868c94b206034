import { createHash } from 'crypto';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { BookingPage, BookingSummary, FeedPosition } from '../shared/bookingsFeed';
import { utcSeconds } from '../shared/dates';

/**
 * The decisions of the booking trigger, without n8n and without the network: where to read, what is new,
 * what to remember. A tick works on its own copy of the state, which replaces the stored one only at the end.
 */

export type BookingEvent = 'new' | 'changed' | 'cancelled';

export interface TriggerState {
	version: 1;
	propertyId: string;
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
	/** What was emitted of each booking: see `SeenBooking`. */
	seen: Record<string, string>;
}

/**
 * The feed is read again at most from two days before the last known modification (specification, bookings
 * feed rule 6), so the memory of what was emitted reaches a little further back.
 */
export const RETENTION = { days: 2, hours: 1 } as const;

export function startState(propertyId: string, { lastModification }: FeedPosition): TriggerState {
	return {
		version: 1,
		propertyId,
		...(lastModification !== undefined && { lastModification, newSince: lastModification }),
		backlog: [],
		seen: {},
	};
}

/** The stored state, if it is one of this property and of a form this version knows. */
export function knownState(stored: unknown, propertyId: string): TriggerState | undefined {
	const state = stored as Partial<TriggerState> | undefined;
	const usable = state?.version === 1 && state.propertyId === propertyId && Array.isArray(state.backlog);
	return usable ? (state as TriggerState) : undefined;
}

/** Rule 1 of the feed: a token or a date, never both. */
export function positionOf({ continueToken, lastModification }: TriggerState): FeedPosition {
	return continueToken !== undefined ? { continueToken } : { lastModification };
}

/** Takes a page over: the cursor moves, its bookings wait in the backlog. */
export function absorbPage(state: TriggerState, page: BookingPage): void {
	state.continueToken = page.continueToken ?? state.continueToken;
	state.backlog.push(...page.bookingSummaries);
	for (const { modifiedDateTime, createdDateTime } of page.bookingSummaries) {
		const time = modifiedDateTime ?? createdDateTime;
		if (time !== undefined && isAfter(time, state.newestModification)) state.newestModification = time;
	}
}

/**
 * After the service refused the token: go back to two days before the last known modification (specification,
 * bookings feed rule 6). What was emitted since is remembered, so it is not emitted again.
 */
export function restart(state: TriggerState): void {
	delete state.continueToken;
	if (state.newestModification === undefined) return;
	const back = DateTime.fromISO(state.newestModification).minus({ days: 2 });
	if (!isAfter(state.lastModification, utcSeconds(back))) state.lastModification = utcSeconds(back);
}

/** Everything the feed held before the trigger was switched on: remembered, not emitted. */
export function takeAsKnown(state: TriggerState): void {
	for (const summary of state.backlog) remember(state, summary);
	state.backlog = [];
}

/**
 * Decides about the first booking of the backlog and remembers it.
 * @param details where details are fetched: modification times are shown in whole seconds, so two changes can
 * share one, and only the details tell them apart
 * @returns what to emit, or nothing when exactly this was emitted before
 */
export function settleNext(
	state: TriggerState,
	details?: IDataObject,
): { event: BookingEvent; summary: BookingSummary } | undefined {
	const summary = state.backlog.shift();
	if (!summary) return undefined;
	const before = seenBooking(state, summary);
	const event = eventOf(state, summary, before);
	remember(state, summary, details);
	const unchanged =
		before?.summary === fingerprint(summary) &&
		(details === undefined || before.details === fingerprint(details));
	return unchanged ? undefined : { event, summary };
}

function eventOf(
	state: TriggerState,
	summary: BookingSummary,
	before: SeenBooking | undefined,
): BookingEvent {
	if (isCancelled(summary) && !before?.cancelled) return 'cancelled';
	if (before) return 'changed';
	const { createdDateTime } = summary;
	return createdDateTime !== undefined && isAfter(state.newSince, createdDateTime) ? 'changed' : 'new';
}

/** At the end of a tick: forget what can no longer come up again. */
export function tidy(state: TriggerState, caughtUp: boolean): void {
	if (state.newestModification === undefined) return;
	const horizon = DateTime.fromISO(state.newestModification).minus(RETENTION);
	if (caughtUp && state.backlog.length === 0 && isAfter(utcSeconds(horizon), state.newSince)) {
		state.newSince = utcSeconds(horizon);
	}
	for (const [key, value] of Object.entries(state.seen)) {
		if (readSeen(value).modifiedAt < horizon.toSeconds()) delete state.seen[key];
	}
}

/** One emitted booking, kept as a short text: 1000 changes a day must stay far below 100 KB. */
interface SeenBooking {
	cancelled: boolean;
	/** Fingerprints of what was emitted; `details` is empty where none were fetched. */
	summary: string;
	details: string;
	/** Epoch seconds. */
	modifiedAt: number;
}

const FINGERPRINT_LENGTH = 6;
const KEY_LENGTH = 10;

function hash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

function fingerprint(record: IDataObject): string {
	return hash(JSON.stringify(record), FINGERPRINT_LENGTH);
}

function seenBooking(state: TriggerState, { number }: BookingSummary): SeenBooking | undefined {
	const value = state.seen[hash(number, KEY_LENGTH)];
	return value === undefined ? undefined : readSeen(value);
}

function readSeen(value: string): SeenBooking {
	const [status = '', summary = '', details = '', modifiedAt = ''] = value.split('.');
	return { cancelled: status === 'c', summary, details, modifiedAt: parseInt(modifiedAt, 36) };
}

function remember(state: TriggerState, summary: BookingSummary, details?: IDataObject): void {
	const time = summary.modifiedDateTime ?? summary.createdDateTime ?? state.newestModification;
	const modifiedAt = time === undefined ? Infinity : DateTime.fromISO(time).toSeconds();
	state.seen[hash(summary.number, KEY_LENGTH)] = [
		isCancelled(summary) ? 'c' : 'a',
		fingerprint(summary),
		details === undefined ? '' : fingerprint(details),
		Number.isFinite(modifiedAt) ? Math.floor(modifiedAt).toString(36) : '',
	].join('.');
}

function isCancelled({ status }: BookingSummary): boolean {
	return status?.toLowerCase() === 'cancelled';
}

/** Compares two instants of the feed; an absent one is never after, and anything is after an absent one. */
function isAfter(time: string | undefined, other: string | undefined): boolean {
	if (time === undefined) return false;
	if (other === undefined) return true;
	return DateTime.fromISO(time) > DateTime.fromISO(other);
}

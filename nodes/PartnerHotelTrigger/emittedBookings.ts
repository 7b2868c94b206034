import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../shared/api/bookings/bookingsFeed';
import { dayNumber, departureDayOf, factsOf, packFacts } from './bookingFacts';
import { BOOKING_FIELDS, publishedOf } from './bookingFields';

/**
 * The last emitted state of each booking, as short strings: 1,000 changes a day must stay below 150 KB.
 * Keys are hashes of booking numbers. A value holds, at fixed positions, the status (`STATUS_LETTERS`), the
 * fingerprint of the summary, the fingerprint of the details, and when the booking was changed (epoch seconds,
 * base 36); then, after a dot, the facts of its details (`bookingFacts.ts`), if they were read.
 */
export type EmittedBookings = Record<string, string>;

export interface EmittedBooking {
	cancelled: boolean;
	/** Missing if its status is none of the published ones. */
	status?: string;
	/** Packed; missing if no details were read. */
	facts?: string;
	summary: string;
	details: string;
	/** Epoch seconds; NaN if the feed has no times. */
	changedAt: number;
}

export type DetailsKnown = IDataObject | typeof SUMMARY_ALONE | typeof NOT_LOOKED_AT;

const KEY_LENGTH = 8;
const FINGERPRINT_LENGTH = 5;
/** No details were fetched, or there are none: bookings are compared by their summaries. */
export const SUMMARY_ALONE = '.....';
/** The details were never read, so any details are news. */
export const NOT_LOOKED_AT = '?????';

export function findEmitted(
	emitted: EmittedBookings,
	{ number }: BookingSummary,
): EmittedBooking | undefined {
	const value = emitted[keyOf(number)];
	return value === undefined ? undefined : readEntry(value);
}

/** @param changedAt epoch seconds; NaN when unknown */
export function rememberBooking(
	emitted: EmittedBookings,
	summary: BookingSummary,
	details: DetailsKnown,
	changedAt: number,
): void {
	const key = keyOf(summary.number);
	// Deleted first, so that the newest entries are last and the oldest can go first.
	delete emitted[key];
	emitted[key] =
		letterOf(summary) +
		hash(stateOf(summary), FINGERPRINT_LENGTH) +
		(typeof details === 'string' ? details : hash(publishedOf(details, BOOKING_FIELDS), FINGERPRINT_LENGTH)) +
		(Number.isNaN(changedAt) ? '' : changedAt.toString(36)) +
		(typeof details === 'string' ? '' : FACTS_MARK + packFacts(factsOf(details)));
}

const FACTS_MARK = '.';
/** Any other status. */
const OTHER_STATUS = 'a';
const STATUS_LETTERS: Readonly<Record<string, string>> = { c: 'Cancelled', l: 'Active', u: 'Unconfirmed' };

function letterOf(summary: BookingSummary): string {
	if (isCancelled(summary)) return 'c';
	const letter = Object.keys(STATUS_LETTERS).find((one) => STATUS_LETTERS[one] === summary.status);
	return letter ?? OTHER_STATUS;
}

/** The status of a booking; `undefined` if it is none of the published ones (provider: Booking.BookingStatus). */
export function statusKind(summary: BookingSummary): string | undefined {
	return STATUS_LETTERS[letterOf(summary)];
}

/** Whether the details differ from those before; false if those were never read. */
export function detailsDiffer(before: EmittedBooking, details: IDataObject): boolean {
	const { details: fingerprint } = before;
	if (fingerprint === SUMMARY_ALONE || fingerprint === NOT_LOOKED_AT) return false;
	return !isFingerprint(fingerprint, publishedOf(details, BOOKING_FIELDS));
}

/** Whether this state was emitted before. */
export function isRepeated(
	before: EmittedBooking | undefined,
	summary: BookingSummary,
	details: DetailsKnown,
): boolean {
	if (!before || !isFingerprint(before.summary, stateOf(summary))) return false;
	if (before.details === SUMMARY_ALONE || typeof details === 'string') return true;
	return isFingerprint(before.details, publishedOf(details, BOOKING_FIELDS));
}

/** The state of a booking in the feed: its status, and when that changed. */
export function stateOf({ status, createdDateTime, modifiedDateTime }: BookingSummary): string {
	return JSON.stringify([status ?? null, modifiedDateTime || createdDateTime || null]);
}

function isFingerprint(fingerprint: string, text: string): boolean {
	return hash(text, FINGERPRINT_LENGTH) === fingerprint;
}

/** Of one property, bookings that are remembered beyond the horizon because they have not departed yet. */
const MAX_STAYING = 2_000;

/**
 * @param horizon epoch seconds: bookings changed earlier are forgotten, unless they depart later than `today`: a change
 * of theirs can then be told
 * @param waiting bookings of the backlog are kept: they may be repeats
 * @param today `YYYY-MM-DD`
 */
export function forgetBefore(
	emitted: EmittedBookings,
	horizon: number,
	waiting: readonly BookingSummary[],
	today: string,
): void {
	const kept = keysOf(waiting);
	const lastDay = dayNumber(today) ?? -Infinity;
	const staying: string[] = [];
	for (const [key, value] of Object.entries(emitted)) {
		const { changedAt, facts } = readEntry(value);
		if (!(changedAt < horizon) || kept.has(key)) continue;
		if (facts !== undefined && (departureDayOf(facts) ?? -Infinity) > lastDay) staying.push(key);
		else delete emitted[key];
	}
	for (const key of staying.slice(0, Math.max(staying.length - MAX_STAYING, 0))) delete emitted[key];
}

/**
 * Keeps the newest `max` bookings and those of the backlog. Bookings without a time are the first to go.
 * @returns when the newest forgotten booking was changed, in epoch seconds
 */
export function keepNewest(
	emitted: EmittedBookings,
	max: number,
	waiting: readonly BookingSummary[],
): number | undefined {
	const kept = keysOf(waiting);
	const entries = Object.entries(emitted);
	const oldestFirst = entries
		.filter(([key]) => !kept.has(key))
		.map(([key, value]) => ({ key, at: readEntry(value).changedAt || 0 }))
		.sort((one, other) => one.at - other.at);
	const forgotten = oldestFirst.slice(0, Math.max(entries.length - max, 0));
	for (const { key } of forgotten) delete emitted[key];
	return forgotten.at(-1)?.at;
}

export function isCancelled({ status }: BookingSummary): boolean {
	return String(status).toLowerCase() === 'cancelled';
}

function readEntry(value: string): EmittedBooking {
	const detailsAt = 1 + FINGERPRINT_LENGTH;
	const timeAt = detailsAt + FINGERPRINT_LENGTH;
	const [changedAt = '', facts] = value.slice(timeAt).split(FACTS_MARK);
	const status = STATUS_LETTERS[value.charAt(0)];
	return {
		cancelled: value.startsWith('c'),
		...(status !== undefined && { status }),
		...(facts !== undefined && { facts }),
		summary: value.slice(1, detailsAt),
		details: value.slice(detailsAt, timeAt),
		changedAt: parseInt(changedAt, 36),
	};
}

function keysOf(bookings: readonly BookingSummary[]): Set<string> {
	return new Set(bookings.map(({ number }) => keyOf(number)));
}

function keyOf(number: string): string {
	return hash(number, KEY_LENGTH);
}

function hash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

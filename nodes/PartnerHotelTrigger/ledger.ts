import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../shared/bookingsFeed';

/**
 * What was emitted of each booking, as short texts: 1,000 changes a day must stay far below 100 KB.
 * Keys are hashes of booking numbers. A value is, at fixed places: the status (`c` for cancelled), the
 * fingerprint of the summary, the fingerprint of the details, the modification time (epoch seconds, base 36).
 */
export type Ledger = Record<string, string>;

export interface SeenBooking {
	cancelled: boolean;
	summary: string;
	details: string;
	/** Epoch seconds; NaN where the feed shows no times. */
	modifiedAt: number;
}

export type DetailsKnown = IDataObject | typeof SUMMARY_ALONE | typeof NOT_LOOKED_AT;

const KEY_LENGTH = 8;
const FINGERPRINT_LENGTH = 5;
/** The details were not fetched on purpose, or there are none: the summary alone tells a state. */
export const SUMMARY_ALONE = '.....';
/** The details were never looked at: whatever they are, they are news. */
export const NOT_LOOKED_AT = '?????';

export function seenBooking(ledger: Ledger, { number }: BookingSummary): SeenBooking | undefined {
	const value = ledger[keyOf(number)];
	return value === undefined ? undefined : readEntry(value);
}

/** @param modified when it was changed, as far as that is known */
export function remember(
	ledger: Ledger,
	summary: BookingSummary,
	details: DetailsKnown,
	modified: string | undefined,
): void {
	const seconds = Math.floor(Date.parse(modified ?? '') / 1000);
	const entry =
		(isCancelled(summary) ? 'c' : 'a') +
		fingerprint(summary) +
		fingerprintOf(details) +
		(Number.isFinite(seconds) ? seconds.toString(36) : '');
	const key = keyOf(summary.number);
	// The newest entries are last, so that the oldest can go first.
	delete ledger[key];
	ledger[key] = entry;
}

/** Whether exactly this was emitted before. */
export function isRepeated(
	before: SeenBooking | undefined,
	summary: BookingSummary,
	details: DetailsKnown,
): boolean {
	if (before?.summary !== fingerprint(summary)) return false;
	const alone = before.details === SUMMARY_ALONE || typeof details === 'string';
	return alone || before.details === fingerprint(details);
}

/**
 * Forgets what was changed before an instant.
 * @param horizon epoch seconds
 * @param waiting bookings that are still to be settled: they may be repeats
 */
export function forgetBefore(ledger: Ledger, horizon: number, waiting: readonly BookingSummary[]): void {
	const kept = new Set(waiting.map(({ number }) => keyOf(number)));
	for (const [key, value] of Object.entries(ledger)) {
		if (readEntry(value).modifiedAt < horizon && !kept.has(key)) delete ledger[key];
	}
}

/**
 * Keeps the newest `most` entries of all ledgers together; entries without a time are the first to go.
 * @returns for each ledger, when the newest booking it had to forget was changed (epoch seconds)
 */
export function boundLedgers(ledgers: readonly Ledger[], most: number): Array<number | undefined> {
	const entries = ledgers.flatMap((ledger, index) =>
		Object.entries(ledger).map(([key, value]) => ({ index, key, at: readEntry(value).modifiedAt || 0 })),
	);
	const forgotten: Array<number | undefined> = ledgers.map(() => undefined);
	if (entries.length <= most) return forgotten;
	const oldestFirst = entries.sort((one, other) => one.at - other.at);
	for (const { index, key, at } of oldestFirst.slice(0, entries.length - most)) {
		delete ledgers[index]?.[key];
		forgotten[index] = at;
	}
	return forgotten;
}

/** Version 1 kept longer hashes, separated by dots. */
export function ledgerOfVersion1(seen: Record<string, string>): Ledger {
	return Object.fromEntries(
		Object.entries(seen).map(([key, value]) => {
			const [status = 'a', summary = '', details = '', modifiedAt = ''] = value.split('.');
			const kept = details === '' ? SUMMARY_ALONE : details.slice(0, FINGERPRINT_LENGTH);
			return [key.slice(0, KEY_LENGTH), status + summary.slice(0, FINGERPRINT_LENGTH) + kept + modifiedAt];
		}),
	);
}

export function isCancelled({ status }: BookingSummary): boolean {
	return String(status).toLowerCase() === 'cancelled';
}

function readEntry(value: string): SeenBooking {
	const detailsAt = 1 + FINGERPRINT_LENGTH;
	const timeAt = detailsAt + FINGERPRINT_LENGTH;
	return {
		cancelled: value.startsWith('c'),
		summary: value.slice(1, detailsAt),
		details: value.slice(detailsAt, timeAt),
		modifiedAt: parseInt(value.slice(timeAt), 36),
	};
}

function keyOf(number: string): string {
	return hash(number, KEY_LENGTH);
}

function fingerprintOf(details: DetailsKnown): string {
	return typeof details === 'string' ? details : fingerprint(details);
}

function fingerprint(record: IDataObject): string {
	return hash(JSON.stringify(record), FINGERPRINT_LENGTH);
}

function hash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

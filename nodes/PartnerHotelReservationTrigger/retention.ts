import { DAY_SECONDS, wallText } from '../shared/dates/wallClock';
import { feedTime, later, secondsOf } from '../shared/polling/feedTime';
import { firstMinute } from '../shared/polling/firstMinute';
import { boundMemory } from '../shared/polling/memoryBound';
import { forgetRecorded, keepLatestTimes } from './frontDesk';
import { HASH_LENGTH, readKnown, rememberListed, shortenLists } from './knownReservations';
import { instantOfReading } from './searchWindow';
import type { PropertyState, TriggerState } from './state';

/** How long a reservation is remembered after its last stay, and a check-in after its time. */
const REMEMBERED_SECONDS = 14 * DAY_SECONDS;

/** Characters of all properties together: 2.5 MB. */
const MAX_REMEMBERED = 2_500_000;
/** Quotes, colon and comma. */
const AROUND_ENTRY = 6;
/** A stay with both times: key, minutes, and what is around them. */
const RECORDED_ENTRY = 26;
/** Of what a property may remember: for reservations looked at last, because searches list them again. */
const MIN_LOOKED_AT = 0.25;
const MAX_RECORDED = 0.5;
/** A search shows a change within this time, or hardly ever. */
const SHOWN_SECONDS = 2 * 3_600;

/**
 * Forgets reservations and recorded times of more than two weeks ago, once everything up to now was read and looked at:
 * after a pause, nothing is forgotten that the search is about to repeat.
 */
export function forgetOld(property: PropertyState): void {
	if (property.listedAt === undefined || property.backlog.length > 0) return;
	const horizon = instantOfReading(property) - REMEMBERED_SECONDS;
	const zone = property.zone?.name ?? 'utc';
	const minute = wallText(horizon, zone).slice(0, 16);
	for (const [number, text] of Object.entries(property.known)) {
		const { until, modified, seenAt } = readKnown(text);
		if (until === '' || until >= minute) continue;
		if (later(modified, seenAt) < horizon) delete property.known[number];
	}
	if (!property.oldBefore || property.oldBefore < minute) property.oldBefore = minute;
	forgetRecordedBefore(property, horizon, zone);
}

/** Times of the hour that the clocks show twice count as the earlier ones, so all of them are remembered. */
function forgetRecordedBefore(property: PropertyState, instant: number, zone: string): void {
	if (instant <= secondsOf(property.recordedSince ?? property.start)) return;
	property.recordedSince = feedTime(instant);
	forgetRecorded(property.recorded, firstMinute(instant, zone));
}

/**
 * Whether a reservation that is not remembered in full was told before all but its number was forgotten.
 * @param modified epoch seconds: its last change; searches have shown what is some hours old
 */
export function wasToldBefore(
	{ numbersOnlyUntil, ...property }: Pick<PropertyState, 'numbersOnlyUntil' | 'start' | 'readUntil'>,
	modified: number,
): boolean {
	return modified <= Math.min(secondsOf(numbersOnlyUntil), instantOfReading(property) - SHOWN_SECONDS);
}

/** @returns whether something had to be forgotten */
export function boundReservationMemory({ properties }: TriggerState, max: number = MAX_REMEMBERED): boolean {
	return boundMemory(properties, max, sizeOf, keepWithin);
}

function sizeOf({ known, listed, listedCancelled, recorded }: PropertyState): number {
	return sizeOfKnown(known) + listed.length + listedCancelled.length + sizeOfRecorded(recorded);
}

function sizeOfKnown(known: PropertyState['known']): number {
	return Object.entries(known).reduce((sum, entry) => sum + sizeOfEntry(entry), 0);
}

function sizeOfRecorded(recorded: PropertyState['recorded']): number {
	return Object.keys(recorded).length * RECORDED_ENTRY;
}

function sizeOfEntry([number, value]: readonly [string, string]): number {
	return number.length + value.length + AROUND_ENTRY;
}

/**
 * Of the reservations that were looked at longest ago, only keeps that they are there: what changes in them is
 * `changed`. If that is not enough, forgets the oldest recorded times, which are not told again, and at last the
 * reservations that were listed first.
 */
function keepWithin(property: PropertyState, max: number): void {
	const lookedAt = Object.entries(property.known).map((entry) => ({ entry, ...readKnown(entry[1]) }));
	lookedAt.sort((one, other) => one.seenAt - other.seenAt || one.modified - other.modified);
	let tooMuch = sizeOf(property) - max;
	let forLookedAt = sizeOfKnown(property.known);
	for (const { entry, cancelled, seenAt } of lookedAt) {
		if (tooMuch <= 0) return;
		if (forLookedAt <= max * MIN_LOOKED_AT) break;
		rememberListed(property, entry[0], cancelled);
		property.numbersOnlyUntil = feedTime(later(seenAt, secondsOf(property.numbersOnlyUntil)));
		tooMuch -= sizeOfEntry(entry) - HASH_LENGTH;
		forLookedAt -= sizeOfEntry(entry);
	}
	if (tooMuch <= 0) return;
	const forgotten = keepLatestTimes(property.recorded, Math.floor((max * MAX_RECORDED) / RECORDED_ENTRY));
	if (forgotten !== undefined) {
		const after = Math.floor(Date.parse(`${forgotten}Z`) / 1000) + DAY_SECONDS;
		property.recordedSince = feedTime(later(after, secondsOf(property.recordedSince ?? property.start)));
	}
	const forLists = max - forLookedAt - sizeOfRecorded(property.recorded);
	if (shortenLists(property, Math.max(0, forLists))) property.forgetsNumbers = true;
}

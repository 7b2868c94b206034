import { DAY_SECONDS, wallText } from '../shared/dates/wallClock';
import { earlier, feedTime, later, secondsOf } from '../shared/polling/feedTime';
import { firstMinute } from '../shared/polling/firstMinute';
import { forgetUnchanged, nextSearchFrom } from './listedAgain';
import type { ReservationListing, PropertyState, SearchReading } from './state';

/**
 * Which times to search for changes. The search knows whole hotel-local minutes only (specification, PMS), so a range
 * reaches back a little, and over more where clocks were set back.
 */

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Every reading repeats as much: minutes are cut off, and a change may be listed after its time. */
const OVERLAP_SECONDS = 5 * MINUTE_SECONDS;
/** Once an hour, for changes that are listed late. */
const HOURLY_OVERLAP_SECONDS = 2 * HOUR_SECONDS;
/** Once a day, where the search tells times, so that it takes no details. */
const DAILY_OVERLAP_SECONDS = 49 * HOUR_SECONDS;
/** Into the future: the clocks of hotel, service and n8n may differ. */
const AHEAD_SECONDS = DAY_SECONDS;
/** A range is at most 365 days long (specification, Other limits). */
const MAX_SECONDS = 300 * DAY_SECONDS;

/**
 * The range for the next reading, in the zone of the property.
 * @param now epoch seconds
 * @param listsTimes the search tells when reservations were changed
 */
export function nextReading(
	property: PropertyState,
	zone: string,
	now: number,
	listsTimes: boolean,
): SearchReading {
	const depth = depthOf(property, now, listsTimes);
	const overlap = { none: OVERLAP_SECONDS, hour: HOURLY_OVERLAP_SECONDS, day: DAILY_OVERLAP_SECONDS };
	const start = secondsOf(property.start);
	const readUntil = secondsOf(property.readUntil ?? property.start);
	// What changed longer ago may be forgotten: it would be listed as a change.
	const remembered = secondsOf(property.numbersOnlyUntil) + MINUTE_SECONDS;
	const reachesTo = later(readUntil - overlap[depth ?? 'none'], remembered);
	const nearest = earlier(readUntil - OVERLAP_SECONDS, reachesTo);
	const from = later(start, earlier(nearest, nextSearchFrom(property)));
	const latest = Math.max(now, readUntil) + AHEAD_SECONDS;
	const until = Math.min(from + MAX_SECONDS, latest);
	return {
		from: firstMinute(from, zone),
		to: wallText(until, zone).slice(0, 16),
		since: Math.floor(from / MINUTE_SECONDS) * MINUTE_SECONDS,
		state: 'Active',
		...(depth && { depth }),
		until: feedTime(until),
	};
}

function depthOf(
	{ hourlyAt, dailyAt }: Pick<PropertyState, 'hourlyAt' | 'dailyAt'>,
	now: number,
	listsTimes: boolean,
): SearchReading['depth'] {
	const isDue = (at: string | undefined, every: number) => now - secondsOf(at) >= every;
	if (listsTimes && isDue(dailyAt, DAY_SECONDS)) return 'day';
	return isDue(hourlyAt, HOUR_SECONDS) ? 'hour' : undefined;
}

/** Notes that the range was read to its end. @param now epoch seconds of n8n */
export function closeReading(
	property: PropertyState,
	{ since, readAt, until, depth, state }: SearchReading,
	now: number,
): void {
	const end = feedTime(earlier(secondsOf(readAt), secondsOf(until)));
	if (state === 'Active') property.cancelledSearchedSince = end;
	property.readUntil = feedTime(later(secondsOf(property.readUntil ?? property.start), secondsOf(end)));
	if (depth !== undefined || property.hourlyAt === undefined) property.hourlyAt = end;
	if (depth === 'day' || property.dailyAt === undefined) property.dailyAt = end;
	delete property.reading;
	forgetUnchanged(property, since);
	if (property.listing) property.listing.changesAt = now;
}

/** What the chosen events need. */
export interface WatchedChanges {
	/** Rooms are compared, so the previous ones must be known. */
	watchesRooms: boolean;
	/** Reservations that were there at the start are told from new ones, whenever their stays are. */
	watchesAll: boolean;
}

const NEAR_DAYS = 2;
const FAR_DAYS = 360;
/** The first list shows what there was at the start, if that is not longer ago. */
const WEEK_SECONDS = 7 * DAY_SECONDS;
/** While a list is read: a check-in does not wait for the reservations of next year. */
const CHANGES_EVERY_SECONDS = 10 * MINUTE_SECONDS;
/** Ends of the searched stays, in days from now. */
const LISTED_DAYS = [-NEAR_DAYS, NEAR_DAYS, NEAR_DAYS + FAR_DAYS, NEAR_DAYS + 2 * FAR_DAYS];
const LISTED_STATES = ['Active', 'Cancelled'] as const;

/**
 * The next list of reservations: once everything that is not over, or only the stays of these days if no chosen event
 * needs more; then daily those, if their rooms are watched: stays from before the start come near one by one.
 */
export function nextListing(
	property: Pick<PropertyState, 'start' | 'listedAt' | 'listedNear' | 'roomsListedAt'>,
	now: number,
	{ watchesAll, watchesRooms }: WatchedChanges,
): ReservationListing | undefined {
	const first = { part: 0, changesAt: now };
	if (property.listedAt === undefined || (watchesAll && property.listedNear)) {
		const around = earlier(now, later(secondsOf(property.start), now - WEEK_SECONDS));
		return { around, ...first, ...(!watchesAll && { isNear: true }) };
	}
	const isDue = watchesRooms && !(now - secondsOf(property.roomsListedAt) < DAY_SECONDS);
	return isDue ? { around: now, ...first, isNear: true } : undefined;
}

/** Forgets what the list shows again. What it does not show of what was there before is old, except with a daily list. */
export function beginListing(property: PropertyState, listing: ReservationListing, zone: string): void {
	property.unseenRooms = [];
	if (listing.isNear && property.listedAt !== undefined) return;
	const shownFrom = firstListed(listing, zone);
	if (!property.oldBefore || property.oldBefore < shownFrom) property.oldBefore = shownFrom;
	delete property.listedAt;
	delete property.listedNear;
}

/** Whether the list is read next, and not the changes. */
export function isListingNext(
	{ changesAt }: ReservationListing,
	reading: SearchReading | undefined,
): boolean {
	return reading === undefined && changesAt !== undefined;
}

/**
 * A page of the list is read, or fails. Changes are due by time, with a page of the list in between: where a hotel has
 * its turn more rarely, they would always be due.
 * @param now epoch seconds of n8n
 */
export function noteListRead(listing: ReservationListing, now: number): void {
	if (now - (listing.changesAt ?? now) >= CHANGES_EVERY_SECONDS) delete listing.changesAt;
}

/** Hotel-local minute: the list does not show stays that ended earlier. */
function firstListed({ around }: ReservationListing, zone: string): string {
	return wallText(around - NEAR_DAYS * DAY_SECONDS, zone).slice(0, 16);
}

interface ListedPart {
	state: SearchReading['state'];
	from: string;
	to: string;
	isLast: boolean;
}

/** A search by stay, the nearest first; all of a list together show every reservation that is not over. */
export function listedPart({ around, part, isNear }: ReservationListing, zone: string): ListedPart {
	const minute = (days = 0) => wallText(around + days * DAY_SECONDS, zone).slice(0, 16);
	const range = Math.floor(part / LISTED_STATES.length);
	return {
		state: LISTED_STATES[part % LISTED_STATES.length] as SearchReading['state'],
		from: minute(LISTED_DAYS[range]),
		to: minute(LISTED_DAYS[range + 1]),
		isLast: isNear === true || part === LISTED_STATES.length * (LISTED_DAYS.length - 1) - 1,
	};
}

/** Notes that the list was read to its end. */
export function closeListing(
	property: PropertyState,
	{ around, isNear }: ReservationListing,
	servedAt: string,
): void {
	property.roomsListedAt = feedTime(around);
	delete property.listing;
	if (isNear && property.listedAt !== undefined) return;
	property.listedAt = servedAt;
	if (isNear) property.listedNear = true;
}

/** Epoch seconds up to which the changes of a property are known. */
export function instantOfReading({ start, readUntil }: Pick<PropertyState, 'start' | 'readUntil'>): number {
	return secondsOf(readUntil ?? start);
}

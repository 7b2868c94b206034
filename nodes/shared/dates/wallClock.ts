import { DateTime } from 'luxon';

/**
 * The wall clock of a hotel, in whole seconds. An instant is the number of seconds since 1970 UTC; a wall time is the
 * same number for the date and time on the clock as if they were UTC, so that a day always has 86,400 of them.
 */

export const DAY_SECONDS = 86_400;
/** No time zone has a name of this length. */
const MAX_ZONE_LENGTH = 100;
/** In the year 9999: later dates cannot be written as the API does. */
const LAST_SECOND = 253_402_000_000;

/** `HH:mm` or `HH:mm:ss` as seconds since midnight; `undefined` if it is no time of a day. */
export function secondsOfDay(time: string): number | undefined {
	const [, hours, minutes, seconds = 0] = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(time) ?? [];
	const parts = [Number(hours), Number(minutes), Number(seconds)] as const;
	const isTime = parts[0] < 24 && parts[1] < 60 && parts[2] < 60;
	return isTime ? parts[0] * 3600 + parts[1] * 60 + parts[2] : undefined;
}

/** The wall time of midnight; `undefined` for what is no date. @param day `YYYY-MM-DD` */
export function wallMidnight(day: string): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
	const midnight = DateTime.fromISO(day, { zone: 'utc' });
	return midnight.isValid ? midnight.toSeconds() : undefined;
}

/**
 * When the clocks of a zone show a wall time. A time that they show twice is the later one; a time that they skip is
 * as much later as they skip. Infinite beyond the dates that can be written.
 */
export function instantOfWall(wall: number, zone: string): number {
	if (!Number.isFinite(withinDates(wall))) return withinDates(wall);
	const later = wall - offsetAt(wall + DAY_SECONDS, zone);
	return wallOfInstant(later, zone) === wall ? later : wall - offsetAt(wall - DAY_SECONDS, zone);
}

export function wallOfInstant(instant: number, zone: string): number {
	return instant + offsetAt(instant, zone);
}

/** Infinite beyond the dates that can be written. */
export function withinDates(instant: number): number {
	return Math.abs(instant) > LAST_SECOND ? Math.sign(instant) * Infinity : instant;
}

/** In seconds. */
function offsetAt(instant: number, zone: string): number {
	return DateTime.fromSeconds(instant, { zone: zone.slice(0, MAX_ZONE_LENGTH) }).offset * 60;
}

/** `YYYY-MM-DDTHH:mm:ss`, as the clocks of the zone show it. */
export function wallText(instant: number, zone: string): string {
	return DateTime.fromSeconds(instant, { zone: zone.slice(0, MAX_ZONE_LENGTH) }).toFormat(
		"yyyy-MM-dd'T'HH:mm:ss",
	);
}

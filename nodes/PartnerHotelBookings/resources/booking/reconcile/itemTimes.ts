import { DateTime } from 'luxon';

import { wholeDate } from '../../../../shared/dates/instants';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A day in any time zone lies between so much before and so much after it begins in UTC. */
const BEFORE_DAY_MS = 14 * HOUR_MS;
const AFTER_DAY_MS = 36 * HOUR_MS;

const PLAIN =
	/^(?<day>\d{4}-\d{2}-\d{2})[T ](?<time>\d{2}:\d{2}:\d{2}(?:\.\d+)?)(?<offset>Z|[+-]\d{2}:\d{2})?$/;

/**
 * A time of the hotel or of an item as whole seconds since 1970 UTC. NaN: there is none; `undefined`: it is not a time.
 */
export type ReadTime = (value: unknown) => number | undefined;

/** @param zone IANA, of text without an offset */
export function timeReader(zone: string): ReadTime {
	const offsets = new Map<string, number | undefined>();
	const offsetOn = (day: string) => {
		if (!offsets.has(day)) offsets.set(day, offsetOfDay(day, zone));
		return offsets.get(day);
	};
	return (value) => {
		if (value === undefined || value === null || value === '') return NaN;
		const millis = typeof value === 'string' ? millisOfText(value.trim(), zone, offsetOn) : millisOf(value);
		return millis === undefined || Number.isNaN(millis) ? undefined : Math.floor(millis / 1000);
	};
}

/** The usual forms are many times faster without Luxon, and a system can hold 100,000 of them. */
function millisOfText(
	text: string,
	zone: string,
	offsetOn: (day: string) => number | undefined,
): number | undefined {
	const { day, time, offset } = PLAIN.exec(text)?.groups ?? {};
	const dayOffset = day === undefined ? undefined : offsetOn(day);
	if (dayOffset === undefined) return wholeDate(text, zone)?.toMillis();
	if (offset === undefined) return Date.parse(`${day}T${time}Z`) - dayOffset;
	return Date.parse(`${day}T${time}${offset}`);
}

/** What the clocks of the zone are ahead of UTC, in ms; `undefined` if it changes around this day, or is no day. */
function offsetOfDay(day: string, zone: string): number | undefined {
	const start = Date.parse(`${day}T00:00:00Z`);
	// JavaScript takes 30 February for a day of March.
	if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return undefined;
	const [before, after] = [start - BEFORE_DAY_MS, start + AFTER_DAY_MS].map(
		(instant) => DateTime.fromMillis(instant, { zone }).offset,
	) as [number, number];
	return before === after ? before * MINUTE_MS : undefined;
}

/** Database nodes return JavaScript dates, expressions Luxon's. */
function millisOf(value: unknown): number | undefined {
	if (value instanceof Date) return value.getTime();
	const luxon = value as { isLuxonDateTime?: boolean; toMillis?: () => number };
	return luxon.isLuxonDateTime === true ? luxon.toMillis?.() : undefined;
}

/** A time of an item as text; null if there is none. */
export function itemTimeText(value: unknown): string | null {
	if (typeof value === 'string') return value === '' ? null : value;
	const millis = value === undefined || value === null ? undefined : millisOf(value);
	return millis === undefined ? null : new Date(millis).toISOString();
}

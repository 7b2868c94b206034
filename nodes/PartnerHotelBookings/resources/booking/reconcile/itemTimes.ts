import { wholeDate } from '../../../../shared/dates/instants';

const PLAIN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/**
 * A time of the feed or of an item as whole seconds since 1970 UTC; text without an offset is in the given time zone.
 * @returns NaN if there is none, `undefined` for what is not a time
 */
export function secondsOf(value: unknown, zone: string): number | undefined {
	if (value === undefined || value === null || value === '') return NaN;
	const millis = millisOf(value, zone);
	return millis === undefined || Number.isNaN(millis) ? undefined : Math.floor(millis / 1000);
}

/** The form of the feed, many times faster than Luxon. JavaScript takes 30 February for a day of March. */
function plainUtc(text: string): number | undefined {
	if (!PLAIN_UTC.test(text)) return undefined;
	const millis = Date.parse(text);
	const isReal = !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text.slice(0, 19));
	return isReal ? millis : undefined;
}

/** A time of an item as text; null if there is none. */
export function timeText(value: unknown): string | null {
	if (typeof value === 'string') return value === '' ? null : value;
	const millis = value === undefined || value === null ? undefined : millisOf(value, 'utc');
	return millis === undefined ? null : new Date(millis).toISOString();
}

/** Database nodes return JavaScript dates, expressions Luxon's. */
function millisOf(value: unknown, zone: string): number | undefined {
	if (value instanceof Date) return value.getTime();
	if (typeof value === 'string') {
		const text = value.trim();
		return plainUtc(text) ?? wholeDate(text, zone)?.toMillis();
	}
	const luxon = value as { isLuxonDateTime?: boolean; toMillis?: () => number };
	return luxon.isLuxonDateTime === true ? luxon.toMillis?.() : undefined;
}

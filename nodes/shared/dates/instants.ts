import { DateTime } from 'luxon';

import { ParameterError } from '../util/parameterError';

/** With a time zone in brackets at its end. */
const MAX_LENGTH = 100;

/** `YYYY-MM-DDThh:mm:ssZ`: the format of instants in the API. */
export function utcSeconds(instant: DateTime): string {
	return instant.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/**
 * A date the user entered, as an instant. Text without an offset is in the workflow's time zone.
 * @throws ParameterError naming the parameter when it is not a date
 */
export function parseInstant(parameter: string, text: string, timezone: string): DateTime {
	const instant = wholeDate(text, timezone);
	if (instant) return instant;
	throw new ParameterError(
		parameter,
		text,
		'is not a date and time',
		'Enter it like 2026-03-01T14:30:00 (in the time zone of the workflow) or with an offset, like 2026-03-01T14:30:00Z.',
	);
}

/** Only full dates: Luxon would make up the rest of a time or a year alone. */
export function wholeDate(text: string, zone: string): DateTime | undefined {
	return parse(text, { zone });
}

function parse(text: string, options: { zone: string; setZone?: boolean }): DateTime | undefined {
	if (text.length > MAX_LENGTH || !/^\d{4}-?\d{2}-?\d{2}/.test(text)) return undefined;
	const iso = DateTime.fromISO(text, options);
	const time = iso.isValid ? iso : DateTime.fromSQL(text, options);
	return time.isValid ? time : undefined;
}

/** Date and time as written, in their own offset. */
function asWritten(text: string): DateTime | undefined {
	return parse(text, { zone: 'utc', setZone: true });
}

/** Whether the text defines an instant, whatever time zone it is read in. */
export function hasOffset(text: string): boolean {
	const west = wholeDate(text, 'UTC-1');
	return west !== undefined && west.toMillis() === wholeDate(text, 'UTC+1')?.toMillis();
}

/**
 * The day of a text, `YYYY-MM-DD`, if it does not depend on a time zone: the day as written, without an offset or at
 * exactly midnight, which is how programs write a day. Any other instant is a different day elsewhere.
 */
export function namedDay(text: string): string | undefined {
	const written = asWritten(text);
	if (!written) return undefined;
	const isDay = !hasOffset(text) || written.equals(written.startOf('day'));
	return isDay ? written.toFormat('yyyy-MM-dd') : undefined;
}

/**
 * The day that begins in the zone at a time written in UTC, or as the clocks there show it; `undefined` for any other
 * time. Programs that write a day as an instant begin it where they run: 2031-05-20 in Berlin is
 * 2031-05-19T22:00:00.000Z.
 */
export function midnightDay(text: string, zone: string): string | undefined {
	const written = hasOffset(text) ? asWritten(text) : undefined;
	const there = written?.setZone(zone);
	const isReadThere = written?.offset === 0 || written?.offset === there?.offset;
	return there && isReadThere && isMidnight(there) ? there.toFormat('yyyy-MM-dd') : undefined;
}

/** Where clocks skip midnight, the day begins later. */
function isMidnight(time: DateTime): boolean {
	return time.toFormat('HH:mm:ss.SSS') === '00:00:00.000' || time.equals(time.startOf('day'));
}

/** The day of a text that is exactly midnight as written, whatever its offset: it means the whole day. */
export function wholeDay(text: string): string | undefined {
	const written = asWritten(text);
	return written?.equals(written.startOf('day')) ? written.toFormat('yyyy-MM-dd') : undefined;
}

/** The day of a parameter, for an instant in the given time zone. @throws ParameterError when it is no date */
export function dayAt(parameter: string, text: string, zone: string): string {
	return namedDay(text) ?? dayOf(parameter, text, wholeDate(text, zone));
}

/** The date of a document, `YYYY-MM-DD`, as written. @throws ParameterError when it is no date */
export function calendarDate(parameter: string, text: string): string {
	return dayOf(parameter, text, asWritten(text));
}

function dayOf(parameter: string, text: string, time: DateTime | undefined): string {
	if (time) return time.toFormat('yyyy-MM-dd');
	throw new ParameterError(parameter, text, 'is not a date', 'Enter it like 2026-03-01.');
}

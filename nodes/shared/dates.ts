import { DateTime } from 'luxon';

import { ParameterError } from './parameterError';

/** The bookings feed reaches back to here (specification, Other limits). */
export const EARLIEST_MODIFICATION = '2009-01-01T00:00:00Z';

/** `YYYY-MM-DDThh:mm:ssZ`: the form in which the API takes and shows instants. */
export function utcSeconds(instant: DateTime): string {
	return instant.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/**
 * A date the user entered, as an instant. Text without an offset is meant in the workflow's time zone.
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

/** Only whole dates: of a time alone or a year alone, Luxon would invent the rest. */
export function wholeDate(text: string, zone: string): DateTime | undefined {
	if (!/^\d{4}-?\d{2}-?\d{2}/.test(text)) return undefined;
	return [DateTime.fromISO(text, { zone }), DateTime.fromSQL(text, { zone })].find(({ isValid }) => isValid);
}

/** A start date of the bookings feed as it is sent: UTC, with `Z`, not before 2009. */
export function feedInstant(parameter: string, text: string, timezone: string): string {
	const instant = parseInstant(parameter, text, timezone);
	if (instant < DateTime.fromISO(EARLIEST_MODIFICATION)) {
		throw new ParameterError(
			parameter,
			text,
			`is before ${EARLIEST_MODIFICATION}`,
			'The bookings feed starts there. Enter a later date, or leave it empty to read everything.',
		);
	}
	return utcSeconds(instant);
}

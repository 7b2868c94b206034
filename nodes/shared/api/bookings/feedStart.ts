import { DateTime } from 'luxon';

import { parseInstant, utcSeconds } from '../../dates/instants';
import { ParameterError } from '../../util/parameterError';

/** The bookings feed reaches back to here (specification, Other limits). */
export const EARLIEST_MODIFICATION = '2009-01-01T00:00:00Z';

/** A start date of the bookings feed as sent: UTC, with `Z`, not before 2009. */
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

import { DateTime } from 'luxon';

import { hasOffset, namedDay, utcSeconds, wholeDate } from './instants';
import { instantOfWall } from './wallClock';
import { ParameterError } from '../util/parameterError';

/**
 * Converts times to the local time of a hotel, which the API expects. Text without an offset is local time already
 * and is not converted; a value with an offset (n8n's dates, `$now`) is an instant and is converted to the hotel's
 * time zone.
 */
export interface HotelClock {
	/** `YYYY-MM-DDTHH:mm` */
	minute(parameter: string, text: string): Promise<string>;
	/** `YYYY-MM-DD`; exactly midnight means that day, whatever its offset */
	date(parameter: string, text: string): Promise<string>;
	/** `YYYY-MM-DD` */
	today(): Promise<string>;
	/** The instant at which a day begins: UTC, `YYYY-MM-DDThh:mm:ssZ`. @param day `YYYY-MM-DD` */
	start(day: string): Promise<string>;
}

/** Returns the hotel's time zone: for the value of a parameter, or to know what day it is. */
type ZoneFor = (parameter: string, text?: string) => Promise<string>;

/** @param zone called only for a value with an offset, and for today as that of the parameter 'period' */
export function hotelClock(zone: ZoneFor): HotelClock {
	const local = async (parameter: string, text: string, wanted: Wanted): Promise<DateTime> =>
		localTime(parameter, text, hasOffset(text) ? await zone(parameter, text) : 'utc', wanted);
	return {
		minute: async (parameter, text) => (await local(parameter, text, TIME)).toFormat("yyyy-MM-dd'T'HH:mm"),
		date: async (parameter, text) =>
			namedDay(text) ?? (await local(parameter, text, DAY)).toFormat('yyyy-MM-dd'),
		start: async (day) => utcSeconds(DateTime.fromISO(day, { zone: await zone('period') }).startOf('day')),
		today: async () =>
			DateTime.now()
				.setZone(await zone('period'))
				.toFormat('yyyy-MM-dd'),
	};
}

/** A moment the user entered, in whole seconds since 1970 UTC; text without an offset is the hotel's local time. */
export function hotelInstant(parameter: string, text: string, zone: string): number {
	const time = Math.floor(localTime(parameter, text, 'utc', TIME).toSeconds());
	return hasOffset(text) ? time : instantOfWall(time, zone);
}

/** What is said of a text that is none. */
interface Wanted {
	problem: string;
	advice: string;
}

const TIME: Wanted = {
	problem: 'is not a date and time',
	advice:
		"Enter it in the hotel's local time, like 2026-03-01T14:30, or with an offset, like 2026-03-01T14:30:00Z.",
};

const DAY: Wanted = { problem: 'is not a date', advice: 'Enter a date like 2026-03-01.' };

function localTime(parameter: string, text: string, zone: string, { problem, advice }: Wanted): DateTime {
	const time = wholeDate(text, zone);
	if (time) return time;
	throw new ParameterError(parameter, text, problem, advice);
}

export function isZone(zone: string): boolean {
	return DateTime.local({ zone }).isValid;
}

export function validZone(zone: string): string {
	if (isZone(zone)) return zone;
	throw new ParameterError('timeZone', zone, 'is not a time zone', 'Enter an IANA name like Europe/London.');
}

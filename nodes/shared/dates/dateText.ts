import { DateTime } from 'luxon';

import { wholeDate } from './instants';

/** The day of a local time, `YYYY-MM-DD`; null if it has none. */
export function dayOf(time: unknown): string | null {
	const day = typeof time === 'string' ? time.slice(0, 10) : '';
	return wholeDate(day, 'utc') ? day : null;
}

/**
 * A local time of the hotel for people: `Tue 1 Dec 2026, 15:00`. Null if it is no date and time.
 * @param language ISO 639-1; empty: English
 */
export function dateText(time: unknown, language = ''): string | null {
	const local = typeof time === 'string' && time.includes('T') ? wholeDate(time, 'utc') : undefined;
	if (!local) return null;
	// Versions of the locale data differ in the commas of English dates.
	if (language === '' || language === 'en') return local.toFormat('ccc d LLL yyyy, HH:mm', { locale: 'en' });
	return local.setLocale(`${language}-u-ca-gregory-nu-latn`).toLocaleString(LONG);
}

const LONG: Intl.DateTimeFormatOptions = {
	...DateTime.DATETIME_MED_WITH_WEEKDAY,
	hour: '2-digit',
	hourCycle: 'h23',
};

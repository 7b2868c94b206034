import { DateTime } from 'luxon';

/** Days as YYYY-MM-DD. */

/** A day on the hotel's calendar, so many days from today. */
export function dayAt(timeZone: string, days: number): string {
	return DateTime.now().setZone(timeZone).plus({ days }).toISODate() ?? '';
}

/** So many days later. */
export function moved(date: string, days: number): string {
	return DateTime.fromISO(date).plus({ days }).toISODate() ?? '';
}

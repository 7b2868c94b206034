import { DateTime } from 'luxon';

import { plusDays } from '../../../shared/dates/dateRules';
import type { DateRange } from './dateRanges';

export type GroupBy = 'day' | 'week' | 'month' | 'total';

/** The name of a day's period: `2026-03-01`, `2026-W09` (ISO 8601, from Monday), `2026-03` or `total`. */
export function periodOf(date: string, groupBy: GroupBy): string {
	switch (groupBy) {
		case 'day':
			return date;
		case 'week':
			return utc(date).toFormat("kkkk-'W'WW");
		case 'month':
			return date.slice(0, 7);
		case 'total':
			return 'total';
	}
}

/** What to compare with: the weekdays or dates of the year before, or as many days earlier. */
export type CompareWith = 'sameWeekdays' | 'sameDates' | { daysBefore: number };

/**
 * The days that a period is compared with; `undefined` for 29 February alone, which the year before lacks.
 *
 * With the same dates, a period before a leap day has it when the period ends with February, so that months and
 * longer periods lose no day. A single day is compared with a single day.
 */
export function earlierRange({ first, last }: DateRange, comparison: CompareWith): DateRange | undefined {
	if (comparison !== 'sameDates') {
		const days = comparison === 'sameWeekdays' ? 364 : comparison.daysBefore;
		return { first: plusDays(first, -days), last: plusDays(last, -days) };
	}
	const start = yearBefore(first);
	if (first === last) return isLeapDay(first) ? undefined : { first: start, last: start };
	return { first: start, last: plusDays(yearBefore(plusDays(last, 1)), -1) };
}

/** 1 March for 29 February. */
function yearBefore(date: string): string {
	return isLeapDay(date) ? plusDays(date, -365) : utc(date).minus({ years: 1 }).toFormat('yyyy-MM-dd');
}

function isLeapDay(date: string): boolean {
	return date.endsWith('-02-29');
}

function utc(date: string): DateTime {
	return DateTime.fromISO(date, { zone: 'utc' });
}

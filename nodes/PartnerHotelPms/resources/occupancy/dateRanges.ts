import { daysBetween, plusDays } from '../../../shared/dates/dateRules';
import type { DateRange } from '../../../shared/dates/namedPeriods';

export type { DateRange };

/** In days. */
export function lengthOf({ first, last }: DateRange): number {
	return daysBetween(first, last) + 1;
}

/** Longest range of one request (specification, Other limits). */
const MAX_DAYS = 31;

/** Ranges of at most 31 days, in order, that cover the whole. */
export function dateRanges(whole: DateRange): DateRange[] {
	const ranges: DateRange[] = [];
	for (let first = whole.first; first <= whole.last; first = plusDays(first, MAX_DAYS)) {
		const last = plusDays(first, MAX_DAYS - 1);
		ranges.push({ first, last: last < whole.last ? last : whole.last });
	}
	return ranges;
}

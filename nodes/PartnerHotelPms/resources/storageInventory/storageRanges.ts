import { DateTime } from 'luxon';

import { plusDays } from '../../../shared/dates/dateRules';
import type { DateRange } from '../occupancy/dateRanges';

/** Longest range of one request (provider: PMS integration storage). */
const MAX_YEARS = 2;

/** Ranges of at most two years, both days included, in order, that cover the whole. */
export function storageRanges(whole: DateRange): DateRange[] {
	const ranges: DateRange[] = [];
	for (let { first } = whole; first <= whole.last; first = dayAfterRange(first)) {
		const last = plusDays(dayAfterRange(first), -1);
		ranges.push({ first, last: last < whole.last ? last : whole.last });
	}
	return ranges;
}

function dayAfterRange(first: string): string {
	return DateTime.fromISO(first, { zone: 'utc' }).plus({ years: MAX_YEARS }).toFormat('yyyy-MM-dd');
}

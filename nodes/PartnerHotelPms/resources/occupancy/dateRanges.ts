import { plusDays } from '../../../shared/dates/dateRules';

/** Longest range of one request (specification, Other limits). */
export const MAX_DAYS = 31;

/** Ranges of at most 31 days, in order, that cover the whole. */
export function dateRanges(
	start: string,
	end: string,
): Array<{ startStayDate: string; endStayDate: string }> {
	const ranges: Array<{ startStayDate: string; endStayDate: string }> = [];
	for (let from = start; from <= end; from = plusDays(from, MAX_DAYS)) {
		const last = plusDays(from, MAX_DAYS - 1);
		ranges.push({ startStayDate: from, endStayDate: last < end ? last : end });
	}
	return ranges;
}

import { DateTime } from 'luxon';

import { propertyClock } from '../../../shared/api/property/propertyClock';
import { factsIfAvailable } from '../../../shared/api/property/propertyFacts';
import { daysBetween, todayAt } from '../../../shared/dates/dateRules';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import { periodInWords } from '../../../shared/parameters/period';
import type { Api } from '../../../shared/transport/types';
import { ParameterError } from '../../../shared/util/parameterError';
import { lengthOf, type DateRange } from './dateRanges';
import { earlierRange, type CompareWith } from './periods';
import { bookedOnDates, type BookedOnReading } from './pickUp';
import { enteredRange, stayDays } from './stayDates';

/** What the report needs of one property: all dates are those of the hotel's calendar. */
export interface PropertyPlan {
	propertyId: string;
	propertyName: string | null;
	range: DateRange;
	/** `range` is missing if there is nothing to compare with. */
	comparison?: { with: CompareWith; range?: DateRange };
	/** `bookedOn` are the values of `otbDate` to ask for. */
	pickUp?: { since: string; bookedOn: string[] };
}

interface Entered {
	period: string;
	startStayDate: string;
	endStayDate: string;
	compareWith: 'none' | 'range' | 'sameDates' | 'sameWeekdays';
	comparisonStartDate: string;
	comparisonEndDate: string;
	options: { timeZone?: string; pickUpSince?: string; bookedOnReading?: BookedOnReading };
}

/** @throws ParameterError for dates that do not go together */
export async function planOf(api: Api, propertyId: string, values: Entered): Promise<PropertyPlan> {
	const { timeZone, pickUpSince, bookedOnReading = 'thatDay' } = values.options;
	const clock = propertyClock(api, propertyId, timeZone);
	const range = await stayDays(values, clock);
	const comparison = await comparisonOf(values, range, clock);
	const since = pickUpSince === undefined ? undefined : await clock.date('pickUpSince', pickUpSince);
	const facts = await factsIfAvailable(api, propertyId);
	const today = todayAt(DateTime.utc(), timeZone ?? facts?.timeZone).latest;
	if (since !== undefined) requirePast(since, today);
	return {
		propertyId,
		propertyName: facts?.name ?? null,
		range,
		...(comparison && { comparison: { with: comparison, range: earlierRange(range, comparison) } }),
		...(since !== undefined && {
			pickUp: { since, bookedOn: bookedOnDates(bookedOnReading, since, today) },
		}),
	};
}

async function comparisonOf(
	values: Entered,
	range: DateRange,
	clock: HotelClock,
): Promise<CompareWith | undefined> {
	const { compareWith } = values;
	if (compareWith === 'none') return undefined;
	if (compareWith !== 'range') return compareWith;
	const earlier = await enteredRange(values, 'comparisonStartDate', 'comparisonEndDate', clock);
	requireEarlier(earlier, range, periodInWords(values.period));
	return { daysBefore: daysBetween(earlier.first, range.first) };
}

/**
 * @param period by its name; absent: of entered dates
 * @throws ParameterError when the ranges are of different lengths, or the first one is not earlier
 */
export function requireEarlier(earlier: DateRange, range: DateRange, period?: string): void {
	const days = `${range.first} to ${range.last}`;
	if (earlier.first >= range.first) {
		const before = period === undefined ? '{startStayDate}' : `the first day of ${period}`;
		throw new ParameterError(
			'comparisonStartDate',
			earlier.first,
			`is not before ${range.first}`,
			`Choose a day in {comparisonStartDate} that is before ${before}.`,
		);
	}
	const [length, wanted] = [lengthOf(earlier), lengthOf(range)];
	if (length === wanted) return;
	const compared = period === undefined ? inDays(wanted) : `${period}, ${inDays(wanted)}`;
	throw new ParameterError(
		'comparisonEndDate',
		earlier.last,
		`makes a range of ${inDays(length)}, to compare with ${compared}`,
		period === undefined
			? 'Choose a day in {comparisonEndDate} so that the range is as long as that from {startStayDate} to {endStayDate}.'
			: `Choose a day in {comparisonEndDate} so that the range is as long as ${period} (${days}). To compare moving periods, choose a year before in {compareWith}.`,
	);
}

function inDays(count: number): string {
	return count === 1 ? '1 day' : `${count} days`;
}

function requirePast(since: string, today: string): void {
	if (since <= today) return;
	throw new ParameterError(
		'pickUpSince',
		since,
		'is in the future',
		'Choose today or an earlier day in {pickUpSince}.',
	);
}

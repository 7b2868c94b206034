import fc from '../support/fastCheck';

import { lengthOf } from '../../nodes/PartnerHotelPms/resources/occupancy/dateRanges';
import {
	earlierRange,
	periodOf,
	type CompareWith,
	type GroupBy,
} from '../../nodes/PartnerHotelPms/resources/occupancy/periods';
import { periodInWords } from '../../nodes/shared/parameters/period';
import { requireEarlier } from '../../nodes/PartnerHotelPms/resources/occupancy/reportPlan';
import { plusDays } from '../../nodes/shared/dates/dateRules';

const dates = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays('2000-01-01', days));

describe('the period of a day', () => {
	it.each<[string, GroupBy, string]>([
		['2027-03-31', 'day', '2027-03-31'],
		['2027-03-31', 'month', '2027-03'],
		['2027-03-31', 'total', 'total'],
		['2027-03-28', 'week', '2027-W12'],
		['2027-03-29', 'week', '2027-W13'],
		// ISO 8601: the week belongs to the year of its Thursday.
		['2027-01-03', 'week', '2026-W53'],
		['2024-12-30', 'week', '2025-W01'],
	])('%s, by %s: %s', (date, groupBy, expected) => {
		expect(periodOf(date, groupBy)).toBe(expected);
	});
});

describe('the earlier range', () => {
	it.each<[string, CompareWith, [string, string], [string, string] | undefined]>([
		['a Monday with a Monday', 'sameWeekdays', ['2027-03-01', '2027-03-01'], ['2026-03-02', '2026-03-02']],
		[
			'a month, by weekdays, over a leap day',
			'sameWeekdays',
			['2028-12-01', '2028-12-31'],
			['2027-12-03', '2028-01-02'],
		],
		['a month with the month', 'sameDates', ['2027-03-01', '2027-03-31'], ['2026-03-01', '2026-03-31']],
		['a day with the day', 'sameDates', ['2027-03-28', '2027-03-28'], ['2026-03-28', '2026-03-28']],
		['29 February with nothing', 'sameDates', ['2028-02-29', '2028-02-29'], undefined],
		['28 February with 28 February', 'sameDates', ['2029-02-28', '2029-02-28'], ['2028-02-28', '2028-02-28']],
		['28 February, a leap year', 'sameDates', ['2028-02-28', '2028-02-28'], ['2027-02-28', '2027-02-28']],
		['February with 29 days', 'sameDates', ['2028-02-01', '2028-02-29'], ['2027-02-01', '2027-02-28']],
		['February after 29 days', 'sameDates', ['2029-02-01', '2029-02-28'], ['2028-02-01', '2028-02-29']],
		[
			'up to the day before a leap day',
			'sameDates',
			['2028-02-01', '2028-02-28'],
			['2027-02-01', '2027-02-28'],
		],
		['up to 27 February', 'sameDates', ['2029-02-01', '2029-02-27'], ['2028-02-01', '2028-02-27']],
		['from a leap day', 'sameDates', ['2028-02-29', '2028-03-02'], ['2027-03-01', '2027-03-02']],
		['the year after a leap year', 'sameDates', ['2029-01-01', '2029-12-31'], ['2028-01-01', '2028-12-31']],
		['as many days earlier', { daysBefore: 31 }, ['2027-03-05', '2027-03-07'], ['2027-02-02', '2027-02-04']],
	])('%s', (_, comparison, [first, last], expected) => {
		const range = earlierRange({ first, last }, comparison);
		expect(range && [range.first, range.last]).toEqual(expected);
	});

	it('has the same weekdays, for every day', () => {
		const weekday = (date: string) => new Date(`${date}T00:00Z`).getUTCDay();
		fc.assert(
			fc.property(dates, fc.integer({ min: 0, max: 800 }), (first, more) => {
				const range = { first, last: plusDays(first, more) };
				const earlier = earlierRange(range, 'sameWeekdays');
				expect(earlier && weekday(earlier.first)).toBe(weekday(first));
				expect(earlier && lengthOf(earlier)).toBe(lengthOf(range));
			}),
		);
	});

	it('of the same dates loses and repeats no day, in whatever parts of two days or more', () => {
		const parts = fc.array(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(dates, parts, (start, lengths) => {
				let first = start;
				const earlier = lengths.map((length) => {
					const range = { first, last: plusDays(first, length - 1) };
					first = plusDays(first, length);
					return earlierRange(range, 'sameDates');
				});
				earlier.slice(1).forEach((range, index) => {
					expect(range?.first).toBe(plusDays(earlier[index]?.last ?? '', 1));
				});
			}),
		);
	});
});

describe('an earlier range that was entered', () => {
	const range = { first: '2027-03-01', last: '2027-03-31' };

	it('is taken when it is earlier and as long', () => {
		expect(() => requireEarlier({ first: '2027-01-29', last: '2027-02-28' }, range)).not.toThrow();
		expect(() => requireEarlier({ first: '2027-02-28', last: '2027-03-30' }, range)).not.toThrow();
	});

	it.each([
		['2027-03-01', '2027-03-31', 'comparisonStartDate', 'is not before 2027-03-01'],
		['2027-03-02', '2027-04-01', 'comparisonStartDate', 'is not before 2027-03-01'],
		['2027-02-01', '2027-02-28', 'comparisonEndDate', 'makes a range of 28 days, to compare with 31 days'],
		['2027-02-01', '2027-02-01', 'comparisonEndDate', 'makes a range of 1 day, to compare with 31 days'],
	])('from %s to %s is refused', (first, last, parameter, problem) => {
		expect(() => requireEarlier({ first, last }, range)).toThrow(
			expect.objectContaining({ parameter, problem }) as Error,
		);
	});

	it.each([
		[
			'2027-02-01',
			'2027-02-28',
			"makes a range of 28 days, to compare with 'This Month to Date', 31 days",
			"as long as 'This Month to Date' (2027-03-01 to 2027-03-31)",
		],
		['2027-03-01', '2027-03-31', 'is not before 2027-03-01', "the first day of 'This Month to Date'"],
	])('from %s to %s is refused with the name of the period', (first, last, problem, advice) => {
		const name = periodInWords('monthToDate');
		expect(() => requireEarlier({ first, last }, range, name)).toThrow(
			expect.objectContaining({ problem, advice: expect.stringContaining(advice) as string }) as Error,
		);
	});
});

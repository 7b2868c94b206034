import { defineParameter } from '../../../shared/operation/defineOperation';
import { periodDays, periodParameter } from '../../../shared/parameters/period';
import { requireOrder } from '../../../shared/dates/dateRules';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import type { DateRange } from './dateRanges';

export const occupancyPeriod = defineParameter(
	periodParameter({
		named: [
			'last7CompleteDays',
			'last7Days',
			'last30Days',
			'lastMonth',
			'monthToDate',
			'monthToYesterday',
			'next7Days',
			'next30Days',
			'thisMonth',
			'today',
			'tomorrow',
			'yesterday',
		],
		others: [{ name: 'Custom', value: 'custom', description: 'From and to any day' }],
		default: 'monthToDate',
		description: 'Days on the calendar of the hotel. More than 31 days take several requests.',
	}),
);

export const startStayDate = defineParameter({
	displayName: 'Start Date',
	name: 'startStayDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	displayOptions: { show: { period: ['custom'] } },
	default: '',
	placeholder: 'e.g. 2026-03-01',
	description: 'First day, in the time zone of the hotel',
});

export const endStayDate = defineParameter({
	displayName: 'End Date',
	name: 'endStayDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	displayOptions: { show: { period: ['custom'] } },
	default: '',
	placeholder: 'e.g. 2026-03-31',
	description: 'Last day, in the time zone of the hotel',
});

/**
 * The days of two parameters, on the hotel's calendar.
 * @throws ParameterError when one is no date, or the end lies before the start
 */
export async function enteredRange<S extends string, E extends string>(
	values: Record<S | E, string>,
	start: S,
	end: E,
	clock: HotelClock,
): Promise<DateRange> {
	const first = await clock.date(start, values[start]);
	const last = await clock.date(end, values[end]);
	requireOrder({ parameter: start, value: first }, { parameter: end, value: last });
	return { first, last };
}

/** The days of a period by name, or those entered. @throws ParameterError as above */
export async function stayDays(
	values: { period: string; startStayDate: string; endStayDate: string },
	clock: HotelClock,
): Promise<DateRange> {
	const named = await periodDays(values.period, clock);
	return named ?? (await enteredRange(values, 'startStayDate', 'endStayDate', clock));
}

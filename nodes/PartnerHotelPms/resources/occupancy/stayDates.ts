import { defineParameter } from '../../../shared/operation/defineOperation';
import { requireOrder } from '../../../shared/dates/dateRules';
import type { HotelClock } from '../../../shared/dates/hotelClock';
import type { DateRange } from './dateRanges';

export const startStayDate = defineParameter({
	displayName: 'Start Date',
	name: 'startStayDate',
	type: 'dateTime',
	required: true,
	default: '={{ $now.startOf("month").toISODate() }}',
	placeholder: 'e.g. 2026-03-01',
	description: 'First day, in the time zone of the hotel',
});

export const endStayDate = defineParameter({
	displayName: 'End Date',
	name: 'endStayDate',
	type: 'dateTime',
	required: true,
	default: '={{ $now.toISODate() }}',
	placeholder: 'e.g. 2026-03-31',
	description: 'Last day, in the time zone of the hotel. Ranges of more than 31 days take several requests.',
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

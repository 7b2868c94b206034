import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { propertyClock } from '../../../shared/api/propertyClock';
import { withWarnings } from '../../../shared/api/warnings';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { readOverrides } from '../../overrides';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { timeZone } from '../../parameters';
import { dayRecords, fetchDailyOccupancy } from './dailyOccupancy';
import { dateRanges, MAX_DAYS } from './dateRanges';
import { endStayDate, enteredRange, startStayDate } from './stayDates';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Booked On',
			name: 'otbDate',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-02-15',
			description: 'Only bookings created on this day (on-the-books view)',
		},
		...readOverrides,
		timeZone,
	],
});

export const getDailyOccupancy = defineOperation({
	option: {
		name: 'Get Daily',
		value: 'getDaily',
		action: 'Get daily occupancy',
		description:
			'Get occupancy, room counts, revenue, arrivals and guests of a hotel, one item per day in date order',
	},
	readOnly: true,
	parameters: [propertyId, startStayDate, endStayDate, ...paging, options],
	run: async ({ values, api }) => {
		const clock = propertyClock(api, values.propertyId, values.options.timeZone);
		const range = await enteredRange(values, 'startStayDate', 'endStayDate', clock);
		const { otbDate } = values.options;
		const bookedOn = otbDate === undefined ? undefined : await clock.date('otbDate', otbDate);
		const asked = { ...values.options, otbDate: bookedOn };
		const ranges = dateRanges(range).slice(0, Math.ceil(maxOf(values) / MAX_DAYS));
		const days = await mapConcurrently(ranges, REQUESTS_AT_ONCE, async (part) => {
			const body = await fetchDailyOccupancy(api, values.propertyId, part, asked);
			return withWarnings(dayRecords(body), body);
		});
		return days.flat().slice(0, maxOf(values));
	},
});

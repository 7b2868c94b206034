import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { namesOf } from '../../../shared/api/property/names';
import { propertyClock } from '../../../shared/api/property/propertyClock';
import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { readOverrides } from '../../../shared/pms/overrides';
import { propertyId } from '../../../shared/parameters/property';
import { timeZone } from '../../parameters';
import { dayRecords, fetchDailyOccupancy } from './dailyOccupancy';
import { dateRanges } from './dateRanges';
import { endStayDate, occupancyPeriod, startStayDate, stayDays } from './stayDates';

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
			typeOptions: { dateOnly: true },
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
	parameters: [propertyId, occupancyPeriod, startStayDate, endStayDate, options],
	run: async ({ values, api }) => {
		const clock = propertyClock(api, values.propertyId, values.options.timeZone);
		const range = await stayDays(values, clock);
		const { otbDate } = values.options;
		const bookedOn = otbDate === undefined ? undefined : await clock.date('otbDate', otbDate);
		const asked = { ...values.options, otbDate: bookedOn };
		const days = await mapConcurrently(dateRanges(range), REQUESTS_AT_ONCE, async (part) => {
			const body = await fetchDailyOccupancy(api, values.propertyId, part, asked);
			return withWarnings(dayRecords(body), body);
		});
		const { property } = await namesOf(api, values.propertyId);
		const named = { propertyName: property ?? null, propertyId: values.propertyId };
		return days.flat().map((day) => ({ ...day, ...named }));
	},
});

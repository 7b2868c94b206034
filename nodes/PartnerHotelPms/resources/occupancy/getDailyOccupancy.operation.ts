import type { IDataObject } from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { listIn, textIn } from '../../../shared/util/json';
import { requireOrder } from '../../../shared/dates/dateRules';
import { propertyClock } from '../../../shared/api/propertyClock';
import { withWarnings } from '../../../shared/api/warnings';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, readOverrides, withOverrides } from '../../overrides';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { timeZone } from '../../parameters';
import { dateRanges, MAX_DAYS } from './dateRanges';

const startStayDate = defineParameter({
	displayName: 'Start Date',
	name: 'startStayDate',
	type: 'dateTime',
	required: true,
	default: '={{ $now.startOf("month").toISODate() }}',
	placeholder: 'e.g. 2026-03-01',
	description: 'First day, in the time zone of the hotel',
});

const endStayDate = defineParameter({
	displayName: 'End Date',
	name: 'endStayDate',
	type: 'dateTime',
	required: true,
	default: '={{ $now.toISODate() }}',
	placeholder: 'e.g. 2026-03-31',
	description: 'Last day, in the time zone of the hotel. Ranges of more than 31 days take several requests.',
});

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
		const start = {
			parameter: 'startStayDate',
			value: await clock.date('startStayDate', values.startStayDate),
		};
		const end = { parameter: 'endStayDate', value: await clock.date('endStayDate', values.endStayDate) };
		requireOrder(start, end);
		const { otbDate } = values.options;
		const bookedOn = otbDate === undefined ? undefined : await clock.date('otbDate', otbDate);
		const ranges = dateRanges(start.value, end.value).slice(0, Math.ceil(maxOf(values) / MAX_DAYS));
		const days = await mapConcurrently(ranges, REQUESTS_AT_ONCE, async (range) => {
			const request = withOverrides(
				{
					area: 'pmsAnalytics',
					method: 'GET',
					path: '/v1/properties/{propertyId}/daily-occupancy',
					pathParameters: { propertyId: values.propertyId },
					query: { ...range, otbDate: bookedOn },
				},
				values.options,
			);
			const { body } = await api.send(request, {
				errors: overrideErrors({
					message: `The property '${values.propertyId}' was not found`,
					description: "Check 'Property'.",
				}),
			});
			return withWarnings(daysIn(body), body);
		});
		return days.flat().slice(0, maxOf(values));
	},
});

/** One record per day, in date order, each with currency and number of rooms. */
function daysIn(body: unknown): IDataObject[] {
	const { currencyCode = null, propertyRoomCount = null } = body as IDataObject;
	const days = listIn(body, 'dailyOccupancies').map((day) => ({ ...day, currencyCode, propertyRoomCount }));
	return days.sort((a, b) => ((textIn(a, 'date') ?? '') < (textIn(b, 'date') ?? '') ? -1 : 1));
}

import { visibleProperties } from '../../../shared/api/property/propertyList';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import {
	chosenProperties,
	propertySelection as anyProperties,
	selectedProperties,
	selectedProperty,
} from '../../../shared/parameters/propertySelection';
import type { Api } from '../../../shared/transport/types';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { readOverrides } from '../../../shared/pms/overrides';
import { timeZone } from '../../parameters';
import { isImpossible } from './pickUp';
import { reportRows } from './report';
import { chosenFields, reportFields, reportOutput, simplifyRow } from './reportFields';
import { planOf } from './reportPlan';
import { readReports } from './reportReading';
import { endStayDate, occupancyPeriod, startStayDate } from './stayDates';
import { UnreadProperties } from './unreadProperties';

const propertySelection = defineParameter({
	...anyProperties,
	description: 'The properties to report on',
});

const propertyIds = defineParameter({
	...selectedProperties,
	description:
		'The properties to report on. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const groupBy = defineParameter({
	displayName: 'Group By',
	name: 'groupBy',
	type: 'options',
	options: [
		{ name: 'Day', value: 'day', description: 'One item per property and day' },
		{ name: 'Month', value: 'month', description: 'One item per property and calendar month' },
		{ name: 'Total', value: 'total', description: 'One item per property' },
		{ name: 'Week', value: 'week', description: 'One item per property and week, from Monday to Sunday' },
	],
	default: 'day',
	description: 'The days to add up. Weeks and months at the ends of the range have only its days.',
});

const compareWith = defineParameter({
	displayName: 'Compare With',
	name: 'compareWith',
	type: 'options',
	options: [
		{ name: 'Earlier Range', value: 'range', description: 'Any earlier range of the same length' },
		{ name: 'Nothing', value: 'none', description: 'No comparison' },
		{
			name: 'Same Dates a Year Before',
			value: 'sameDates',
			description: 'The same days of the month; 29 February alone has none',
		},
		{
			name: 'Same Weekdays a Year Before',
			value: 'sameWeekdays',
			description: 'The days 364 days earlier: Mondays with Mondays',
		},
	],
	default: 'none',
	description: 'Adds value, difference and percent of an earlier range to each item',
});

const comparisonStartDate = defineParameter({
	displayName: 'Comparison Start Date',
	name: 'comparisonStartDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	displayOptions: { show: { compareWith: ['range'] } },
	default: '',
	placeholder: 'e.g. 2026-02-01',
	description: 'First day of the earlier range, in the time zone of the hotel',
});

const comparisonEndDate = defineParameter({
	displayName: 'Comparison End Date',
	name: 'comparisonEndDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	displayOptions: { show: { compareWith: ['range'] } },
	default: '',
	placeholder: 'e.g. 2026-02-28',
	description: 'Last day of the earlier range, which must have as many days',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Booked-On Date Means',
			name: 'bookedOnReading',
			type: 'options',
			options: [
				{
					name: 'Bookings Made on That Day',
					value: 'thatDay',
					description: 'As specified. The pick-up takes one request per day since then.',
				},
				{
					name: 'Bookings Made Until That Day',
					value: 'untilThatDay',
					description: "As in the provider's scenarios. The pick-up takes one request.",
				},
			],
			default: 'thatDay',
			description:
				"How your provider reads a booked-on date ('otbDate'): its documents contradict each other. Used for 'Pick-Up Since'.",
		},
		{
			displayName: 'Combine Properties',
			name: 'isCombined',
			type: 'boolean',
			default: false,
			description:
				'Whether to add up all properties, in one item per period and currency, instead of one item per property and period',
		},
		{
			displayName: 'Count Closed Rooms',
			name: 'closedAreAvailable',
			type: 'boolean',
			default: false,
			description:
				'Whether closed rooms count as available, as STR and USALI have it, in occupancy, RevPAR and TRevPAR',
		},
		{
			displayName: 'Count Complimentary Rooms',
			name: 'complimentaryAreOccupied',
			type: 'boolean',
			default: false,
			description: 'Whether complimentary rooms count in the occupancy. They never count in the ADR.',
		},
		{
			displayName: 'If a Property Cannot Be Read',
			name: 'ifUnread',
			type: 'options',
			options: [
				{
					name: 'Fail',
					value: 'fail',
					description: 'The report fails with the error of that property',
				},
				{
					name: 'Report the Others',
					value: 'reportOthers',
					description:
						'The property is an item with its ID and its error, after the others. Combined items count it as missing.',
				},
			],
			default: 'reportOthers',
			description: 'What to do if one of several properties cannot be read',
		},
		{
			displayName: 'Pick-Up Since',
			name: 'pickUpSince',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			placeholder: 'e.g. 2026-02-15',
			description:
				'Adds what was on the books at the end of this day, what is now, and the pick-up between, in rooms, room revenue and ADR',
		},
		...readOverrides,
		timeZone,
	],
});

export const getOccupancyReport = defineOperation({
	option: {
		name: 'Get Report',
		value: 'getReport',
		action: 'Get occupancy report',
		description:
			'Get occupancy, ADR, RevPAR, revenue, arrivals and guests of hotels by day, week, month or in total, compared with an earlier time',
	},
	readOnly: true,
	parameters: [
		propertySelection,
		selectedProperty,
		propertyIds,
		occupancyPeriod,
		startStayDate,
		endStayDate,
		groupBy,
		compareWith,
		comparisonStartDate,
		comparisonEndDate,
		reportOutput,
		reportFields,
		options,
	],
	run: async ({ values, api, warn, log, failedRecord }) => {
		const {
			bookedOnReading = 'thatDay',
			isCombined = false,
			closedAreAvailable = false,
			complimentaryAreOccupied = false,
			ifUnread = 'reportOthers',
		} = values.options;
		const fields = values.output === 'simplified' ? chosenFields(values.fields) : undefined;
		const ids = await reportedProperties(api, values);
		const unread = new UnreadProperties(ifUnread === 'fail' && ids.length > 1);
		const planned = await mapConcurrently(ids, REQUESTS_AT_ONCE, async (id) => {
			return await unread.attempt(id, async () => await planOf(api, id, values));
		});
		const plans = planned.filter((plan) => plan !== undefined);
		const reports = await readReports(api, plans, { ...values.options, bookedOnReading, log, unread });
		unread.requireOne(ids);
		const hint = unread.hint(ids);
		if (hint !== undefined) warn(hint);
		if (reports.some(({ pickUp }) => [...(pickUp?.books.values() ?? [])].some(isImpossible))) {
			warn(
				"More rooms were picked up than are sold: the API seems to count the bookings until a booked-on date. Set 'Booked-On Date Means' to 'Bookings Made Until That Day'.",
			);
		}
		const rows = reportRows(reports, {
			groupBy: values.groupBy,
			isCombined,
			missingProperties: unread.count,
			definitions: { closedAreAvailable, complimentaryAreOccupied },
		});
		const names = new Map(plans.map(({ propertyId, propertyName }) => [propertyId, propertyName]));
		const errors = unread.records(ids, (propertyId, error) =>
			failedRecord(error, { propertyId, propertyName: names.get(propertyId) ?? null }),
		);
		const shown = fields ? rows.map((row) => simplifyRow(row, values.groupBy, fields)) : rows;
		// Last, because n8n takes a first item with an error for a failed node.
		return [...shown, ...errors];
	},
});

async function reportedProperties(
	api: Api,
	{
		propertySelection: selection,
		propertyId,
		propertyIds: several,
	}: { propertySelection: 'all' | 'one' | 'several'; propertyId: string; propertyIds: string[] },
): Promise<string[]> {
	const chosen = chosenProperties(selection, propertyId, several);
	return selection === 'all' ? (await visibleProperties(api)).ids : chosen;
}

import { feedInstant } from '../../../shared/api/bookings/feedStart';
import { MAX_BOOKINGS_PAGE, type FeedPosition } from '../../../shared/api/bookings/bookingsFeed';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { periodParameter } from '../../../shared/parameters/period';
import { ParameterError } from '../../../shared/util/parameterError';

const modifiedSinceField = {
	displayName: 'Modified Since',
	name: 'modifiedSince',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2027-03-01T14:00:00',
	description:
		'Only bookings created or changed at or after this time. A time without an offset is in the workflow time zone.',
} as const;

/** Which bookings to list, by when they were made or last changed. */
export const modificationPeriod = defineParameter({
	...periodParameter({
		named: ['last7Days', 'last30Days', 'lastMonth', 'monthToDate', 'today', 'yesterday'],
		others: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'The last 30 days; everything if you filter by arrival',
			},
			{ name: 'Custom', value: 'custom', description: 'Since any time' },
			{ name: 'Everything', value: 'everything', description: 'All bookings since 2009' },
		],
		default: 'automatic',
		description:
			'Bookings that were made in this period, or whose last change or cancellation was. Of several changes, the API tells the last alone. Days are those of the hotel; without access to Content, those of the workflow time zone.',
	}),
});

export const modifiedSince = defineParameter({
	...modifiedSinceField,
	required: true,
	displayOptions: { show: { period: ['custom'] } },
});

/** Where in the feed to start. */
export const feedFilters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	description: 'Where to start in the bookings feed. Without a filter, it starts in 2009.',
	default: {},
	options: [
		{
			displayName: 'Continue Token',
			name: 'continueFrom',
			type: 'string',
			default: '',
			placeholder: 'e.g. nz0LIWvHRNJNSEVRMTc1MDM3',
			description: "The continueToken of an earlier page. Cannot be combined with 'Modified Since'.",
		},
		modifiedSinceField,
	],
});

export const pageSize = defineParameter({
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_BOOKINGS_PAGE, numberPrecision: 0 },
	default: MAX_BOOKINGS_PAGE,
	description: 'How many bookings to read per request, at most 1000',
});

/**
 * The start of the feed from the filters (specification, bookings feed rules 1 and 2).
 * @throws ParameterError when both are given, or the date cannot be used
 */
export function feedPosition(
	{ continueFrom, modifiedSince }: { continueFrom?: string; modifiedSince?: string },
	timezone: string,
): FeedPosition {
	if (continueFrom !== undefined && modifiedSince !== undefined) {
		throw new ParameterError(
			'filters',
			undefined,
			'contain both a continue token and a date',
			'Use either {continueFrom} or {modifiedSince}: the API accepts only one of them.',
		);
	}
	if (continueFrom !== undefined) return { continueToken: continueFrom };
	if (modifiedSince !== undefined) {
		return { lastModification: feedInstant('modifiedSince', modifiedSince, timezone) };
	}
	return {};
}

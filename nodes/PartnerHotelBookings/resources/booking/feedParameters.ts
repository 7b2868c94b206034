import { feedInstant } from '../../../shared/api/feedStart';
import { MAX_BOOKINGS_PAGE, type FeedPosition } from '../../../shared/api/bookingsFeed';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { ParameterError } from '../../../shared/util/parameterError';

/** Where in the feed to start. */
export const filters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	description: 'Without a filter, everything since 2009 is read',
	default: {},
	options: [
		{
			displayName: 'Continue Token',
			name: 'continueFrom',
			type: 'string',
			default: '',
			placeholder: 'e.g. nz0LIWvHRNJNSEVRMTc1MDM3',
			description: "Continue where an earlier page ended. Not to be combined with 'Modified Since'.",
		},
		{
			displayName: 'Modified Since',
			name: 'modifiedSince',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2027-03-01T14:00:00Z',
			description:
				'Only bookings created or changed at or after this time. Without an offset it is read in the time zone of the workflow.',
		},
	],
});

export const pageSize = defineParameter({
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_BOOKINGS_PAGE, numberPrecision: 0 },
	default: MAX_BOOKINGS_PAGE,
	description: 'How many bookings one request reads, at most 1000',
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
			'hold both a continue token and a date',
			'Use either {continueFrom} or {modifiedSince}: the API takes only one of them.',
		);
	}
	if (continueFrom !== undefined) return { continueToken: continueFrom };
	if (modifiedSince !== undefined) {
		return { lastModification: feedInstant('modifiedSince', modifiedSince, timezone) };
	}
	return {};
}

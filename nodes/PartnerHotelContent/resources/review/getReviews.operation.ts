import { readList } from '../../../shared/api/response/lists';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { parseInstant } from '../../../shared/dates/instants';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { reviewPages } from './reviewPages';
import { reviewRequest } from './reviewRequest';
import { simplifyReview } from './simplifyReview';

const filters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which reviews to return',
	options: [
		{
			displayName: 'Since',
			name: 'since',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2027-03-01T14:00:00',
			description:
				'Only reviews published at or after this time; older pages are not read. A time without an offset is in the workflow time zone.',
		},
	],
});

export const getReviews = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many reviews',
		description: 'Get the reviews that guests published about a hotel, the newest first',
	},
	readOnly: true,
	personalColumns: personalColumns.review,
	parameters: [propertyId, ...paging, simplify, filters],
	run: async ({ values, api, timezone }) => {
		const { since } = values.filters;
		const pages = reviewPages(since === undefined ? undefined : parseInstant('since', since, timezone));
		const reviews = await readList(api, reviewRequest('/reviews', values.propertyId), pages, maxOf(values));
		return values.simplify ? reviews.map(simplifyReview) : reviews;
	},
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

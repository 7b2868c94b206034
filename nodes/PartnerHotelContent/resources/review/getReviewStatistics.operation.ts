import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { isRecord } from '../../../shared/util/json';
import { reviewRequest } from './reviewRequest';

export const getReviewStatistics = defineOperation({
	option: {
		name: 'Get Statistics',
		value: 'getStatistics',
		action: 'Get review statistics',
		description: 'Get the average rating of a hotel, out of 10, and the number of its reviews',
	},
	readOnly: true,
	parameters: [propertyId],
	request: (values) => reviewRequest('/reviews/stats', values.propertyId),
	items: (body) => (isRecord(body) ? [body] : []),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

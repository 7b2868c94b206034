import type { Resource } from '../../../shared/operation/defineOperation';
import { getReviews } from './getReviews.operation';
import { getReviewStatistics } from './getReviewStatistics.operation';

export const review: Resource = {
	option: { name: 'Review', value: 'review' },
	operations: [getReviews, getReviewStatistics],
};

import { kept, personal, type RecordFields } from './fields';

/** What guests publish about their stay (provider: Reviews). */
export const reviewRecords = {
	'Reviews.Response': {
		...kept('averageRating', 'nextPageToken', 'reviewsCount'),
		reviews: 'Reviews.Review',
	},
	'Reviews.Review': {
		...kept('id', 'publishDate', 'rating', 'sourceId'),
		...personal('authorName', 'originalText'),
	},
} as const satisfies Readonly<Record<string, RecordFields>>;

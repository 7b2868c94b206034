import { matching } from '../http/fieldTypes.mts';
import { QueryFields } from '../http/queryFields.mts';
import { ok, type ApiResponse, type ApiCall, type Route } from '../http/route.mts';
import type { Property } from '../world/properties.mts';
import { reviewsOf } from '../world/reviews/reviews.mts';
import type { Review } from '../world/reviews/types.mts';
import { toWireInstant } from '../world/time.mts';

const PROPERTY = '/api/reputation-public-reviews/v1/properties/{propertyId}';
const GET = { method: 'GET', area: 'reviews', scope: 'reviews' } as const;
/** The published interface has no parameter for it. */
const PAGE_SIZE = 20;
const TOKEN = matching(/^after-\d{1,10}$/, 'is not a page token');

/** The two operations of the reviews (provider: Reviews). */
export const reviewRoutes: readonly Route[] = [
	{ ...GET, path: `${PROPERTY}/reviews`, onProperty: listReviews },
	{ ...GET, path: `${PROPERTY}/reviews/stats`, onProperty: showStatistics },
];

function listReviews({ sandbox, query }: ApiCall, property: Property): ApiResponse {
	const reviews = reviewsOf(sandbox.world, property, sandbox.clock.now());
	const fields = new QueryFields(query);
	const after = fields.read('nextPageToken', TOKEN)?.slice('after-'.length);
	const position = after === undefined ? -1 : reviews.findIndex(({ id }) => id === after);
	if (after !== undefined && position < 0) throw fields.error('nextPageToken', TOKEN.rule);
	const page = reviews.slice(position + 1, position + 1 + PAGE_SIZE);
	const last = page.at(-1);
	const isLast = last === undefined || last === reviews.at(-1);
	return ok({
		reviews: page.map(serialize),
		...(!isLast && { nextPageToken: `after-${last.id}` }),
	});
}

function showStatistics({ sandbox }: ApiCall, property: Property): ApiResponse {
	const ratings = reviewsOf(sandbox.world, property, sandbox.clock.now()).map(({ rating }) => rating);
	const sum = ratings.reduce((total, rating) => total + rating, 0);
	return ok({
		averageRating: ratings.length === 0 ? null : Math.round((sum / ratings.length) * 10) / 10,
		reviewsCount: ratings.length,
	});
}

function serialize({ id, authorName, publishedMs, rating, text, sourceId }: Review): unknown {
	return { id, authorName, publishDate: toWireInstant(publishedMs), rating, originalText: text, sourceId };
}

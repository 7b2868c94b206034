import { instant, integer, matching, nonEmptyText } from '../http/fieldTypes.mts';
import type { Sandbox } from '../sandbox.mts';
import { reviewId } from '../world/reviews/reviews.mts';
import type { Review } from '../world/reviews/types.mts';
import { readBody, type Input } from './body.mts';
import { propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const REVIEW = {
	rating: integer(0, 10),
	text: nonEmptyText,
	/** Absent = anonymous. */
	authorName: nonEmptyText,
	publishDate: instant,
	sourceId: matching(/^\d{1,9}$/, 'must be a number as text'),
};
/** The given fields of a new review; the others have defaults. */
export type ReviewInput = Input<typeof REVIEW>;

export const reviewRoutes: readonly ControlRoute[] = [
	{ method: 'POST', path: '/properties/:propertyId/reviews', status: 201, handle: write },
];

function write(sandbox: Sandbox, call: ControlCall): { id: string } {
	const { world, clock } = sandbox;
	const property = propertyOf(sandbox, call);
	const { rating, text, authorName, publishDate, sourceId } = readBody(REVIEW, call.body);
	const review: Review = {
		id: reviewId(`${property.id} ${world.changeCount}`),
		authorName: authorName ?? null,
		publishedMs: publishDate ?? clock.now(),
		rating: rating ?? 10,
		text: text ?? 'We would come again.',
		sourceId: sourceId ?? '1',
	};
	world.apply({ kind: 'reviewWritten', propertyId: property.id, review });
	return { id: review.id };
}

import { ok, type Answer, type Query } from '../../http/route.mts';
import { serializePage } from '../../serializers/pmsAnswer.mts';
import { pageOf, pageRequestOf, type Candidate } from './paging.mts';
import type { PmsCall } from './pmsCall.mts';

export interface ListDefinition<T> {
	/** The name of the list in the answer. */
	name: string;
	/** Everything that may be in the list of the query, in the order of the keys. */
	candidates: (query: Query) => Iterable<Candidate<T>>;
	serialize: (item: T, query: Query) => unknown;
	/** The list grows at its end: its last page has a token, too, for what comes later. */
	growing?: boolean;
	/** Refuses a query without what the specification requires. */
	requireIn?: (query: Query) => void;
}

/** Answers a page of a list. */
export function answerPage<T>({ sandbox, params, query }: PmsCall, list: ListDefinition<T>): Answer {
	const { name, growing = false } = list;
	const { world, settings } = sandbox;
	const request = pageRequestOf(query, world.plan.seed, [name, ...Object.values(params)]);
	if (settings.strict) list.requireIn?.(query);
	const { items, hasNextPage, token } = pageOf(list.candidates(request.query), request);
	return ok(
		serializePage(
			{
				name,
				items: items.map((item) => list.serialize(item, request.query)),
				nextPageToken: hasNextPage || growing ? token : null,
				hasNextPage,
				tokenLikeParameter: growing,
			},
			settings.dialect,
		),
	);
}

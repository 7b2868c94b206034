import { ok, type ApiResponse, type Query } from '../../http/route.mts';
import { serializePage } from '../../serializers/pmsResponse.mts';
import { pageOf, pageRequestOf, type Candidate } from './paging.mts';
import type { PmsCall } from './pmsCall.mts';

export interface ListDefinition<T> {
	/** The name of the list in the response. */
	name: string;
	/** Everything that may be in the list of the query, in the order of the keys. */
	candidates: (query: Query) => Iterable<Candidate<T>>;
	serialize: (item: T, query: Query) => unknown;
	/** The list grows at its end: its last page has a token, too, for what comes later. */
	growing?: boolean;
	/** Refuses a query without what the specification requires. */
	requireIn?: (query: Query) => void;
}

/** The response with a page of a list. */
export function pageResponse<T>({ sandbox, params, query }: PmsCall, list: ListDefinition<T>): ApiResponse {
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

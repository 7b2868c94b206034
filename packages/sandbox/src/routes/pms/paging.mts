import { ApiError } from '../../http/apiError.mts';
import type { Query } from '../../http/route.mts';
import { integerText, text } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import { signToken, readSignedToken } from '../../http/signedToken.mts';

/** Something that may be on a page. Candidates come in the order of their keys. */
export interface Candidate<T> {
	/** Compared as text. */
	key: string;
	/** undefined = it does not belong to the list after all. */
	read: () => T | undefined;
}

/** The position of a reader in a list. */
export interface PageRequest {
	/** The query of the first request, which also applies to those with a token. */
	query: Query;
	size: number;
	/** Key of the last item the reader has; empty at the start. */
	after: string;
	/** What the tokens of the list are bound to. */
	binding: string;
}

export interface Page<T> {
	items: T[];
	hasNextPage: boolean;
	/** Continues the list; the last page has one, too. */
	token: string;
}

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 50;
const PARAMETERS_OF_PAGES = new Set(['pageToken']);

/**
 * Reads the paging parameters of a list (specification, PMS). With a page token everything else in the query
 * is ignored: the token carries the query it began with.
 * @param list name and path parameters of the list: a token of another list is refused
 */
export function pageRequestOf(query: Query, seed: number, list: readonly string[]): PageRequest {
	const binding = `sandbox page tokens ${seed} ${list.join('\u0000')}`;
	const token = new QueryFields(query).read('pageToken', text);
	if (token === undefined) return { query, size: sizeOf(query), after: '', binding };
	const content = readSignedToken(token, binding);
	if (content === undefined) {
		throw new ApiError(400, 'InvalidPageToken', 'The pageToken is not a token of this list');
	}
	const [first, after] = JSON.parse(content) as [Query, string];
	return { query: first, size: sizeOf(first), after, binding };
}

/** The page behind the reader's position. */
export function pageOf<T>(candidates: Iterable<Candidate<T>>, request: PageRequest): Page<T> {
	const items: T[] = [];
	let last = request.after;
	let hasNextPage = false;
	for (const { key, read } of candidates) {
		if (key <= request.after) continue;
		const item = read();
		if (item === undefined) continue;
		hasNextPage = items.length === request.size;
		if (hasNextPage) break;
		items.push(item);
		last = key;
	}
	return {
		items,
		hasNextPage,
		token: signToken(JSON.stringify([kept(request.query), last]), request.binding),
	};
}

/** Candidates from a complete list. */
export function candidatesOf<T>(
	items: readonly T[],
	keyOf: (item: T, index: number) => string,
): Candidate<T>[] {
	return items.map((item, index) => ({ key: keyOf(item, index), read: () => item }));
}

/** A key that sorts like the numbers, which may have fractions. */
export function numericKey(...numbers: readonly number[]): string {
	return numbers.map((number) => number.toFixed(6).padStart(24, '0')).join(' ');
}

function sizeOf(query: Query): number {
	return new QueryFields(query).read('maxPageSize', integerText(1, MAX_PAGE_SIZE)) ?? DEFAULT_PAGE_SIZE;
}

function kept(query: Query): Query {
	const fields = new QueryFields(query);
	return Object.fromEntries(
		Object.keys(query)
			.filter((name) => !PARAMETERS_OF_PAGES.has(name))
			.map((name) => [name, fields.read(name, text)]),
	);
}

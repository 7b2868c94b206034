import type { Dialect, JsonObject } from './dialect.mts';

/** A response with one record: the published schema allows null for warnings and errors. */
export function serializeRecord(name: string, record: unknown, dialect: Dialect): JsonObject {
	const nothing = dialect === 'specification' ? [] : null;
	return { warnings: nothing, errors: nothing, [name]: record };
}

/** The statistics; like a record, with null for warnings and errors as published. */
export function serializeOccupancy(statistics: JsonObject, dialect: Dialect): JsonObject {
	const nothing = dialect === 'specification' ? [] : null;
	return { warnings: nothing, errors: nothing, ...statistics };
}

export interface ListPage {
	name: string;
	items: readonly unknown[];
	nextPageToken: string | null;
	hasNextPage: boolean;
	/** The published samples of reservations/search name the token after the parameter. */
	tokenLikeParameter?: boolean;
}

/** A response with a list. The published samples leave warnings and errors out. */
export function serializePage(page: ListPage, dialect: Dialect): JsonObject {
	const { name, items, nextPageToken, hasNextPage } = page;
	if (dialect === 'specification') {
		return { warnings: [], errors: [], nextPageToken, hasNextPage, [name]: items };
	}
	const tokenName = page.tokenLikeParameter === true ? 'pageToken' : 'nextPageToken';
	return { [tokenName]: nextPageToken, hasNextPage, [name]: items };
}

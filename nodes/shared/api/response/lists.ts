import type { IDataObject } from 'n8n-workflow';

import { ResponseError, isRecord, listIn, textIn } from '../../util/json';
import { readPages, type Page } from './pagination';
import { withWarnings } from './messages';
import type { Api, ApiRequest, SendOptions } from '../../transport/types';

/** How a list of the API is read: the request for a page, and the records of its response. */
export interface ListStrategy {
	/** What tells its records apart, if a list can repeat them. */
	key?: string;
	/** @param max how many records are still needed, `Infinity` for all */
	page(request: ApiRequest, cursor: string | undefined, max: number): ApiRequest;
	read(body: unknown): Page;
}

/** A list without pages: below `key`, or the body itself. */
export function wholeList(key?: string): ListStrategy {
	return {
		page: (request) => request,
		read: (body) => ({ records: key === undefined ? bareList(body) : optionalList(body, key) }),
	};
}

function bareList(body: unknown): IDataObject[] {
	if (!Array.isArray(body)) throw new ResponseError('The response of the partner API is not a list');
	return body.filter(isRecord);
}

/** Null is an empty list (provider: list wrappers are nullable). */
function optionalList(body: unknown, key: string): IDataObject[] {
	return isRecord(body) && body[key] === null ? [] : listIn(body, key);
}

const MAX_PMS_PAGE = 100;

/**
 * Paged lists of the PMS (specification, PMS). With a page token, all other parameters are ignored, but sent: the
 * service may reject a request without a required parameter. The token of the next page has two names.
 */
export function pmsList(key: string): ListStrategy {
	return {
		page: (request, cursor, max) => ({
			...request,
			query: {
				...request.query,
				maxPageSize: Math.min(max, MAX_PMS_PAGE),
				...(cursor !== undefined && { pageToken: cursor }),
			},
		}),
		read: (body) => {
			if (isEmptyEnd(body, key)) return { records: [] };
			const records = listIn(body, key);
			const response = body as IDataObject;
			if (response.hasNextPage !== true) return { records };
			const next = textIn(response, 'nextPageToken') ?? textIn(response, 'pageToken');
			return next === undefined ? { records, nextUnknown: true } : { records, next };
		},
	};
}

/** The last page may omit its list (provider: the list is not required). */
function isEmptyEnd(body: unknown, key: string): boolean {
	return isRecord(body) && body.hasNextPage === false && (body[key] === undefined || body[key] === null);
}

const MAX_PROPERTIES_PAGE = 200;

/**
 * The property list of the content area (specification, Content): `since` takes the `next` of the page before. A hotel
 * can be listed again on a later page.
 */
export const propertyPages: ListStrategy = {
	key: 'id',
	page: (request, cursor, max) => ({
		...request,
		query: { ...request.query, since: cursor, count: Math.min(max, MAX_PROPERTIES_PAGE) },
	}),
	read: (body) => {
		const next = isRecord(body) ? textIn(body, 'next') : undefined;
		return { records: optionalList(body, 'properties'), ...(next !== undefined && { next }) };
	},
};

/** Tells whether a record of a list is not there yet. Those without a key are all different. */
export function unseen({ key }: ListStrategy): (record: IDataObject) => boolean {
	const seen = new Set<string>();
	return (record) => {
		const id = key === undefined ? undefined : textIn(record, key);
		if (id === undefined) return true;
		return seen.size < seen.add(id).size;
	};
}

/** The records of a list, at most `max`, each with the messages of its page. */
export async function readList(
	api: Api,
	request: ApiRequest,
	strategy: ListStrategy,
	max: number,
	options?: SendOptions,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const isNew = unseen(strategy);
	const pages = readPages(async (cursor) => {
		const wanted = max - records.length;
		const { body } = await api.send(strategy.page(request, cursor, wanted), options);
		const page = strategy.read(body);
		return { ...page, records: withWarnings(page.records, body) };
	});
	for await (const page of pages) {
		for (const record of page) if (isNew(record)) records.push(record);
		if (records.length >= max) break;
	}
	return records.slice(0, max);
}

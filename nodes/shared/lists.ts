import type { IDataObject } from 'n8n-workflow';

import { AnswerError, isRecord, listIn, textIn } from './answers';
import { readPages, type Page } from './transport/pagination';
import type { Api, ApiRequest, SendOptions } from './transport/types';

/** How a list of the API is read: what a page is asked with, and what its answer holds. */
export interface ListStrategy {
	/** @param max how many records are still wanted, `Infinity` for all */
	page(request: ApiRequest, cursor: string | undefined, max: number): ApiRequest;
	read(body: unknown): Page;
}

/** A list that comes in one piece: below `key`, or as the body itself. */
export function wholeList(key?: string): ListStrategy {
	return {
		page: (request) => request,
		read: (body) => ({ records: key === undefined ? bareList(body) : optionalList(body, key) }),
	};
}

function bareList(body: unknown): IDataObject[] {
	if (!Array.isArray(body)) throw new AnswerError('The answer of the partner API is not a list');
	return body.filter(isRecord);
}

/** A list that may be null stands for an empty one (provider: list wrappers are nullable). */
function optionalList(body: unknown, key: string): IDataObject[] {
	return isRecord(body) && body[key] === null ? [] : listIn(body, key);
}

const MAX_PMS_PAGE = 100;

/**
 * Paged lists of the PMS (specification, PMS). With a page token nothing else is sent. The token of the
 * next page goes by two names.
 */
export function pmsList(key: string): ListStrategy {
	return {
		page: (request, cursor, max) => ({
			...request,
			query:
				cursor === undefined
					? { ...request.query, maxPageSize: Math.min(max, MAX_PMS_PAGE) }
					: { pageToken: cursor },
		}),
		read: (body) => {
			const records = listIn(body, key);
			const answer = body as IDataObject;
			if (answer.hasNextPage !== true) return { records };
			const next = textIn(answer, 'nextPageToken') ?? textIn(answer, 'pageToken');
			if (next !== undefined) return { records, next };
			throw new AnswerError('The answer of the partner API announces another page but lacks its token');
		},
	};
}

const MAX_PROPERTIES_PAGE = 200;

/** The property list of the content area (specification, Content): `since` takes the `next` of the page before. */
export const propertyPages: ListStrategy = {
	page: (request, cursor, max) => ({
		...request,
		query: { ...request.query, since: cursor, count: Math.min(max, MAX_PROPERTIES_PAGE) },
	}),
	read: (body) => {
		const next = isRecord(body) ? textIn(body, 'next') : undefined;
		return { records: optionalList(body, 'properties'), ...(next !== undefined && { next }) };
	},
};

/** The records of a list, at most `max`, each with the warnings that came with its page. */
export async function readList(
	api: Api,
	request: ApiRequest,
	strategy: ListStrategy,
	max: number,
	options?: SendOptions,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const pages = readPages(async (cursor) => {
		const wanted = max - records.length;
		const { body } = await api.send(strategy.page(request, cursor, wanted), options);
		const page = strategy.read(body);
		return { ...page, records: withWarnings(page.records, body) };
	});
	for await (const page of pages) {
		for (const record of page) records.push(record);
		if (records.length >= max) break;
	}
	return records.length > max ? records.slice(0, max) : records;
}

/** Keeps an answer's warnings on its records, under `_warnings`, when there are any. */
export function withWarnings(records: IDataObject[], body: unknown): IDataObject[] {
	const warnings = warningsIn(body);
	return warnings.length === 0 ? records : records.map((record) => ({ ...record, _warnings: warnings }));
}

/** `warnings` without its empty forms: missing, null, `[]`, `[null]`. */
export function warningsIn(body: unknown): IDataObject[] {
	const warnings = isRecord(body) ? body.warnings : undefined;
	return Array.isArray(warnings) ? warnings.filter(isRecord) : [];
}

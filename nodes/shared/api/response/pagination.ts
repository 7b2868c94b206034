import type { IDataObject } from 'n8n-workflow';

import { ResponseError } from '../../util/json';

export interface Page<T = IDataObject> {
	records: T[];
	/** Where the next page starts; absent on the last one. */
	next?: string;
	/** There is a next page, but the response has no cursor for it. */
	nextUnknown?: true;
}

/**
 * Reads pages until there is no next one.
 * @throws ResponseError when a further page is needed and its cursor is missing or was returned before, which would
 * never end
 */
export async function* readPages<T>(
	fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
	start?: string,
): AsyncGenerator<T[]> {
	const readCursors = new Set<string>();
	let cursor = start;
	for (;;) {
		if (cursor !== undefined) readCursors.add(cursor);
		const { records, next, nextUnknown } = await fetchPage(cursor);
		yield records;
		if (nextUnknown) {
			throw new ResponseError(
				'The response of the partner API announces another page but has no token for it',
			);
		}
		if (next === undefined) return;
		if (readCursors.has(next)) {
			throw new ResponseError(
				'The partner API returned the same page token twice, so the list would never end',
				'If it happens every time, report it to the provider of the API.',
			);
		}
		cursor = next;
	}
}

import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { wholeList, type ListStrategy } from '../../../shared/api/response/lists';
import { hasOffset } from '../../../shared/dates/instants';
import { isRecord, textIn } from '../../../shared/util/json';

/** The last place on earth where a day ends. */
const LATEST_ZONE = 'UTC-12';

/** The list of reviews, newest first (provider: Reviews): it ends with the first page that is older at its end. */
export function reviewPages(since?: DateTime): ListStrategy {
	const { read } = wholeList('reviews');
	const isOlder = (review: IDataObject) => since !== undefined && wasPublishedBefore(since, review);
	return {
		key: 'id',
		page: (request, cursor) => ({ ...request, query: { ...request.query, nextPageToken: cursor } }),
		read: (body) => {
			const { records } = read(body);
			const next = isRecord(body) ? textIn(body, 'nextPageToken') : undefined;
			const isLast = next === undefined || records.slice(-1).some(isOlder);
			return { records: records.filter((review) => !isOlder(review)), ...(!isLast && { next }) };
		},
	};
}

/** A date without an offset counts as long as it lasts anywhere; one that cannot be read is not before. */
function wasPublishedBefore(since: DateTime, review: IDataObject): boolean {
	const text = textIn(review, 'publishDate') ?? '';
	const published = DateTime.fromISO(text, { zone: 'utc' });
	if (!published.isValid) return false;
	if (hasOffset(text)) return published < since;
	return text.slice(0, 10) < (since.setZone(LATEST_ZONE).toISODate() ?? '');
}

import type { IDataObject } from 'n8n-workflow';

import { at, textAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';

/** Seen in a public client (provider: Reviews); there are others. */
const SOURCES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'1': 'Booking.com',
		'2': 'TripAdvisor',
		'3': 'Hotels.com',
		'5': 'Agoda',
		'8': 'Trip.com',
		'9': 'Airbnb',
		'12': 'Google',
		'16': 'Yandex',
		'19': 'Ostrovok',
		'20': '2GIS',
		'26': 'Expedia',
		'27': 'Guest Messages',
	}),
);

/** A review as flat, named fields. `rating` is out of 10; `source` is null, or "Source 77" if it has no known name. */
export function simplifyReview(review: IDataObject): IDataObject {
	const sourceId = textAt(review, 'sourceId');
	return {
		publishDate: at(review, 'publishDate'),
		rating: at(review, 'rating'),
		source: sourceId === undefined ? null : (SOURCES.get(sourceId) ?? `Source ${sourceId}`),
		authorName: at(review, 'authorName'),
		text: at(review, 'originalText'),
		...messagesOf(review),
		id: at(review, 'id'),
		sourceId: at(review, 'sourceId'),
	};
}

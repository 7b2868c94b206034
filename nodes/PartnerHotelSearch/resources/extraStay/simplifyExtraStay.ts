import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/property/names';
import { at } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { dateText } from '../../../shared/dates/dateText';
import { priceOf } from '../../price';

/** An early check-in or a late check-out as flat, named fields (provider: Search, extra stay). */
export function simplifyExtraStay(
	extraStay: IDataObject,
	propertyId: string,
	{ property }: Names,
): IDataObject {
	return {
		kind: at(extraStay, 'kind'),
		timeText: dateText(at(extraStay, 'dateTimeLocal')),
		...priceOf(extraStay),
		isOccupyQuota: at(extraStay, 'isOccupyQuota'),
		propertyName: property ?? null,
		dateTimeLocal: at(extraStay, 'dateTimeLocal'),
		...messagesOf(extraStay),
		propertyId,
	};
}

import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/names';
import { at } from '../../../shared/api/records';
import { messagesOf } from '../../../shared/api/warnings';
import { priceOf } from '../../price';

/** An early check-in or a late check-out as flat, named fields (provider: Search, extra stay). */
export function simplifyExtraStay(
	extraStay: IDataObject,
	propertyId: string,
	{ property }: Names,
): IDataObject {
	return {
		propertyId,
		propertyName: property ?? null,
		kind: at(extraStay, 'kind'),
		dateTimeLocal: at(extraStay, 'dateTimeLocal'),
		isOccupyQuota: at(extraStay, 'isOccupyQuota'),
		...priceOf(extraStay),
		...messagesOf(extraStay),
	};
}

import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../../shared/api/response/plainText';
import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';

/** A service as flat, named fields (provider: Content.ServiceInfo). */
export function simplifyService(service: IDataObject): IDataObject {
	return {
		name: at(service, 'name'),
		kind: at(service, 'kind'),
		mealPlanName: at(service, 'mealPlanName'),
		status: at(service, 'status'),
		description: plainText(at(service, 'description')),
		vatPercent: at(service, 'vat', 'percent'),
		vatIncluded: at(service, 'vat', 'included'),
		imageUrls: recordsAt(service, 'images').flatMap((image) => textAt(image, 'url') ?? []),
		...messagesOf(service),
		mealPlanCode: at(service, 'mealPlanCode'),
		id: at(service, 'id'),
	};
}

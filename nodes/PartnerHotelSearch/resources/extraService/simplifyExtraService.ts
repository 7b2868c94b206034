import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/property/names';
import { at } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { textIn } from '../../../shared/util/json';
import { priceOf } from '../../price';

/** A bookable service as flat, named fields (provider: Search, extra service). */
export function simplifyExtraService(
	service: IDataObject,
	propertyId: string,
	{ property, services }: Names,
): IDataObject {
	const serviceId = textIn(service, 'id') ?? null;
	return {
		serviceName: services.get(serviceId ?? '') ?? null,
		kind: at(service, 'kind'),
		...priceOf(service),
		propertyName: property ?? null,
		mealPlanCode: at(service, 'mealPlanCode'),
		calculationMethod: at(service, 'calculationMethod'),
		quantity: at(service, 'quantity'),
		maxQuantity: at(service, 'maxQuantity'),
		adultsQuantity: at(service, 'quantityByGuests', 'adultsServiceQuantity'),
		childrenQuantity: at(service, 'quantityByGuests', 'childrenServiceQuantity'),
		...messagesOf(service),
		propertyId,
		serviceId,
	};
}

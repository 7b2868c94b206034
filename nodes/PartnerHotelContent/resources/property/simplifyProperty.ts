import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../../shared/api/response/plainText';
import { at, recordsAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';

/** A property as flat, named fields; lists become counts. */
export function simplifyProperty(property: IDataObject): IDataObject {
	const address = at(property, 'contactInfo', 'address');
	return {
		name: at(property, 'name'),
		description: plainText(at(property, 'description')),
		stars: at(property, 'stars'),
		currency: at(property, 'currency'),
		timeZone: at(property, 'timeZone', 'id'),
		checkInTime: at(property, 'policy', 'checkInTime'),
		checkOutTime: at(property, 'policy', 'checkOutTime'),
		stayUnitKind: at(property, 'stayUnitKind'),
		countryCode: at(address, 'countryCode'),
		region: at(address, 'region'),
		city: at(address, 'cityName'),
		postalCode: at(address, 'postalCode'),
		addressLine: at(address, 'addressLine'),
		latitude: at(address, 'latitude'),
		longitude: at(address, 'longitude'),
		phone: at(recordsAt(property, 'contactInfo', 'phones')[0], 'phoneNumber'),
		email: firstOf(at(property, 'contactInfo', 'emails')),
		legalEntityName: at(property, 'companyDetails', 'legalEntityName'),
		roomTypeCount: recordsAt(property, 'roomTypes').length,
		ratePlanCount: recordsAt(property, 'ratePlans').length,
		serviceCount: recordsAt(property, 'services').length,
		...messagesOf(property),
		id: at(property, 'id'),
	};
}

function firstOf(list: IDataObject[string]): IDataObject[string] {
	return Array.isArray(list) ? ((list[0] as string | undefined) ?? null) : null;
}

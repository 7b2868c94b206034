import type { IDataObject } from 'n8n-workflow';

import { namesOf } from '../../../shared/api/property/names';
import { at, recordsAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import type { ViewArguments } from '../../../shared/operation/defineOperation';
import { personName } from '../../../shared/pms/stayFields';

/** Guests as flat fields if the user wants them so. */
export async function guestsOut(
	guests: IDataObject[],
	{ values, api }: Pick<ViewArguments<{ propertyId: string; simplify: boolean }>, 'values' | 'api'>,
): Promise<IDataObject[]> {
	if (!values.simplify || guests.length === 0) return guests;
	const { property } = await namesOf(api, values.propertyId);
	return guests.map((guest) => simplifyGuest(guest, values.propertyId, property));
}

/** A guest as flat fields (provider: PMS, guest). Masked parts (`*`) are kept. */
function simplifyGuest(guest: IDataObject, propertyId: string, propertyName?: string): IDataObject {
	const emails = recordsAt(guest, 'emails').flatMap(({ address }) => address ?? []);
	const phones = recordsAt(guest, 'phones').flatMap(({ phoneNumber }) => phoneNumber ?? []);
	return {
		guestName: personName(guest),
		firstName: at(guest, 'personName', 'firstName'),
		middleName: at(guest, 'personName', 'middleName'),
		lastName: at(guest, 'personName', 'lastName'),
		gender: at(guest, 'gender'),
		birthDate: at(guest, 'birthDate'),
		citizenship: at(guest, 'citizenship'),
		status: at(guest, 'status', 'displayName'),
		email: emails[0] ?? null,
		phone: phones[0] ?? null,
		emails,
		phones,
		propertyName: propertyName ?? null,
		...messagesOf(guest),
		propertyId,
		pmsPersonId: at(guest, 'pmsPersonId'),
	};
}

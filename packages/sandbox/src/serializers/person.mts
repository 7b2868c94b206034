import type { Person } from '../world/pms/person.mts';
import { inLanguage, type LanguageCode } from '../world/pms/phrases.mts';
import type { JsonObject } from './dialect.mts';

export function serializePerson(person: Person, language: LanguageCode): JsonObject {
	const status = person.isVip
		? { id: '1', displayName: inLanguage('vip', language) }
		: { id: '0', displayName: inLanguage('notSelected', language) };
	return {
		pmsPersonId: person.id,
		personName: person.name,
		birthDate: person.birthDate,
		citizenship: person.citizenship,
		status,
		emails: person.emails.map((address) => ({ address })),
		phones: person.phones.map((phoneNumber) => ({ phoneNumber })),
		gender: person.gender,
	};
}

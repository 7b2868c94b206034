import type { IDataObject } from 'n8n-workflow';

import { isRecord, textIn } from '../util/json';
import { at, joinedText } from '../api/response/records';

/**
 * The API has two names for the same field (specification and published samples): `roomType`/`roomTypeId`,
 * `room`/`roomId`, `guestIds`/`guestsIds`.
 */
export function roomTypeIdOf(stay: IDataObject): string | undefined {
	return textIn(stay, 'roomTypeId') ?? textIn(stay, 'roomType');
}

export function roomIdOf(stay: IDataObject): string | undefined {
	return textIn(stay, 'roomId') ?? textIn(stay, 'room');
}

export function guestIdsOf(stay: IDataObject): string[] {
	const ids = stay.guestsIds ?? stay.guestIds;
	return Array.isArray(ids)
		? (ids as unknown[]).filter((id) => id !== null && id !== undefined).map(String)
		: [];
}

/** Services ordered with the stay: `options[]` (specification, Cross-references), as ids or as records. */
export function serviceIdsOf(stay: IDataObject): string[] {
	const { options } = stay;
	if (!Array.isArray(options)) return [];
	return (options as unknown[]).flatMap(
		(option) => textIn(isRecord(option) ? option : ({ id: option } as IDataObject), 'id') ?? [],
	);
}

/** `First Last`, as far as known. */
export function personName(person: unknown): string | null {
	const name = at(person, 'personName');
	return joinedText(' ', at(name, 'firstName'), at(name, 'middleName'), at(name, 'lastName'));
}

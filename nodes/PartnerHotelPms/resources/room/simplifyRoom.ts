import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/names';
import { at } from '../../../shared/api/records';
import { messagesOf } from '../../../shared/api/warnings';
import { textIn } from '../../../shared/util/json';

/** A room as flat, named fields (provider: PMS, room). */
export function simplifyRoom(
	room: IDataObject,
	propertyId: string,
	{ property, roomTypes }: Names,
): IDataObject {
	const roomTypeId = textIn(room, 'roomTypeId') ?? null;
	return {
		propertyId,
		propertyName: property ?? null,
		roomId: textIn(room, 'id') ?? null,
		roomName: at(room, 'displayName'),
		roomTypeId,
		roomTypeName: roomTypes.get(roomTypeId ?? '') ?? null,
		floorId: at(room, 'floorId'),
		...messagesOf(room),
	};
}

import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/property/names';
import { at } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import type { FloorFacts } from '../../../shared/pms/floors';
import { byCounting } from '../../../shared/util/byCounting';
import { textIn } from '../../../shared/util/json';

/** Rooms as flat, named fields (provider: PMS, room), as people count: A2 before A10. */
export function simplifyRooms(
	rooms: IDataObject[],
	propertyId: string,
	names: Names,
	floors: ReadonlyMap<string, FloorFacts>,
): IDataObject[] {
	const nameOf = (room: IDataObject) => textIn(room, 'displayName') ?? '';
	return [...rooms]
		.sort((one, other) => byCounting(nameOf(one), nameOf(other)))
		.map((room) => simplifyRoom(room, propertyId, names, floors));
}

function simplifyRoom(
	room: IDataObject,
	propertyId: string,
	{ property, roomTypes }: Names,
	floors: ReadonlyMap<string, FloorFacts>,
): IDataObject {
	const roomTypeId = textIn(room, 'roomTypeId') ?? null;
	const floor = floors.get(textIn(room, 'floorId') ?? '');
	return {
		roomName: at(room, 'displayName'),
		roomTypeName: roomTypes.get(roomTypeId ?? '') ?? null,
		floorName: floor?.name ?? null,
		buildingName: floor?.building ?? null,
		propertyName: property ?? null,
		...messagesOf(room),
		propertyId,
		roomTypeId,
		roomId: textIn(room, 'id') ?? null,
		floorId: at(room, 'floorId'),
	};
}

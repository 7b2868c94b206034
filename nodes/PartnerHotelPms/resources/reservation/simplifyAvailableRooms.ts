import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/names';
import { at } from '../../../shared/api/records';
import { messagesOf } from '../../../shared/api/warnings';
import { textIn } from '../../../shared/util/json';
import type { RoomFacts } from '../../../shared/pms/rooms';

/** The rooms that are free for a room stay, with their names (provider: PMS, available rooms). */
export function simplifyAvailableRooms(
	found: IDataObject,
	{ propertyId, number }: { propertyId: string; number: string },
	{ property, roomTypes }: Names,
	rooms: ReadonlyMap<string, RoomFacts>,
): IDataObject {
	const roomIds = at(found, 'roomIds');
	const currentRoomId = textIn(found, 'currentRoomId') ?? null;
	return {
		propertyId,
		propertyName: property ?? null,
		number,
		pmsRoomStayId: at(found, 'pmsRoomStayId'),
		currentRoomId,
		currentRoomName: rooms.get(currentRoomId ?? '')?.name ?? null,
		rooms: (Array.isArray(roomIds) ? roomIds : []).map((id) => {
			const { name, roomTypeId } = rooms.get(String(id)) ?? {};
			return {
				roomId: String(id),
				roomName: name ?? null,
				roomTypeId: roomTypeId ?? null,
				roomTypeName: roomTypes.get(roomTypeId ?? '') ?? null,
			};
		}),
		...messagesOf(found),
	};
}

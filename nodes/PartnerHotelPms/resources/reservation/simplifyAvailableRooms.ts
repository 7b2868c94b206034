import type { IDataObject } from 'n8n-workflow';

import type { Names } from '../../../shared/api/property/names';
import { at } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { byCounting } from '../../../shared/util/byCounting';
import { textIn } from '../../../shared/util/json';
import type { RoomFacts } from '../../../shared/pms/rooms';

/** The rooms that are free for a room stay by their names, as people count (provider: PMS, available rooms). */
export function simplifyAvailableRooms(
	found: IDataObject,
	{ propertyId, number }: { propertyId: string; number: string },
	{ property, roomTypes }: Names,
	rooms: ReadonlyMap<string, RoomFacts>,
): IDataObject {
	const roomIds = at(found, 'roomIds');
	const currentRoomId = textIn(found, 'currentRoomId') ?? null;
	const free = (Array.isArray(roomIds) ? roomIds : []).map((id) => {
		const { name = null, roomTypeId = null } = rooms.get(String(id)) ?? {};
		const roomTypeName = roomTypes.get(roomTypeId ?? '') ?? null;
		return { roomName: name, roomTypeName, roomId: String(id), roomTypeId };
	});
	return {
		number,
		currentRoomName: rooms.get(currentRoomId ?? '')?.name ?? null,
		rooms: free.sort((one, other) => byCounting(one.roomName ?? '', other.roomName ?? '')),
		propertyName: property ?? null,
		...messagesOf(found),
		propertyId,
		pmsRoomStayId: at(found, 'pmsRoomStayId'),
		currentRoomId,
	};
}

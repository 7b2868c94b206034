import { textIn } from '../shared/answers';
import { pmsList, readList } from '../shared/lists';
import type { Api } from '../shared/transport/types';
import { pmsRequest } from './pmsRequests';

export interface RoomFacts {
	id: string;
	name: string;
	roomTypeId?: string;
}

/** All rooms of a property, by id. */
export async function roomsOf(api: Api, propertyId: string): Promise<Map<string, RoomFacts>> {
	const records = await readList(
		api,
		pmsRequest('GET', '/rooms', { propertyId }),
		pmsList('rooms'),
		Infinity,
	);
	const rooms = records.flatMap((record) => {
		const id = textIn(record, 'id');
		return id === undefined
			? []
			: [{ id, name: textIn(record, 'displayName') ?? id, roomTypeId: textIn(record, 'roomTypeId') }];
	});
	return new Map(rooms.map((room) => [room.id, room]));
}

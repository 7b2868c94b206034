import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { pmsList, readList } from '../shared/api/response/lists';
import { namesOf } from '../shared/api/property/names';
import { ListCache } from '../shared/parameters/listCache';
import { currentValue, labelled, searchNames } from '../shared/parameters/locator';
import type { Api } from '../shared/transport/types';
import { byCounting } from '../shared/util/byCounting';
import { isRecord, textIn } from '../shared/util/json';
import { dependencies } from './listDependencies';
import { pmsRequest, RESERVATION } from '../shared/pms/pmsRequests';
import { roomsForNames, type RoomFacts, type RoomsOverrides } from '../shared/pms/rooms';

/** Rooms as people count: room 9 before room 10. For an assignment, those that are free for the stay come first. */
export async function searchRooms(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchNames(this, dependencies, filter, undefined, async (api) => {
		const property = currentValue(this, 'propertyId');
		const rooms = await roomsForNames(api, property, chosenRoomsOverrides(this));
		const [{ roomTypes }, free] = await Promise.all([namesOf(api, property), freeRooms(this, api, property)]);
		const items = [...rooms.values()].map((room) => roomItem(room, roomTypes, free));
		const sorted = items.sort((one, other) => byCounting(one.name, other.name));
		const isFree = ({ value }: INodeListSearchItems) => free.has(String(value));
		return { records: [...sorted.filter(isFree), ...sorted.filter((item) => !isFree(item))] };
	});
}

function roomItem(
	{ id, name, roomTypeId = '' }: RoomFacts,
	roomTypes: Map<string, string>,
	free: Set<string>,
): INodeListSearchItems {
	const parts = [name, roomTypes.get(roomTypeId), free.has(id) ? 'free for this stay' : undefined];
	return labelled(id, parts.filter((part) => part !== undefined).join(' · '));
}

/** IDs of the rooms that the chosen stay could get; none where no stay is chosen or the API does not say. */
async function freeRooms(context: ILoadOptionsFunctions, api: Api, propertyId: string): Promise<Set<string>> {
	const known = (name: string) => {
		const value: unknown = context.getCurrentNodeParameter(name);
		return String((isRecord(value) ? value.value : value) ?? '').trim();
	};
	if (known('operation') !== 'assignRoom') return new Set();
	const [number, stay] = [known('number'), known('pmsRoomStayId')];
	if (number === '' || stay === '') return new Set();
	const stays = await available.recall(api, [propertyId, number], async () => {
		const request = pmsRequest('GET', `${RESERVATION}/find-available-rooms`, { propertyId, number });
		return await readList(api, request, pmsList('availableRoomForRoomStays'), Infinity).catch(() => null);
	});
	const found = stays?.find((one) => textIn(one, 'pmsRoomStayId') === stay)?.roomIds;
	return new Set(Array.isArray(found) ? (found as unknown[]).map(String) : []);
}

/** By reservation; null if the API does not say. */
const available = new ListCache<IDataObject[] | null>((stays) => stays !== null);

/** n8n does not resolve expressions here. */
export function chosenRoomsOverrides(context: ILoadOptionsFunctions): RoomsOverrides {
	const options = context.getCurrentNodeParameter('options');
	if (!isRecord(options)) return {};
	const chosen: IDataObject = { ...options };
	const path = textIn(chosen, 'roomsRequestPath')?.trim();
	return {
		roomsRequestMethod: chosen.roomsRequestMethod === 'POST' ? 'POST' : 'GET',
		roomsRequestPath: path === '' ? undefined : path,
	};
}

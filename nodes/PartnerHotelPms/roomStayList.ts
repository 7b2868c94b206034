import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { namesOf } from '../shared/api/property/names';
import { absenceOf } from '../shared/api/property/propertyCache';
import { at, recordsAt } from '../shared/api/response/records';
import { ListCache } from '../shared/parameters/listCache';
import { currentValue, labelled, searchNames, type ReadNames } from '../shared/parameters/locator';
import { isBeyondShare } from '../shared/transport/errors';
import type { Api } from '../shared/transport/types';
import { recordIn, textIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { dependencies } from './listDependencies';
import { GUEST, pmsRequest, RESERVATION, reservationErrors } from '../shared/pms/pmsRequests';
import { guestIdsOf, personName, roomIdOf, roomTypeIdOf } from '../shared/pms/stayFields';
import { chosenRoomsOverrides } from './roomList';
import { roomsForNames, type RoomFacts, type RoomsOverrides } from '../shared/pms/rooms';

const lists = new ListCache<INodeListSearchItems[]>();
const guestNames = new ListCache<string | null>();

/** The room stays of the chosen reservation, by room, guest and dates. */
export async function searchRoomStays(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const read: ReadNames = async (api) => {
		const ids = { propertyId: currentValue(this, 'propertyId'), number: currentValue(this, 'number') };
		const overrides = chosenRoomsOverrides(this);
		const key = [ids.propertyId, ids.number, overrides];
		return { records: await lists.recall(api, key, async () => await roomStays(api, ids, overrides)) };
	};
	return await searchNames(this, dependencies, filter, undefined, read);
}

async function roomStays(
	api: Api,
	ids: { propertyId: string; number: string },
	overrides: RoomsOverrides,
): Promise<INodeListSearchItems[]> {
	const { body } = await api.send(pmsRequest('GET', RESERVATION, ids), { errors: reservationErrors(ids) });
	const reservation = recordIn(body, 'reservation');
	const stays = recordsAt(reservation, 'roomStays');
	const customer = personName(reservation.customer);
	const { roomTypes } = await namesOf(api, ids.propertyId);
	const rooms = await roomsForNames(api, ids.propertyId, overrides).catch(() => undefined);
	const items = await mapConcurrently(stays, REQUESTS_AT_ONCE, async (stay) => {
		const guest = (await guestOf(api, ids.propertyId, stay)) ?? customer;
		return stayItem(stay, [roomOf(stay, rooms), roomTypes.get(roomTypeIdOf(stay) ?? ''), guest]);
	});
	return items.flat();
}

function roomOf(stay: IDataObject, rooms: ReadonlyMap<string, RoomFacts> | undefined): string {
	const id = roomIdOf(stay);
	return id === undefined ? 'No room yet' : (rooms?.get(id)?.name ?? `Room ${id}`);
}

/** The first guest by name, if the hotel system says so and the list may still ask. */
async function guestOf(api: Api, propertyId: string, stay: IDataObject): Promise<string | null> {
	const [pmsPersonId] = guestIdsOf(stay);
	if (pmsPersonId === undefined) return null;
	const named = guestNames.recall(api, [propertyId, pmsPersonId], async () => {
		const { body } = await api.send(pmsRequest('GET', GUEST, { propertyId, pmsPersonId }));
		return personName(recordIn(body, 'guest'));
	});
	return await named.catch((error) => {
		if (!isBeyondShare(error) && absenceOf(error) === undefined) throw error;
		return null;
	});
}

function stayItem(stay: IDataObject, about: Array<string | null | undefined>): INodeListSearchItems[] {
	const id = textIn(stay, 'pmsRoomStayId');
	if (id === undefined) return [];
	const day = (key: string) => String(at(stay, key) ?? '?').slice(0, 10);
	const dates = `${day('checkInDateTime')} to ${day('checkOutDateTime')}`;
	const parts = [...about, dates, textIn(stay, 'status')];
	return [labelled(id, parts.filter((part) => part !== null && part !== undefined).join(' · '))];
}

import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { namesOf } from '../shared/api/names';
import { at, recordsAt } from '../shared/api/records';
import { currentValue, labelled, searchNames, type ReadNames } from '../shared/parameters/locator';
import type { Api } from '../shared/transport/types';
import { recordIn, textIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { dependencies } from './listDependencies';
import { GUEST, pmsRequest, RESERVATION, reservationErrors } from '../shared/pms/pmsRequests';
import { guestIdsOf, personName, roomIdOf, roomTypeIdOf } from '../shared/pms/records';
import { chosenRoomsOverrides } from './roomList';
import { roomsForNames } from '../shared/pms/rooms';

/** The room stays of the chosen reservation, by room, guest and dates. */
export async function searchRoomStays(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const read: ReadNames = async (api) => {
		const ids = { propertyId: currentValue(this, 'propertyId'), number: currentValue(this, 'number') };
		const { body } = await api.send(pmsRequest('GET', RESERVATION, ids), { errors: reservationErrors(ids) });
		const reservation = recordIn(body, 'reservation');
		const stays = recordsAt(reservation, 'roomStays');
		const { roomTypes } = await namesOf(api, ids.propertyId);
		const rooms = await roomsForNames(api, ids.propertyId, chosenRoomsOverrides(this)).catch(() => undefined);
		const records = await mapConcurrently(stays, REQUESTS_AT_ONCE, async (stay) => {
			const guest = (await guestOf(api, ids.propertyId, stay)) ?? personName(reservation.customer);
			const room = rooms?.get(roomIdOf(stay) ?? '')?.name ?? 'No room yet';
			return stayItem(stay, [room, roomTypes.get(roomTypeIdOf(stay) ?? ''), guest]);
		});
		return { records: records.flat() };
	};
	return await searchNames(this, dependencies, filter, undefined, read);
}

/** The first guest by name, if the hotel system says so. */
async function guestOf(api: Api, propertyId: string, stay: IDataObject): Promise<string | null> {
	const [pmsPersonId] = guestIdsOf(stay);
	if (pmsPersonId === undefined) return null;
	const sent = api.send(pmsRequest('GET', GUEST, { propertyId, pmsPersonId }));
	return await sent.then(
		({ body }) => personName(recordIn(body, 'guest')),
		() => null,
	);
}

function stayItem(stay: IDataObject, about: Array<string | null | undefined>): INodeListSearchItems[] {
	const id = textIn(stay, 'pmsRoomStayId');
	if (id === undefined) return [];
	const day = (key: string) => String(at(stay, key) ?? '?').slice(0, 10);
	const dates = `${day('checkInDateTime')} to ${day('checkOutDateTime')}`;
	const parts = [...about, dates, textIn(stay, 'status')];
	return [labelled(id, parts.filter((part) => part !== null && part !== undefined).join(' · '))];
}

import type { IDataObject } from 'n8n-workflow';

import { recordsAt } from '../../shared/api/response/records';
import { pmsRequest, RESERVATION, type PmsIds } from '../../shared/pms/pmsRequests';
import { roomIdOf } from '../../shared/pms/stayFields';
import type { Api } from '../../shared/transport/types';
import { recordIn, textIn } from '../../shared/util/json';
import type { ReadBack, Seen } from '../../shared/writes/readBack';

export const HOW_TO_CHECK_STAY = "look at the room stay with 'Reservation → Get' first";
export const HOW_TO_CHECK_ROOMS = "compare the rooms with 'Reservation → Get' first";

const UNKNOWN: Seen = { outcome: 'unknown' };

export function stayIn(reservation: IDataObject, pmsRoomStayId: string): IDataObject | undefined {
	return recordsAt(reservation, 'roomStays').find((stay) => textIn(stay, 'pmsRoomStayId') === pmsRoomStayId);
}

async function reservationNow(api: Api, ids: PmsIds): Promise<IDataObject> {
	const { propertyId, number } = ids;
	const { body } = await api.send(pmsRequest('GET', RESERVATION, { propertyId, number }));
	return recordIn(body, 'reservation');
}

/** Whether a stay has the actual time that was sent: `YYYY-MM-DDTHH:mm`. */
export function actualTimeReadBack(
	ids: PmsIds & { pmsRoomStayId: string },
	field: 'actualCheckInDateTime' | 'actualCheckOutDateTime',
	time: string,
): ReadBack {
	return async (api) => {
		const stay = stayIn(await reservationNow(api, ids), ids.pmsRoomStayId);
		return stay ? seenTime(textIn(stay, field), time) : UNKNOWN;
	};
}

/** A time that is not ours may be that of a colleague, or ours as the hotel rounds it. */
export function seenTime(now: string | undefined, time: string): Seen {
	if (now === undefined) return { outcome: 'notDone' };
	if (now.slice(0, time.length) === time) return { outcome: 'done' };
	return { outcome: 'unknown', figures: `The hotel has ${now}, and ${time} was sent.` };
}

export interface WantedRoom {
	pmsRoomStayId: string;
	/** `null`: none. */
	roomId: string | null;
}

/** Whether the stays have the rooms that were sent. */
export function roomsReadBack(ids: PmsIds, wanted: readonly WantedRoom[]): ReadBack {
	return async (api) => seenRooms(await reservationNow(api, ids), wanted);
}

export function seenRooms(reservation: IDataObject, wanted: readonly WantedRoom[]): Seen {
	const stays = wanted.map(({ pmsRoomStayId }) => stayIn(reservation, pmsRoomStayId));
	if (stays.includes(undefined)) return UNKNOWN;
	const asSent = wanted.filter(({ roomId }, index) => (roomIdOf(stays[index] ?? {}) ?? null) === roomId);
	if (asSent.length === wanted.length) return { outcome: 'done' };
	if (asSent.length === 0) return { outcome: 'notDone' };
	return {
		outcome: 'unknown',
		figures: `${asSent.length} of ${wanted.length} room stays have the room that was sent.`,
	};
}

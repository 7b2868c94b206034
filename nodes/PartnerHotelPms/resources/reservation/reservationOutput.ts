import type { IDataObject } from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/concurrency';
import { recordIn } from '../../../shared/answers';
import { withWarnings } from '../../../shared/lists';
import { namesOf } from '../../../shared/names';
import { recordsAt } from '../../../shared/simplify';
import type { Api } from '../../../shared/transport/types';
import { GUEST, pmsRequest, RESERVATION, reservationErrors } from '../../pmsRequests';
import { guestIdsOf } from '../../records';
import { roomsOf } from '../../rooms';
import { reservationRoomStays, simplifyReservation, type ReservationContext } from './reservationViews';

export interface OutputWish {
	output: 'raw' | 'simplified' | 'roomStays';
	addGuests?: boolean;
	languageCode?: string;
}

/** One reservation, with its warnings. */
export async function fetchReservation(
	api: Api,
	propertyId: string,
	number: string,
	languageCode?: string,
): Promise<IDataObject> {
	const ids = { propertyId, number };
	const request = pmsRequest('GET', RESERVATION, ids, { query: { languageCode } });
	const { body } = await api.send(request, { errors: reservationErrors(ids) });
	return withWarnings([recordIn(body, 'reservation')], body)[0] as IDataObject;
}

/** Reservations as the user wants them. What is asked for around them is read once for all. */
export async function reservationsOut(
	api: Api,
	propertyId: string,
	reservations: IDataObject[],
	wish: OutputWish,
): Promise<IDataObject[]> {
	const guests = wish.addGuests
		? await guestsOf(api, propertyId, reservations, wish.languageCode)
		: undefined;
	if (wish.output === 'raw')
		return reservations.map((reservation) => (guests ? withGuests(reservation, guests) : reservation));
	if (reservations.length === 0) return [];
	const about: ReservationContext = {
		propertyId,
		names: await namesOf(api, propertyId),
		rooms: await roomsOf(api, propertyId),
		guests,
	};
	return wish.output === 'simplified'
		? reservations.map((reservation) => simplifyReservation(reservation, about))
		: reservations.flatMap((reservation) => reservationRoomStays(reservation, about));
}

function withGuests(reservation: IDataObject, guests: Map<string, IDataObject>): IDataObject {
	const ids = new Set(recordsAt(reservation, 'roomStays').flatMap(guestIdsOf));
	return { ...reservation, guests: [...ids].flatMap((id) => guests.get(id) ?? []) };
}

async function guestsOf(
	api: Api,
	propertyId: string,
	reservations: IDataObject[],
	languageCode?: string,
): Promise<Map<string, IDataObject>> {
	const stays = reservations.flatMap((reservation) => recordsAt(reservation, 'roomStays'));
	const ids = [...new Set(stays.flatMap(guestIdsOf))];
	const guests = await mapConcurrently(ids, REQUESTS_AT_ONCE, async (pmsPersonId) => {
		const request = pmsRequest('GET', GUEST, { propertyId, pmsPersonId }, { query: { languageCode } });
		const { body } = await api.send(request);
		return [pmsPersonId, recordIn(body, 'guest')] as const;
	});
	return new Map(guests);
}

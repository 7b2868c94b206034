import type { IDataObject } from 'n8n-workflow';

import { noNames } from '../api/property/names';
import { namesForPolledItems } from '../api/property/propertyNames';
import { recordsAt } from '../api/response/records';
import type { Api, SendOptions } from '../transport/types';
import { guestsOf, type GuestResponses, type OutputOptions } from './reservationOutput';
import type { ReservationContext } from './reservationViews';
import { roomsForItems, type RoomFacts } from './rooms';
import { roomIdOf } from './stayFields';

/** What items show besides the reservation. All of it is optional: no event waits for it, or is lost without it. */
export interface Additions {
	names: ReservationContext['names'];
	rooms: ReadonlyMap<string, RoomFacts>;
	guests?: GuestResponses;
	/** What could not be read. */
	missing: string[];
}

export async function readReservationAdditions(
	api: Api,
	propertyId: string,
	reservations: IDataObject[],
	{ output, addGuests, languageCode, withoutPersonalData, ...overrides }: OutputOptions,
	options?: SendOptions,
): Promise<Additions> {
	const missing: string[] = [];
	const additions: Additions = { names: noNames, rooms: new Map(), missing };
	if (reservations.length === 0) return additions;
	const without = (what: string) => () => void missing.push(what);
	const [names, rooms, guests] = await Promise.all([
		output === 'raw' ? noNames : namesForPolledItems(api, propertyId, options).catch(without('names')),
		output === 'raw'
			? undefined
			: roomsForItems(api, propertyId, overrides, roomIdsIn(reservations)).catch(without('rooms')),
		addGuests && !withoutPersonalData
			? guestsOf(api, propertyId, reservations, languageCode).catch(without('guests'))
			: undefined,
	]);
	return { names: names ?? noNames, rooms: rooms ?? new Map(), ...(guests && { guests }), missing };
}

function roomIdsIn(reservations: readonly IDataObject[]): string[] {
	const stays = reservations.flatMap((reservation) => recordsAt(reservation, 'roomStays'));
	return stays.flatMap((stay) => roomIdOf(stay) ?? []);
}

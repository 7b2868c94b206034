import type { IDataObject } from 'n8n-workflow';

import { namesOf, noNames } from '../shared/api/names';
import {
	guestsOf,
	profilesOf,
	withGuests,
	withMessages,
	type GuestAnswers,
	type OutputOptions,
} from '../shared/pms/reservationOutput';
import {
	reservationRoomStays,
	simplifyReservation,
	type ReservationContext,
} from '../shared/pms/reservationViews';
import { keptFields } from '../shared/privacy/keptFields';
import { personalColumns, withoutColumns } from '../shared/privacy/personalColumns';
import { roomsForNames, type RoomFacts } from '../shared/pms/rooms';
import type { Api, SendOptions } from '../shared/transport/types';
import type { ChangedStay, Occurrence } from './reservationEvents';
import { staysOf } from './roomStays';

/** The items that events become. */

export type OutputSettings = OutputOptions;

/** What items show besides the reservation. All of it is optional: no event waits for it, or is lost without it. */
export interface Additions {
	names: ReservationContext['names'];
	rooms: ReadonlyMap<string, RoomFacts>;
	guests?: GuestAnswers;
	/** What could not be read. */
	missing: string[];
}

export interface Emission {
	number: string;
	propertyId: string;
	occurrence: Occurrence;
	/** Null: the API no longer has it. */
	reservation: IDataObject | null;
}

export async function readAdditions(
	api: Api,
	propertyId: string,
	reservations: IDataObject[],
	{ output, addGuests, languageCode, withoutPersonalData, ...overrides }: OutputSettings,
	options?: SendOptions,
): Promise<Additions> {
	const missing: string[] = [];
	const additions: Additions = { names: noNames, rooms: new Map(), missing };
	if (reservations.length === 0) return additions;
	const without = (what: string) => () => void missing.push(what);
	const [names, rooms, guests] = await Promise.all([
		output === 'raw' ? noNames : namesOf(api, propertyId, options).catch(without('names')),
		output === 'raw' ? undefined : roomsForNames(api, propertyId, overrides).catch(without('rooms')),
		addGuests && !withoutPersonalData
			? guestsOf(api, propertyId, reservations, languageCode).catch(without('guests'))
			: undefined,
	]);
	return { names: names ?? noNames, rooms: rooms ?? new Map(), ...(guests && { guests }), missing };
}

const GONE = { note: 'The API no longer has this reservation (HTTP 404).' };

/** The items of one event: one, or one for each room stay that it is about. */
export function itemsOf(
	emission: Emission,
	{ output, withoutPersonalData }: Pick<OutputSettings, 'output' | 'withoutPersonalData'>,
	additions: Additions,
): IDataObject[] {
	if (!withoutPersonalData) return completeItems(emission, { output }, additions);
	const { reservation } = emission;
	const anonymous = { ...emission, reservation: reservation && keptFields('Pms.Reservation', reservation) };
	return withoutColumns(completeItems(anonymous, { output }, additions), personalColumns.reservation);
}

function completeItems(
	{ number, propertyId, occurrence, reservation }: Emission,
	{ output }: Pick<OutputSettings, 'output'>,
	{ names, rooms, guests, missing }: Additions,
): IDataObject[] {
	const { event, stays } = occurrence;
	const note = missing.length > 0 ? { note: `Not read: ${missing.join(', ')}.` } : {};
	const base = { event, number, propertyId };
	if (!reservation) return [{ ...base, ...(output === 'raw' && { reservation: null }), ...GONE }];
	if (output === 'raw') {
		const changedStays = stays.map(withoutKey);
		return [{ ...base, changedStays, reservation: withGuests(reservation, guests), ...note }];
	}
	const about = { propertyId, names, rooms, guests: guests && profilesOf(guests) };
	const complete = withMessages(reservation, guests);
	const named = new Map(stays.map((stay) => [stay.key, withNames(withoutKey(stay), rooms)]));
	if (output === 'simplified') {
		const changedStays = [...named.values()];
		return [{ ...base, ...simplifyReservation(complete, about), changedStays, ...note }];
	}
	const keys = staysOf(number, reservation).map(({ key }) => key);
	return reservationRoomStays(complete, about).flatMap((stay, position) => {
		const changed = named.get(keys[position] ?? '');
		if (stays.length > 0 && changed === undefined) return [];
		return [{ ...base, ...stay, ...previousRoom(changed), ...note }];
	});
}

type ShownStay = Omit<ChangedStay, 'key'> & IDataObject;

function withoutKey({ pmsRoomStayId, roomId, previousRoomId }: ChangedStay): Omit<ChangedStay, 'key'> {
	return { pmsRoomStayId, roomId, ...(previousRoomId !== undefined && { previousRoomId }) };
}

function withNames(stay: Omit<ChangedStay, 'key'>, rooms: ReadonlyMap<string, RoomFacts>): ShownStay {
	const nameOf = (id: string | null | undefined) => rooms.get(id ?? '')?.name ?? null;
	return {
		...stay,
		roomName: nameOf(stay.roomId),
		...(stay.previousRoomId !== undefined && { previousRoomName: nameOf(stay.previousRoomId) }),
	};
}

function previousRoom(stay: IDataObject | undefined): IDataObject {
	if (stay?.previousRoomId === undefined) return {};
	const { previousRoomId, previousRoomName } = stay;
	return { previousRoomId, previousRoomName };
}

import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../shared/api/bookings/columns';
import type { Additions } from '../shared/pms/additions';
import { profilesOf, withGuests, withMessages, type OutputOptions } from '../shared/pms/reservationOutput';
import { reservationRoomStays, simplifyReservation } from '../shared/pms/reservationViews';
import { keptFields } from '../shared/privacy/keptFields';
import { personalColumns, withoutColumns } from '../shared/privacy/personalColumns';
import type { RoomFacts } from '../shared/pms/rooms';
import type { ChangedStay, Occurrence } from './occurrence';
import { staysOf } from './roomStays';

/** The items that events become. */

interface EmittedReservation {
	number: string;
	propertyId: string;
	occurrence: Occurrence;
	/** Null: the API no longer has it. */
	reservation: IDataObject | null;
}

const GONE = { note: 'The API no longer has this reservation (HTTP 404).' };

/** The items of one event: one, or one for each room stay that it is about. */
export function reservationItems(
	emission: EmittedReservation,
	{
		output,
		languageCode,
		withoutPersonalData,
	}: Pick<OutputOptions, 'languageCode' | 'output' | 'withoutPersonalData'>,
	additions: Additions,
): IDataObject[] {
	if (!withoutPersonalData) return completeItems(emission, { output, languageCode }, additions);
	const { reservation } = emission;
	const anonymous = { ...emission, reservation: reservation && keptFields('Pms.Reservation', reservation) };
	return withoutColumns(
		completeItems(anonymous, { output, languageCode }, additions),
		personalColumns.reservation,
	);
}

function completeItems(
	{ number, propertyId, occurrence, reservation }: EmittedReservation,
	{ output, languageCode }: Pick<OutputOptions, 'languageCode' | 'output'>,
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
	const about = { propertyId, names, rooms, guests: guests && profilesOf(guests), languageCode };
	const complete = withMessages(reservation, guests);
	const named = new Map(stays.map((stay) => [stay.key, withNames(withoutKey(stay), rooms)]));
	if (output === 'simplified') {
		const changedStays = [...named.values()];
		return [inColumns({ ...base, ...note, changedStays, ...simplifyReservation(complete, about) })];
	}
	const keys = staysOf(number, reservation).map(({ key }) => key);
	return reservationRoomStays(complete, about).flatMap((stay, position) => {
		const changed = named.get(keys[position] ?? '');
		if (stays.length > 0 && changed === undefined) return [];
		return [inColumns({ ...base, ...note, ...previousRoom(changed), ...stay })];
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

import type { IDataObject } from 'n8n-workflow';
import { isNotFound } from '../transport/errors';

import { recordIn } from '../util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../util/mapConcurrently';
import { withMessagesOf, withWarnings, type Messages } from '../api/response/messages';
import { namesOf } from '../api/property/names';
import { recordsAt } from '../api/response/records';
import type { Api } from '../transport/types';
import { GUEST, pmsRequest, RESERVATION, reservationErrors } from './pmsRequests';
import { guestIdsOf } from './stayFields';
import { roomsForNames, type RoomsOverrides } from './rooms';
import { reservationRoomStays, simplifyReservation, type ReservationContext } from './reservationViews';

export interface OutputOptions extends RoomsOverrides {
	output: 'raw' | 'simplified' | 'roomStays';
	addGuests?: boolean;
	languageCode?: string;
	/** Guests are not added, whatever `addGuests` says: of them, only the IDs would be left. */
	withoutPersonalData?: boolean;
}

/** A reservation, or the summary of one that no longer exists, with a note. */
export type FoundReservation =
	| { reservation: IDataObject; summary?: undefined }
	| { reservation?: undefined; summary: IDataObject };

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

/** The reservation of a summary that a search found, with the warnings of both. */
export async function findReservation(
	api: Api,
	propertyId: string,
	summary: IDataObject,
	languageCode?: string,
): Promise<FoundReservation> {
	const number = String(summary.number);
	return await fetchReservation(api, propertyId, number, languageCode).then(
		(reservation) => ({ reservation: withMessagesOf(reservation, [summary]) }),
		(error) => {
			if (!isNotFound(error, 'number')) throw error;
			const gone = `The reservation '${number}' no longer exists, so only its summary is returned`;
			return { summary: withMessagesOf({ ...summary, reservation: null }, [note(gone)]) };
		},
	);
}

function note(message: string): Messages {
	return { _warnings: [{ code: '404', message }] };
}

/** Reservations in the chosen output. Guests, names and rooms are read once for all of them. */
export async function reservationsOut(
	api: Api,
	propertyId: string,
	found: FoundReservation[],
	options: OutputOptions,
): Promise<IDataObject[]> {
	const reservations = found.flatMap(({ reservation }) => (reservation ? [reservation] : []));
	const view = await viewOf(api, propertyId, reservations, options);
	return found.flatMap(({ reservation, summary }) => (reservation ? view(reservation) : [summary]));
}

async function viewOf(
	api: Api,
	propertyId: string,
	reservations: IDataObject[],
	{ output, addGuests, languageCode, withoutPersonalData, ...overrides }: OutputOptions,
): Promise<(reservation: IDataObject) => IDataObject[]> {
	const asksGuests = addGuests && !withoutPersonalData;
	const responses = asksGuests ? await guestsOf(api, propertyId, reservations, languageCode) : undefined;
	if (output === 'raw') return (reservation) => [withGuests(reservation, responses)];
	if (reservations.length === 0) return () => [];
	const about: ReservationContext = {
		propertyId,
		names: await namesOf(api, propertyId),
		rooms: await roomsForNames(api, propertyId, overrides),
		guests: responses && profilesOf(responses),
		languageCode,
	};
	return output === 'simplified'
		? (reservation) => [simplifyReservation(withMessages(reservation, responses), about)]
		: (reservation) => reservationRoomStays(withMessages(reservation, responses), about);
}

/** The reservation with its guests, as returned by the API. */
export function withGuests(reservation: IDataObject, responses: GuestResponses | undefined): IDataObject {
	return { ...withMessages(reservation, responses), ...(responses && guestsIn(reservation, responses)) };
}

/** The reservation with the messages about its guests. */
export function withMessages(reservation: IDataObject, responses: GuestResponses | undefined): IDataObject {
	return responses ? withMessagesOf(reservation, messagesAbout(reservation, responses)) : reservation;
}

export function profilesOf(responses: GuestResponses): Map<string, IDataObject> {
	return new Map([...responses].flatMap(([id, { guest }]) => (guest ? [[id, guest]] : [])));
}

/** A guest, absent if it no longer exists, and the messages of the API about it. */
interface GuestResponse {
	guest?: IDataObject;
	messages: Messages;
}

export type GuestResponses = Map<string, GuestResponse>;

/** The guests of the reservations, by ID. */
export async function guestsOf(
	api: Api,
	propertyId: string,
	reservations: IDataObject[],
	languageCode?: string,
): Promise<GuestResponses> {
	const ids = distinctGuestIds(reservations);
	const responses = await mapConcurrently(ids, REQUESTS_AT_ONCE, async (id) => {
		return [id, await findGuest(api, propertyId, id, languageCode)] as const;
	});
	return new Map(responses);
}

async function findGuest(
	api: Api,
	propertyId: string,
	pmsPersonId: string,
	languageCode?: string,
): Promise<GuestResponse> {
	const request = pmsRequest('GET', GUEST, { propertyId, pmsPersonId }, { query: { languageCode } });
	return await api.send(request).then(
		({ body }) => ({ guest: recordIn(body, 'guest'), messages: withWarnings([{}], body)[0] as Messages }),
		(error) => {
			if (!isNotFound(error, 'pmsPersonId')) throw error;
			return { messages: note(`The guest '${pmsPersonId}' was not found`) };
		},
	);
}

function messagesAbout(reservation: IDataObject, responses: GuestResponses): Messages[] {
	return distinctGuestIds([reservation]).map((id) => responses.get(id)?.messages ?? {});
}

function guestsIn(reservation: IDataObject, responses: GuestResponses): IDataObject {
	return { guests: distinctGuestIds([reservation]).flatMap((id) => responses.get(id)?.guest ?? []) };
}

function distinctGuestIds(reservations: IDataObject[]): string[] {
	const stays = reservations.flatMap((reservation) => recordsAt(reservation, 'roomStays'));
	return [...new Set(stays.flatMap(guestIdsOf))];
}

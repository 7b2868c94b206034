import type { IDataObject } from 'n8n-workflow';

import { shownId } from '../transport/shownId';
import type { ApiRequest, ErrorText, ErrorTexts, HttpMethod } from '../transport/types';

/** Identifiers in the path; those that are not needed are absent. */
export interface PmsIds {
	propertyId: string;
	number?: string;
	pmsRoomStayId?: string;
	pmsPersonId?: string;
}

/** A request of the PMS area below one property (specification, PMS). */
export function pmsRequest(
	method: HttpMethod,
	below: string,
	ids: PmsIds,
	parts: Pick<ApiRequest, 'query' | 'body'> = {},
): ApiRequest {
	return {
		area: 'pms',
		method,
		path: `/v2/properties/{propertyId}${below}`,
		pathParameters: definedIds(ids),
		...parts,
	};
}

const ID_NAMES = ['propertyId', 'number', 'pmsRoomStayId', 'pmsPersonId'] as const;

/** The identifiers among the values. */
function definedIds(ids: PmsIds): Record<string, string> {
	const named = ID_NAMES.map((name) => [name, ids[name]] as const);
	return Object.fromEntries(
		named.filter((entry): entry is [(typeof ID_NAMES)[number], string] => entry[1] !== undefined),
	);
}

/** What an item tells of a change: the service responds with 204 and no body. */
export function changed(ids: PmsIds): IDataObject {
	return { success: true, ...definedIds(ids) };
}

export const RESERVATION = '/reservations/{number}';
export const ROOM_STAY = `${RESERVATION}/room-stays/{pmsRoomStayId}`;
export const GUEST = '/guests/{pmsPersonId}';

export function reservationErrors({ propertyId, number }: PmsIds): ErrorTexts {
	return {
		'404': {
			message: `The reservation '${shownId(number)}' was not found at the property '${shownId(propertyId)}'`,
			description: "Check that 'Reservation Number' and 'Property' belong together.",
		},
	};
}

export function roomStayErrors(ids: PmsIds): ErrorTexts {
	return { '404': roomStayNotFound(ids) };
}

export function roomStayNotFound({ propertyId, number, pmsRoomStayId }: PmsIds): ErrorText {
	return {
		message: `The room stay '${shownId(pmsRoomStayId)}' of the reservation '${shownId(number)}' was not found at the property '${shownId(propertyId)}'`,
		description: "Check that 'Room Stay', 'Reservation Number' and 'Property' belong together.",
	};
}

export function guestErrors({ propertyId, pmsPersonId }: PmsIds): ErrorTexts {
	return {
		'404': {
			message: `The guest '${shownId(pmsPersonId)}' was not found at the property '${shownId(propertyId)}'`,
			description: "Check that 'Guest' and 'Property' belong together.",
		},
	};
}

import { ApiError } from '../../http/apiError.mts';
import { ok, type Answer, type ApiCall } from '../../http/route.mts';
import { textOf } from '../../http/query.mts';
import type { Sandbox } from '../../sandbox.mts';
import { serializePage } from '../../serializers/pms.mts';
import { openPmsView, type PmsView } from '../../world/pms/pmsView.mts';
import type { Reservation } from '../../world/pms/pms.mts';
import { findPerson, type Person } from '../../world/pms/people.mts';
import { LANGUAGE_CODES, type LanguageCode } from '../../world/pms/phrases.mts';
import type { PmsChange } from '../../world/pms/pmsChange.mts';
import type { Stay } from '../../world/pms/stay.mts';
import type { Property } from '../../world/properties.mts';
import { isLocalMinute } from '../../world/zone.mts';
import { pageOf, pageRequestOf, type Candidate, type Query } from './paging.mts';

export const PROPERTY = '/api/pms/v2/properties/{propertyId}';
export const GUEST = `${PROPERTY}/guests/{pmsPersonId}`;
export const RESERVATION = `${PROPERTY}/reservations/{number}`;
export const ROOM_STAY = `${RESERVATION}/room-stays/{pmsRoomStayId}`;

/** What an operation of the PMS area works with. */
export interface PmsCall {
	sandbox: Sandbox;
	property: Property;
	view: PmsView;
	call: ApiCall;
}

export function pmsCall(sandbox: Sandbox, property: Property, call: ApiCall): PmsCall {
	const view = openPmsView(sandbox.world, property, sandbox.clock.now());
	return { sandbox, property, view, call };
}

/** The reservation in the path; 404 when there is none. */
export function reservationOf({ view, call }: PmsCall): Reservation {
	const reservation = view.pms.reservation(call.params['number'] ?? '');
	if (reservation === undefined) {
		throw new ApiError(404, 'ReservationNotFound', 'The reservation was not found');
	}
	return reservation;
}

/** The room stay in the path, which must belong to the reservation in the path; otherwise 404. */
export function stayOf(request: PmsCall): Stay {
	const stay = stayIn(reservationOf(request), request.call.params['pmsRoomStayId'] ?? '');
	if (stay === undefined) throw new ApiError(404, 'RoomStayNotFound', 'The room stay was not found');
	return stay;
}

export function stayIn({ stays }: Reservation, pmsRoomStayId: string): Stay | undefined {
	return stays.find(({ id }) => id === pmsRoomStayId);
}

/** The guest in the path; 404 when there is none. */
export function guestOf({ view, call }: PmsCall): Person {
	const person = findPerson(view, call.params['pmsPersonId'] ?? '');
	if (person === undefined) throw new ApiError(404, 'GuestNotFound', 'The guest was not found');
	return person;
}

/** One of the languages of the specification; English when none is asked for. */
export function languageOf(query: Query): LanguageCode {
	const text = textOf(query, 'languageCode');
	const language = LANGUAGE_CODES.find((code) => code === (text ?? 'en'));
	if (language === undefined) {
		throw new ApiError(
			400,
			'InvalidLanguageCode',
			`languageCode must be one of ${LANGUAGE_CODES.join(', ')}`,
		);
	}
	return language;
}

export interface ListDefinition<T> {
	/** The name of the list in the answer. */
	name: string;
	/** The candidates for the query that counts, in the order of their keys. */
	candidates: (query: Query) => Iterable<Candidate<T>>;
	serialize: (item: T, query: Query) => unknown;
	/** The list grows at its end: its last token serves to read what comes later. */
	growing?: boolean;
	/** Refuses a query without what the specification requires. */
	requireIn?: (query: Query) => void;
}

/** Answers a page of a list. */
export function answerPage<T>({ sandbox, call }: PmsCall, list: ListDefinition<T>): Answer {
	const { name, growing = false } = list;
	const path = Object.values(call.params);
	const request = pageRequestOf(call.query, sandbox.world.plan.seed, [name, ...path]);
	if (sandbox.settings.strict) list.requireIn?.(call.query);
	const page = pageOf(list.candidates(request.query), request);
	const items = page.items.map((item) => list.serialize(item, request.query));
	const nextPageToken = page.hasNextPage || growing ? page.token : null;
	const { hasNextPage } = page;
	return ok(
		serializePage(
			{ name, items, nextPageToken, hasNextPage, tokenLikeParameter: growing },
			sandbox.settings.dialect,
		),
	);
}

/** Makes a change that was checked; 204 without a body. */
export function written({ sandbox, property }: PmsCall, change: PmsChange): Answer {
	const { world, clock } = sandbox;
	world.apply({ kind: 'pmsWritten', propertyId: property.id, change, atMs: clock.now() });
	return { status: 204 };
}

/** A local time of a request; the published documents name the code of this refusal. */
export function requireLocalMinute(text: string | undefined): string {
	if (text === undefined || !isLocalMinute(text)) throw incorrectDates();
	return text;
}

export function incorrectDates(): ApiError {
	return new ApiError(400, '11', 'Incorrect dates format');
}

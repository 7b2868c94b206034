import { ApiError } from '../../http/apiError.mts';
import { ok, type Operation } from '../../http/route.mts';
import { textOf } from '../../http/query.mts';
import type { Sandbox } from '../../sandbox.mts';
import {
	serializeInvoice,
	serializeRecord,
	serializeReservation,
	serializeReservationInfo,
} from '../../serializers/pms.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import type { Reservation } from '../../world/pms/pms.mts';
import { invoicesOf } from '../../world/pms/invoices.mts';
import { describeReservation, RESERVATION_STATUSES } from '../../world/pms/reservation.mts';
import {
	daysOf,
	reservationMatcher,
	type LocalRange,
	type ReservationFilter,
} from '../../world/pms/reservationSearch.mts';
import { roomsFor } from '../../world/pms/rooms.mts';
import type { Stay } from '../../world/pms/stay.mts';
import { candidatesOf, numericKey, type Candidate, type Query } from './paging.mts';
import {
	answerPage,
	languageOf,
	pmsCall,
	PROPERTY,
	requireLocalMinute,
	RESERVATION,
	reservationOf,
} from './shared.mts';

const AREA = { method: 'GET', area: 'pms' } as const;
const MAX_RANGE_DAYS = 365;

/** What can be read about reservations. */
export function reservationOperations(sandbox: Sandbox): Operation[] {
	const { settings } = sandbox;
	return [
		{
			...AREA,
			path: `${PROPERTY}/reservations/search`,
			onProperty: (call, property) => {
				const request = pmsCall(sandbox, property, call);
				return answerPage(request, {
					name: 'reservations',
					candidates: (query) => matchingReservations(request.view, filterOf(query)),
					serialize: (reservation) =>
						serializeReservationInfo(infoOf(request.view, reservation), settings.dialect),
					growing: true,
					requireIn: isCancelledWanted,
				});
			},
		},
		{
			...AREA,
			path: RESERVATION,
			onProperty: (call, property) => {
				const language = languageOf(call.query);
				const request = pmsCall(sandbox, property, call);
				const reservation = describeReservation(request.view, reservationOf(request));
				const serialized = serializeReservation(reservation, language, settings.dialect);
				return ok(serializeRecord('reservation', serialized, settings.dialect));
			},
		},
		{
			...AREA,
			path: `${RESERVATION}/find-available-rooms`,
			onProperty: (call, property) => {
				const request = pmsCall(sandbox, property, call);
				const stays = reservationOf(request).stays.filter(({ cancelled }) => !cancelled);
				return answerPage(request, {
					name: 'availableRoomForRoomStays',
					candidates: () => candidatesOf(stays, ({ position }) => numericKey(position)),
					serialize: (stay) => availableRooms(request.view, stay),
				});
			},
		},
		{
			...AREA,
			path: `${RESERVATION}/invoices`,
			onProperty: (call, property) => {
				const request = pmsCall(sandbox, property, call);
				const reservation = reservationOf(request);
				return answerPage(request, {
					name: 'invoices',
					candidates: (query) =>
						candidatesOf(invoicesOf(request.view, reservation, languageOf(query)), ({ number }) => number),
					serialize: (invoice) => serializeInvoice(invoice, settings.dialect),
				});
			},
		},
	];
}

function* matchingReservations(view: PmsView, filter: ReservationFilter): Generator<Candidate<Reservation>> {
	const fits = reservationMatcher(view, filter);
	for (const reservation of view.pms.byModification()) {
		yield {
			key: numericKey(reservation.modifiedMs, reservation.rank),
			read: () => (fits(reservation) ? reservation : undefined),
		};
	}
}

/** Rules for reservation search (specification, PMS). */
function filterOf(query: Query): ReservationFilter {
	const cancelled = isCancelledWanted(query);
	const modified = rangeOf(query, 'startModifyDateTime', 'endModifyDateTime');
	const affected = rangeOf(query, 'startAffectPeriodDateTime', 'endAffectPeriodDateTime');
	if (modified === undefined && affected === undefined) {
		throw new ApiError(400, 'NoPeriod', 'The modify range or the affect-period range must be given');
	}
	return { cancelled, modified, affected, roomId: textOf(query, 'roomId') };
}

function isCancelledWanted(query: Query): boolean {
	const state = textOf(query, 'state');
	if (state === 'Active' || state === 'Cancelled') return state === 'Cancelled';
	throw new ApiError(400, 'InvalidState', 'state must be Active or Cancelled');
}

function rangeOf(query: Query, startName: string, endName: string): LocalRange | undefined {
	const start = textOf(query, startName);
	const end = textOf(query, endName);
	if (start === undefined && end === undefined) return undefined;
	if (start === undefined || end === undefined) {
		throw new ApiError(400, 'IncompletePeriod', `${startName} and ${endName} must be given together`);
	}
	const range = { start: requireLocalMinute(start), end: requireLocalMinute(end) };
	if (range.end < range.start || daysOf(range) > MAX_RANGE_DAYS) {
		throw new ApiError(
			400,
			'InvalidPeriod',
			`${endName} must not be before ${startName}, nor more than ${MAX_RANGE_DAYS} days after it`,
		);
	}
	return range;
}

function infoOf(view: PmsView, reservation: Reservation): Parameters<typeof serializeReservationInfo>[0] {
	const { status, createdMs } = view.bookingOf(reservation);
	return {
		number: reservation.number,
		propertyId: view.property.id,
		status: RESERVATION_STATUSES[status],
		createdMs,
		modifiedMs: reservation.modifiedMs,
	};
}

function availableRooms(view: PmsView, stay: Stay): unknown {
	return {
		pmsRoomStayId: stay.id,
		currentRoomId: view.stateOf(stay).roomId,
		roomIds: roomsFor(view, stay).map(({ id }) => id),
	};
}

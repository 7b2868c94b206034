import { ApiError } from '../../http/apiError.mts';
import { oneOf, text } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import type { ApiResponse, Query } from '../../http/route.mts';
import { serializeReservationInfo, type ReservationInfo } from '../../serializers/reservation.mts';
import type { Reservation } from '../../world/pms/reservations.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import { RESERVATION_STATUSES } from '../../world/pms/reservationRecord.mts';
import {
	daysOf,
	reservationMatcher,
	type LocalRange,
	type ReservationFilter,
} from '../../world/pms/reservationSearch.mts';
import { requireLocalMinute } from './dates.mts';
import { pageResponse } from './lists.mts';
import { numericKey, type Candidate } from './paging.mts';
import type { PmsCall } from './pmsCall.mts';

const MAX_RANGE_DAYS = 365;
const STATE = oneOf(['Active', 'Cancelled'], 'must be Active or Cancelled');

export function searchReservations(call: PmsCall): ApiResponse {
	const { view, sandbox } = call;
	return pageResponse(call, {
		name: 'reservations',
		candidates: (query) => matchingReservations(view, filterOf(query)),
		serialize: (reservation) => serializeReservationInfo(infoOf(view, reservation), sandbox.settings.dialect),
		growing: true,
		requireIn: isCancelledWanted,
	});
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
	const fields = new QueryFields(query);
	const modified = rangeOf(fields, 'startModifyDateTime', 'endModifyDateTime');
	const affected = rangeOf(fields, 'startAffectPeriodDateTime', 'endAffectPeriodDateTime');
	if (modified === undefined && affected === undefined) {
		throw new ApiError(400, 'NoPeriod', 'The modify range or the affect-period range must be given');
	}
	return { cancelled, modified, affected, roomId: fields.read('roomId', text) };
}

function isCancelledWanted(query: Query): boolean {
	return new QueryFields(query).require('state', STATE) === 'Cancelled';
}

function rangeOf(fields: QueryFields, startName: string, endName: string): LocalRange | undefined {
	const start = fields.read(startName, text);
	const end = fields.read(endName, text);
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

function infoOf(view: PmsView, reservation: Reservation): ReservationInfo {
	const { status, createdMs } = view.bookingOf(reservation);
	return {
		number: reservation.number,
		propertyId: view.property.id,
		status: RESERVATION_STATUSES[status],
		createdMs,
		modifiedMs: reservation.modifiedMs,
	};
}

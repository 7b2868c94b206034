import { ApiError } from '../../http/apiError.mts';
import type { ApiResponse, ApiCall, PropertyRoute } from '../../http/route.mts';
import { findPerson } from '../../world/pms/people.mts';
import type { Person } from '../../world/pms/person.mts';
import type { Reservation } from '../../world/pms/reservations.mts';
import type { PmsChange } from '../../world/pms/pmsChange.mts';
import { openPmsView, type PmsView } from '../../world/pms/pmsView.mts';
import type { Stay } from '../../world/pms/stay.mts';
import type { Property } from '../../world/properties.mts';

/** A request to the PMS of a property. */
export interface PmsCall extends ApiCall {
	property: Property;
	view: PmsView;
}

export function onPms(handle: (call: PmsCall) => ApiResponse): PropertyRoute['onProperty'] {
	return (call, property) => {
		const { world, clock } = call.sandbox;
		return handle({ ...call, property, view: openPmsView(world, property, clock.now()) });
	};
}

/** The reservation in the path; 404 when there is none. */
export function reservationOf({ view, params }: PmsCall): Reservation {
	const reservation = view.pms.reservation(params['number'] ?? '');
	if (reservation === undefined) {
		throw new ApiError(404, 'ReservationNotFound', 'The reservation was not found');
	}
	return reservation;
}

/** The room stay in the path, which must belong to the reservation in the path; otherwise 404. */
export function stayOf(call: PmsCall): Stay {
	const { pmsRoomStayId } = call.params;
	const stay = reservationOf(call).stays.find(({ id }) => id === pmsRoomStayId);
	if (stay === undefined) throw new ApiError(404, 'RoomStayNotFound', 'The room stay was not found');
	return stay;
}

/** The guest in the path; 404 when there is none. */
export function guestOf({ view, params }: PmsCall): Person {
	const person = findPerson(view, params['pmsPersonId'] ?? '');
	if (person === undefined) throw new ApiError(404, 'GuestNotFound', 'The guest was not found');
	return person;
}

/** Makes a change that was checked before. @returns a 204 without a body */
export function write({ sandbox, property }: PmsCall, change: PmsChange): ApiResponse {
	const { world, clock } = sandbox;
	world.apply({ kind: 'pmsWritten', propertyId: property.id, change, atMs: clock.now() });
	return { status: 204 };
}

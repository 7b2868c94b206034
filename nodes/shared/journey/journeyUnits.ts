import type { IDataObject } from 'n8n-workflow';

import { bookingRoomStays, simplifyBooking } from '../api/bookings/bookingViews';
import { at, recordsAt, textAt } from '../api/response/records';
import { reservationRoomStays, simplifyReservation, type ReservationContext } from '../pms/reservationViews';
import { knownSeconds } from '../polling/feedTime';
import type { BookingAdditions } from '../rules/cancellationDeadlines';
import type { Stay } from './stay';

/** What gets one message: a booking or a room stay, and its item. */
export interface JourneyUnit {
	stay: Stay;
	record: IDataObject;
}

/** What a message is sent once for. */
export type UnitKind = 'booking' | 'roomStay';

const CANCELLED = 'cancelled';

/** @param bookedAt the details of a reservation do not have it */
export function reservationUnits(
	number: string,
	reservation: IDataObject,
	kind: UnitKind,
	about: ReservationContext,
	bookedAt: number | null,
): JourneyUnit[] {
	const roomStays = recordsAt(reservation, 'roomStays');
	const status = at(reservation, 'reservationStatus');
	const customer = at(reservation, 'customer');
	const person = {
		customerLanguage: at(reservation, 'customerLanguageCode'),
		customerCountry: at(customer, 'citizenship'),
	};
	const unitOf = (key: string, some: IDataObject[], record: IDataObject): JourneyUnit => ({
		stay: { key, bookedAt, freeUntil: null, due: amountIn(record), ...stayOf(some, status) },
		record: { ...record, ...person },
	});
	if (kind === 'booking') return [unitOf(number, roomStays, simplifyReservation(reservation, about))];
	return reservationRoomStays(reservation, about).map((record, position) => {
		const key = textAt(record, 'pmsRoomStayId') ?? `${number} #${position}`;
		return unitOf(key, roomStays.slice(position, position + 1), record);
	});
}

/** Of several room stays: from the first arrival to the last departure. */
function stayOf(roomStays: IDataObject[], reservationStatus: unknown) {
	const current = roomStays.filter((one) => statusOf(one) !== CANCELLED);
	const those = current.length > 0 ? current : roomStays;
	const times = (field: string) => those.flatMap((one) => textAt(one, field)?.slice(0, 16) ?? []).sort();
	const statuses = current.map(statusOf);
	const hasArrived = statuses.some((status) => status === 'checkedin' || status === 'checkedout');
	const hasLeft = statuses.length > 0 && statuses.every((status) => status === 'checkedout');
	// No document says what Released means: a welcome to somebody who is not expected is worse than none.
	const isReleased = reservationStatus === 'Released' && !hasArrived;
	return {
		isCancelled: current.length === 0 || reservationStatus === 'Cancelled' || isReleased,
		arrival: times('checkInDateTime')[0] ?? null,
		departure: times('checkOutDateTime').at(-1) ?? null,
		checkedIn: times('actualCheckInDateTime')[0] ?? null,
		checkedOut: hasLeft ? (times('actualCheckOutDateTime').at(-1) ?? null) : null,
		hasArrived,
		hasLeft,
	};
}

function statusOf(roomStay: IDataObject): string {
	return (textAt(roomStay, 'status') ?? '').toLowerCase();
}

export function bookingUnits(
	number: string,
	booking: IDataObject,
	kind: UnitKind,
	{ names, deadlines }: BookingAdditions,
): JourneyUnit[] {
	const isBooking = kind === 'booking';
	const records = isBooking ? [simplifyBooking(booking, names)] : bookingRoomStays(booking, names);
	const ends = isBooking ? [deadlines?.ofBooking(booking)] : deadlines?.ofRoomStays(booking);
	return records.map((record, position) => {
		const deadline = ends?.[position] ?? {};
		return {
			stay: {
				key: isBooking ? number : `${number} #${String(record.roomStayIndex)}`,
				isCancelled: at(booking, 'status') === 'Cancelled',
				bookedAt: knownSeconds(at(booking, 'createdDateTime')),
				arrival: textAt(record, 'arrivalDateTime')?.slice(0, 16) ?? null,
				departure: textAt(record, 'departureDateTime')?.slice(0, 16) ?? null,
				checkedIn: null,
				checkedOut: null,
				hasArrived: false,
				hasLeft: false,
				freeUntil: knownSeconds(deadline.freeCancellationDeadlineUtc),
				due: amountIn(record) ?? amountIn({ due: record.bookingDue }),
			},
			record: { ...record, ...deadline },
		};
	});
}

function amountIn({ due }: IDataObject): number | null {
	return typeof due === 'number' ? due : null;
}

import type { BookingDetail } from '../bookings/detail/types.mts';
import type { Booking } from '../bookings/types.mts';
import type { PropertyRecord } from '../content/types.mts';
import type { Property } from '../properties.mts';
import type { World } from '../world.mts';
import { toLocalMinute } from '../zone.mts';
import type { Pms } from './pms.mts';
import type { Reservation } from './reservations.mts';
import { datesOf, stateOf, type Stay, type StayState } from './stay.mts';

/** The PMS of a property at one moment, with its bookings: what all PMS operations work with. */
export interface PmsView {
	seed: number;
	property: Property;
	/** In the property's own language. */
	content: PropertyRecord;
	pms: Pms;
	/** The hotel's wall clock, `YYYY-MM-DDThh:mm`. */
	now: string;
	bookingOf: (reservation: Pick<Reservation, 'bookingNumber'>) => Booking;
	detailOf: (reservation: Pick<Reservation, 'bookingNumber'>) => BookingDetail;
	stateOf: (stay: Stay) => StayState;
	/** Whether the time of departure has passed. */
	isOver: (stay: Stay) => boolean;
}

/** @param nowMs epoch milliseconds on the sandbox's clock */
export function openPmsView(world: World, property: Property, nowMs: number): PmsView {
	const content = world.content(property).record.own;
	const now = toLocalMinute(nowMs, content.timeZone.id);
	const bookings = world.bookings(property);
	const bookingOf = ({ bookingNumber }: Pick<Reservation, 'bookingNumber'>) => {
		const booking = bookings.get(bookingNumber);
		if (booking === undefined) throw new Error(`The sandbox has no booking ${bookingNumber}`);
		return booking;
	};
	return {
		seed: world.plan.seed,
		property,
		content,
		pms: world.pms(property),
		now,
		bookingOf,
		detailOf: (reservation) => world.detail(property, bookingOf(reservation)),
		stateOf: (stay) => stateOf(stay, now),
		isOver: (stay) => datesOf(stay).checkOut < now,
	};
}

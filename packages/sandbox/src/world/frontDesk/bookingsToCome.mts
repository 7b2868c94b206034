import { createBooking } from '../bookingActions.mts';
import type { Booking } from '../bookings/types.mts';
import type { Property } from '../properties.mts';
import { hasRoom } from '../roomsLeft.mts';
import type { World } from '../world.mts';

/** A booking of the plan is made, as far as those that were not planned leave room for it. */
export function makeBooking(world: World, property: Property, planned: Booking): void {
	const { number, createdMs, status, arrivalDay, wishes } = planned;
	if (!hasRoom(world, property, { arrivalDay, nights: wishes?.nights ?? 1 })) return;
	const isTaken = world.bookings(property).get(number) !== undefined;
	const wanted = { createdMs, status, arrivalDay, ...wishes, ...(!isTaken && { number }) };
	createBooking(world, property, wanted, createdMs);
}

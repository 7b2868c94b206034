import { defaultArrivalDay } from './bookings/store.mts';
import type { Booking, BookingStatus, DetailWishes } from './bookings/types.mts';
import type { Property } from './properties.mts';
import type { World } from './world.mts';

/** What may be said about a new or changed booking; everything absent is decided here. */
export interface BookingWishes extends DetailWishes {
	number?: string;
	status?: BookingStatus;
	/** Epoch milliseconds. */
	createdMs?: number;
	modifiedMs?: number;
	arrivalDay?: number;
}

/** A request about a booking that cannot be met. */
export class BookingActionError extends Error {}

/** Makes a booking and returns it. */
export function createBooking(
	world: World,
	property: Property,
	wishes: BookingWishes,
	nowMs: number,
): Booking {
	const store = world.bookings(property);
	const createdMs = wishes.createdMs ?? Math.min(nowMs, wishes.modifiedMs ?? nowMs);
	const modifiedMs = wishes.modifiedMs ?? createdMs;
	if (modifiedMs < createdMs) {
		throw new BookingActionError('modifiedDateTime must not be before createdDateTime');
	}
	if (wishes.number !== undefined && store.get(wishes.number) !== undefined) {
		throw new BookingActionError(`Property ${property.id} already has a booking ${wishes.number}`);
	}
	const arrivalDay = wishes.arrivalDay ?? defaultArrivalDay(createdMs);
	const number = wishes.number ?? store.freeNumber(arrivalDay);
	world.apply({
		kind: 'bookingCreated',
		propertyId: property.id,
		booking: {
			number,
			createdMs,
			modifiedMs,
			status: wishes.status ?? 'Active',
			arrivalDay,
			...detailWishes(wishes),
		},
	});
	return existing(world, property, number);
}

/**
 * Changes a booking: a new revision of its detail and, unless only the details change, a new place at the
 * end of the feed.
 */
export function changeBooking(
	world: World,
	property: Property,
	number: string,
	wishes: BookingWishes,
	nowMs: number,
	detailsOnly = false,
): Booking {
	if (wishes.modifiedMs !== undefined && wishes.modifiedMs < existing(world, property, number).createdMs) {
		throw new BookingActionError('modifiedDateTime must not be before createdDateTime');
	}
	world.apply({
		kind: 'bookingChanged',
		propertyId: property.id,
		atMs: nowMs,
		change: {
			number,
			...(!detailsOnly && { modifiedMs: wishes.modifiedMs ?? nowMs }),
			...(wishes.status !== undefined && { status: wishes.status }),
			...(wishes.arrivalDay !== undefined && { arrivalDay: wishes.arrivalDay }),
			...detailWishes(wishes),
		},
	});
	return existing(world, property, number);
}

function existing(world: World, property: Property, number: string): Booking {
	const booking = world.bookings(property).get(number);
	if (booking === undefined) throw new BookingActionError(`Property ${property.id} has no booking ${number}`);
	return booking;
}

function detailWishes({ nights, roomStays, source, complimentary }: DetailWishes): { wishes?: DetailWishes } {
	const wishes = {
		...(nights !== undefined && { nights }),
		...(roomStays !== undefined && { roomStays }),
		...(source !== undefined && { source }),
		...(complimentary !== undefined && { complimentary }),
	};
	return Object.keys(wishes).length === 0 ? {} : { wishes };
}

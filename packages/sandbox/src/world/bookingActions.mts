import { defaultArrivalDay } from './bookings/store.mts';
import type { Booking, BookingStatus, DetailWishes } from './bookings/types.mts';
import type { Property } from './properties.mts';
import type { World } from './world.mts';

/** The fields of a new or changed booking; absent ones get defaults. */
export interface BookingInput extends DetailWishes {
	number?: string;
	status?: BookingStatus;
	/** Epoch milliseconds. */
	createdMs?: number;
	modifiedMs?: number;
	arrivalDay?: number;
}

/** A booking cannot be made or changed like this. */
export class BookingActionError extends Error {}

/** Makes a booking and returns it. */
export function createBooking(world: World, property: Property, input: BookingInput, nowMs: number): Booking {
	const store = world.bookings(property);
	const createdMs = input.createdMs ?? Math.min(nowMs, input.modifiedMs ?? nowMs);
	const modifiedMs = input.modifiedMs ?? createdMs;
	if (modifiedMs < createdMs) {
		throw new BookingActionError('modifiedDateTime must not be before createdDateTime');
	}
	if (input.number !== undefined && store.get(input.number) !== undefined) {
		throw new BookingActionError(`Property ${property.id} already has a booking ${input.number}`);
	}
	const arrivalDay = input.arrivalDay ?? defaultArrivalDay(createdMs);
	const number = input.number ?? store.freeNumber(arrivalDay);
	world.apply({
		kind: 'bookingCreated',
		propertyId: property.id,
		atMs: nowMs,
		booking: {
			number,
			createdMs,
			modifiedMs,
			status: input.status ?? 'Active',
			arrivalDay,
			...wishesOf(input),
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
	input: BookingInput,
	nowMs: number,
	detailsOnly = false,
): Booking {
	if (input.modifiedMs !== undefined && input.modifiedMs < existing(world, property, number).createdMs) {
		throw new BookingActionError('modifiedDateTime must not be before createdDateTime');
	}
	world.apply({
		kind: 'bookingChanged',
		propertyId: property.id,
		atMs: nowMs,
		change: {
			number,
			...(!detailsOnly && { modifiedMs: input.modifiedMs ?? nowMs }),
			...(input.status !== undefined && { status: input.status }),
			...(input.arrivalDay !== undefined && { arrivalDay: input.arrivalDay }),
			...wishesOf(input),
		},
	});
	return existing(world, property, number);
}

function existing(world: World, property: Property, number: string): Booking {
	const booking = world.bookings(property).get(number);
	if (booking === undefined) throw new BookingActionError(`Property ${property.id} has no booking ${number}`);
	return booking;
}

function wishesOf({ nights, roomStays, sameDates, source, complimentary, guest }: DetailWishes): {
	wishes?: DetailWishes;
} {
	const wishes = {
		...(nights !== undefined && { nights }),
		...(roomStays !== undefined && { roomStays }),
		...(sameDates !== undefined && { sameDates }),
		...(source !== undefined && { source }),
		...(complimentary !== undefined && { complimentary }),
		...(guest !== undefined && { guest }),
	};
	return Object.keys(wishes).length === 0 ? {} : { wishes };
}

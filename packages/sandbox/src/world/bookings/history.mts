import { Random } from '../random.mts';
import { DAY_MS, dayOf } from '../time.mts';
import { bookingNumber } from './numbers.mts';
import type { Booking, BookingStatus } from './types.mts';

const HISTORY_MS = 2 * 365 * DAY_MS;
const CHANGED_SHARE = 0.55;
const SAME_SECOND_SHARE = 0.06;
const MAX_LEAD_DAYS = 180;
const MAX_REVISIONS = 4;

/** Many of the latest bookings are for these days, so that there are guests in the house at the anchor. */
const RECENT_BOOKINGS_MS = 60 * DAY_MS;
const BUSY_SHARE = 0.6;
const BUSY_FROM_DAYS = -5;
const BUSY_DAYS = 15;

/**
 * The bookings a property has when the sandbox starts, in feed order. All instants lie within the two years
 * before the anchor. Some changes share a second with another one, as they do in real feeds.
 * @param anchorMs epoch milliseconds of the end of the history
 */
export function generateHistory(
	seed: number,
	propertyId: string,
	count: number,
	anchorMs: number,
): Booking[] {
	const random = new Random(seed, propertyId, 'history');
	const bookings: Booking[] = [];
	for (let rank = 0; rank < count; rank += 1) {
		bookings.push(generateBooking(random, propertyId, rank, anchorMs, bookings[rank - 1]));
	}
	bookings.sort((one, other) => one.modifiedMs - other.modifiedMs || one.createdMs - other.createdMs);
	bookings.forEach((booking, index) => {
		booking.sequence = index;
	});
	return bookings;
}

function generateBooking(
	random: Random,
	propertyId: string,
	rank: number,
	anchorMs: number,
	previous: Booking | undefined,
): Booking {
	const twin = previous !== undefined && random.chance(SAME_SECOND_SHARE) ? previous : undefined;
	const createdMs = twin?.createdMs ?? anchorMs - 1 - Math.floor(random.fraction() * HISTORY_MS);
	const changed = random.chance(CHANGED_SHARE);
	const laterMs = changed ? Math.floor(random.fraction() ** 3 * (anchorMs - createdMs)) : 0;
	const modifiedMs = twin === undefined ? createdMs + laterMs : sameSecond(random, twin);
	const status = generateStatus(random, modifiedMs > createdMs);
	const arrivalDay = arrivalOf(createdMs, anchorMs, random.fraction());
	return {
		number: bookingNumber(propertyId, arrivalDay, rank),
		createdMs,
		modifiedMs,
		sequence: rank,
		revision: modifiedMs > createdMs ? random.integer(1, MAX_REVISIONS) : 0,
		status,
		...(status === 'Cancelled' && { cancelledMs: modifiedMs }),
		arrivalDay,
	};
}

/** The day of arrival, never before the booking was made. `draw` is a number from 0 to 1. */
function arrivalOf(createdMs: number, anchorMs: number, draw: number): number {
	const bookedOn = dayOf(createdMs);
	if (anchorMs - createdMs < RECENT_BOOKINGS_MS && draw < BUSY_SHARE) {
		const busyDay = dayOf(anchorMs) + BUSY_FROM_DAYS + Math.floor((draw / BUSY_SHARE) * BUSY_DAYS);
		return Math.max(bookedOn, busyDay);
	}
	return bookedOn + Math.floor(draw ** 2 * MAX_LEAD_DAYS);
}

/** An instant in the second of the other booking's change, not before that booking was made. */
function sameSecond(random: Random, twin: Booking): number {
	const second = Math.floor(twin.modifiedMs / 1000) * 1000;
	return Math.max(twin.createdMs, second + random.integer(0, 999));
}

/** A booking that was never changed cannot have been cancelled. */
function generateStatus(random: Random, changed: boolean): BookingStatus {
	const draw = random.fraction();
	if (draw < 0.05) return 'Unconfirmed';
	return changed && draw < 0.3 ? 'Cancelled' : 'Active';
}

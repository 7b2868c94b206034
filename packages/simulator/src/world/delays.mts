const MINUTE_MS = 60_000;
/**
 * What triggers may send of each list in a minute beside executions (docs/scaling.md, Triggers); a property takes one
 * of bookings, two of reservations.
 */
const BOOKING_HOTELS_A_MINUTE = 40;
const RESERVATION_HOTELS_A_MINUTE = 20;
/** Options → At Least Every (Minutes). */
const AT_LEAST_EVERY_MINUTES = 15;
/**
 * The list at the start, in rounds over all properties, changes between its parts included
 * (docs/reservationTrigger.md).
 */
const ROUNDS_OF_LIST = 6;
/** For what executions use of the limits, and for a poll that ends early. */
const ROUNDS = 3;

export interface WatchLoad {
	/** Hotels of all triggers of the kind together. */
	hotels: number;
	everyMinutes: number;
}

/** How long it takes at the most until what happened in a hotel that can be read has started the workflow. */
export interface Delays {
	bookingsMs: number;
	reservationsMs: number;
	/** Until the reservations from before the start are listed. */
	listMs: number;
}

export function delaysOf(bookings: WatchLoad, reservations: WatchLoad): Delays {
	const delay = ({ hotels, everyMinutes }: WatchLoad, perMinute: number, minMinutes: number) => {
		const round = Math.ceil(hotels / perMinute);
		const turns = round <= 1 ? 0 : AT_LEAST_EVERY_MINUTES + ROUNDS * round;
		return (minMinutes + turns + 2 * Math.max(0, everyMinutes - 1)) * MINUTE_MS;
	};
	const reservationsMs = delay(reservations, RESERVATION_HOTELS_A_MINUTE, 15);
	const round = Math.ceil(reservations.hotels / RESERVATION_HOTELS_A_MINUTE);
	return {
		bookingsMs: delay(bookings, BOOKING_HOTELS_A_MINUTE, 5),
		reservationsMs,
		listMs: reservationsMs + round * ROUNDS_OF_LIST * MINUTE_MS,
	};
}

const MINUTE_MS = 60_000;
/**
 * How many hotels triggers can read each minute beside executions (docs/scaling.md, Triggers): a hotel takes one
 * request for its bookings, two for its reservations.
 */
const BOOKING_HOTELS_A_MINUTE = 40;
const RESERVATION_HOTELS_A_MINUTE = 20;
/** Options → At Least Every (Minutes). */
const AT_LEAST_EVERY_MINUTES = 15;
/**
 * How many rounds over all properties the list at the start takes, with changes read in between
 * (docs/reservationTrigger.md).
 */
const ROUNDS_OF_LIST = 6;
/** Allows for executions that use the limits, and for polls that end early. */
const ROUNDS = 3;

export interface WatchLoad {
	/** The number of hotels, summed over all triggers of the kind. */
	hotels: number;
	everyMinutes: number;
}

/** The longest time from an event in a readable hotel until its workflow has started. */
export interface Delays {
	bookingsMs: number;
	reservationsMs: number;
	/** Until all reservations from before the start are listed. */
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

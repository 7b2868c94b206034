/** A room stay, as far as its cancellation goes. */
export interface CancellableStay {
	/** `YYYY-MM-DD` at the hotel. */
	arrivalDate: string;
	/** `HH:mm`; missing if the guest chose none, null if unknown. */
	guestArrivalTime?: string | null;
	/** When it was booked, in seconds since 1970 UTC. */
	createdAt: number;
	/**
	 * The price of each night in order, or of each day where days are sold, without services on top and extra stays; null
	 * where it is not known.
	 */
	nights: ReadonlyArray<number | null>;
	/** What was paid in advance for this stay; null where it is not known. */
	prepaid: number | null;
	currency: string;
}

/** What the content record of the property says about times and nights. */
export interface HotelTimes {
	/** IANA name. */
	timeZone: string;
	/** `HH:mm` */
	checkInTime?: string;
	checkOutTime?: string;
	/** `NightRate` or `DailyRate`; missing where it is not known. */
	stayUnitKind?: string;
}

/** How to read what the specification leaves open: docs/rules.md. */
export interface Readings {
	/** A `Day` before arrival: the same time on an earlier date, or 24 hours. */
	day: 'calendar' | 'hours24';
	/** Of several terms that hold, or the rules of several rate plans. */
	several: 'cheapest' | 'dearest';
	/** Prices of bookings. */
	prices: 'afterTax' | 'beforeTax';
}

/** The readings that protect the guest. */
export const DEFAULT_READINGS: Readings = { day: 'calendar', several: 'cheapest', prices: 'beforeTax' };

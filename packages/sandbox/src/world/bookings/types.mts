/** The states a booking of the feed can be in (provider enumeration). */
export const BOOKING_STATUSES = ['Active', 'Cancelled', 'Unconfirmed'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Where a booking was made (provider enumeration, open). */
export const SOURCE_TYPES = ['Channel', 'BookingEngine', 'PMS', 'Other'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** The values of a control request for a booking's detail; missing ones are generated from the seed. */
export interface DetailWishes {
	nights?: number;
	/** Number of room stays: more than one makes a group booking. */
	roomStays?: number;
	source?: SourceType;
	/** True = all rooms of a group have the same dates. */
	sameDates?: boolean;
	/** True = all nights free of charge; false = none. */
	complimentary?: boolean;
	/** Full name of the person who booked and is the first guest. */
	guest?: string;
}

/** One booking as the sandbox keeps it: enough for the feed; the detail is generated from it on request. */
export interface Booking {
	readonly number: string;
	readonly createdMs: number;
	/** Epoch milliseconds of the latest change, as recorded; the wire shows whole seconds. */
	modifiedMs: number;
	/** Rank of the latest change among all changes of the property; unique, ever growing. */
	sequence: number;
	/** 0 when made, one more with every change: the detail depends on it. */
	revision: number;
	status: BookingStatus;
	/** Epoch milliseconds; undefined unless cancelled. */
	cancelledMs?: number;
	/** Days since 1970-01-01, on the property's calendar. */
	arrivalDay: number;
	/** State files hold it under this name. */
	wishes?: DetailWishes;
	/** True if the detail no longer exists while the summary stays in the feed. */
	detailRemoved?: boolean;
}

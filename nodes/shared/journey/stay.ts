/**
 * What a message is sent once for: a reservation of the PMS, a booking, or one of their room stays. Instants are seconds
 * since 1970 UTC, local times the hotel's, `YYYY-MM-DDTHH:mm`; null where it is not known or has not happened.
 */
export interface Stay {
	/** Stays the same when dates, guests and rooms change. */
	key: string;
	isCancelled: boolean;
	bookedAt: number | null;
	arrival: string | null;
	departure: string | null;
	/** As the front desk recorded them. */
	checkedIn: string | null;
	checkedOut: string | null;
	/** Also where no time of it is recorded. */
	hasArrived: boolean;
	hasLeft: boolean;
	/** The last second of the free cancellation. */
	freeUntil: number | null;
	/** What is still to pay. */
	due: number | null;
	/** The filter that it does not match, in words. */
	excluded?: string;
	/** It can match that filter later without a change of its own: it is looked at again. */
	canMatchLater?: boolean;
}

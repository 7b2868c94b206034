import type { Stay } from './stay.mts';

/** A booking in the PMS. */
export interface Reservation {
	readonly number: string;
	readonly bookingNumber: string;
	stays: Stay[];
	/** Epoch milliseconds of the latest change of the booking or of the reservation. */
	modifiedMs: number;
	/** Rank of that change among all changes of the property. */
	rank: number;
}

/** The reservations of a property, in the order of their changes. */
export class Reservations {
	private readonly byNumber = new Map<string, Reservation>();
	private readonly byBooking = new Map<string, Reservation>();
	private ordered: Reservation[] | undefined;

	/** @param latestRank of the changes so far */
	constructor(private latestRank: number) {}

	get(number: string): Reservation | undefined {
		return this.byNumber.get(number);
	}

	ofBooking(bookingNumber: string): Reservation | undefined {
		return this.byBooking.get(bookingNumber);
	}

	add(reservation: Reservation): void {
		this.byNumber.set(reservation.number, reservation);
		this.byBooking.set(reservation.bookingNumber, reservation);
		this.ordered = undefined;
	}

	/** Notes that a reservation has changed. */
	touch(number: string, atMs: number): void {
		const reservation = this.byNumber.get(number);
		if (reservation === undefined) return;
		this.latestRank += 1;
		reservation.modifiedMs = Math.max(reservation.modifiedMs, atMs);
		reservation.rank = this.latestRank;
		this.ordered = undefined;
	}

	/** All reservations, the latest change last. */
	byModification(): readonly Reservation[] {
		this.ordered ??= [...this.byNumber.values()].sort(
			(one, other) => one.modifiedMs - other.modifiedMs || one.rank - other.rank,
		);
		return this.ordered;
	}
}

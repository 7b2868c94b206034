import { dayOf } from '../time.mts';
import { Feed } from './feed.mts';
import { bookingNumber } from './numbers.mts';
import type { Booking, BookingStatus, DetailWishes } from './types.mts';

/** A new booking, with every decision taken: replaying it gives the same booking. */
export interface NewBooking {
	number: string;
	createdMs: number;
	modifiedMs: number;
	status: BookingStatus;
	arrivalDay: number;
	wishes?: DetailWishes;
}

export interface BookingChange {
	number: string;
	/** Absent = only the detail changes; the feed does not move. */
	modifiedMs?: number;
	status?: BookingStatus;
	arrivalDay?: number;
	wishes?: DetailWishes;
}

/** The bookings of one property: the feed, and the way from a number to its booking. */
export class BookingStore {
	readonly feed: Feed;
	private readonly byNumber: Map<string, Booking>;
	private rank: number;

	constructor(
		private readonly propertyId: string,
		history: Booking[],
	) {
		this.byNumber = new Map(history.map((booking) => [booking.number, booking]));
		this.rank = history.length;
		this.feed = new Feed(history);
	}

	get(number: string): Booking | undefined {
		return this.byNumber.get(number);
	}

	/** A number no booking of the property has. */
	freeNumber(arrivalDay: number): string {
		for (;;) {
			const number = bookingNumber(this.propertyId, arrivalDay, this.rank);
			this.rank += 1;
			if (!this.byNumber.has(number)) return number;
		}
	}

	create(wanted: NewBooking): Booking {
		const booking: Booking = {
			...wanted,
			...(wanted.status === 'Cancelled' && { cancelledMs: wanted.modifiedMs }),
			sequence: 0,
			revision: wanted.modifiedMs > wanted.createdMs ? 1 : 0,
		};
		this.byNumber.set(booking.number, booking);
		this.feed.enter(booking);
		return booking;
	}

	change(booking: Booking, change: BookingChange, nowMs: number): Booking {
		booking.revision += 1;
		if (change.status !== undefined) setStatus(booking, change.status, change.modifiedMs ?? nowMs);
		if (change.arrivalDay !== undefined) booking.arrivalDay = change.arrivalDay;
		if (change.wishes !== undefined) booking.wishes = { ...booking.wishes, ...change.wishes };
		if (change.modifiedMs !== undefined) this.feed.move(booking, change.modifiedMs);
		return booking;
	}

	removeDetail(booking: Booking): void {
		booking.detailRemoved = true;
	}
}

function setStatus(booking: Booking, status: BookingStatus, atMs: number): void {
	if (status === 'Cancelled') booking.cancelledMs ??= atMs;
	else delete booking.cancelledMs;
	booking.status = status;
}

/** The usual arrival of a booking made now: four weeks ahead. */
export function defaultArrivalDay(nowMs: number): number {
	return dayOf(nowMs) + 28;
}

import { compareKeys, firstIndex, type FeedKey } from './feedOrder.mts';
import { LateChanges } from './lateChanges.mts';
import type { Booking } from './types.mts';

/**
 * How far a reader has come: it has seen every change up to (modifiedMs, sequence) in feed order, as far as
 * that change was known when the sequence stood at `horizon`.
 */
export interface FeedPosition {
	modifiedMs: number;
	sequence: number;
	horizon: number;
	/** What was held back from this reader, and is due. */
	late: FeedKey[];
}

export interface FeedPage {
	bookings: Booking[];
	next: FeedPosition;
	hasMoreData: boolean;
}

/**
 * The bookings feed of one property. Each booking is in it once, at the place of its latest change, in the order
 * (modification instant, sequence). Pages are found by binary search.
 */
export class Feed {
	private readonly bookings: Booking[];
	private readonly late = new LateChanges();
	private newestMs: number;
	private sequence: number;

	/** Takes the history in feed order, with sequences 0, 1, 2, … */
	constructor(history: Booking[]) {
		this.bookings = history;
		this.newestMs = history.at(-1)?.modifiedMs ?? 0;
		this.sequence = history.length - 1;
	}

	get size(): number {
		return this.bookings.length;
	}

	at(index: number): Booking | undefined {
		return this.bookings[index];
	}

	/** Enters a new booking, whose modification time is set. */
	enter(booking: Booking): void {
		this.sequence += 1;
		booking.sequence = this.sequence;
		if (booking.modifiedMs < this.newestMs) this.late.add(booking);
		this.newestMs = Math.max(this.newestMs, booking.modifiedMs);
		this.bookings.splice(this.firstAfter(booking), 0, booking);
	}

	/** Moves a booking to the place of its new modification time. */
	move(booking: Booking, modifiedMs: number): void {
		const index = this.firstAfter(booking) - 1;
		if (this.bookings[index] !== booking) throw new Error(`Booking ${booking.number} is not in the feed`);
		this.bookings.splice(index, 1);
		booking.modifiedMs = modifiedMs;
		this.enter(booking);
	}

	/** The position of a reader who wants every booking modified at the instant or later. */
	positionBefore(modifiedMs: number): FeedPosition {
		return { modifiedMs, sequence: -1, horizon: this.sequence, late: [] };
	}

	/** The booking whose latest change is this one. */
	find(key: FeedKey): Booking | undefined {
		const booking = this.bookings[this.firstAfter(key) - 1];
		return booking !== undefined && compareKeys(booking, key) === 0 ? booking : undefined;
	}

	/** The bookings that a continued reader has passed last, at most so many. */
	justBefore(position: FeedPosition, most: number): Booking[] {
		if (position.sequence < 0) return [];
		const end = this.firstAfter(position);
		return this.bookings.slice(Math.max(end - most, 0), end);
	}

	/** The next page of a reader who stands at the position. */
	page(from: FeedPosition, count: number): FeedPage {
		const late = this.late.before(from, count + 1);
		if (late.length > count) {
			const bookings = late.slice(0, count);
			const horizon = bookings.at(-1)?.sequence ?? from.horizon;
			return { bookings, next: { ...from, horizon }, hasMoreData: true };
		}
		const start = this.firstAfter(from);
		const end = Math.min(start + count - late.length, this.bookings.length);
		const bookings = this.bookings.slice(start, end);
		const last = bookings.at(-1) ?? this.restingPlace(from);
		return {
			bookings: [...late, ...bookings],
			next: { modifiedMs: last.modifiedMs, sequence: last.sequence, horizon: this.sequence, late: [] },
			hasMoreData: end < this.bookings.length,
		};
	}

	/** A reader who starts after the newest change waits at the end, not in the future. */
	private restingPlace(from: FeedPosition): FeedKey {
		if (from.sequence >= 0) return from;
		return this.bookings.at(-1) ?? { modifiedMs: 0, sequence: -1 };
	}

	/** Index of the first booking behind the key. */
	private firstAfter(key: FeedKey): number {
		return firstIndex(this.bookings, (booking) => compareKeys(booking, key) > 0);
	}
}

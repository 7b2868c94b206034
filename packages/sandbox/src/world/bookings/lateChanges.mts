import type { FeedPosition } from './feed.mts';
import { compareKeys, firstIndex } from './feedOrder.mts';
import type { Booking } from './types.mts';

/** Stale notes are dropped once there are this many. */
const TIDY_AT = 1_000;

/**
 * Changes recorded with a time before the newest one (a clock set back, a test that dates a change itself). They
 * are behind readers who are already past them: "later continuation requests still return data that appeared
 * since" (specification, Rules for the bookings feed, 5).
 */
export class LateChanges {
	private notes: Array<{ booking: Booking; sequence: number }> = [];

	add(booking: Booking): void {
		if (this.notes.length >= TIDY_AT) {
			const current = this.notes.filter(isCurrent);
			if (current.length < this.notes.length / 2) this.notes = current;
		}
		this.notes.push({ booking, sequence: booking.sequence });
	}

	/** The changes behind a reader that it has not seen, at most so many. */
	before(position: FeedPosition, most: number): Booking[] {
		const found: Booking[] = [];
		const start = firstIndex(this.notes, ({ sequence }) => sequence > position.horizon);
		for (let index = start; index < this.notes.length; index += 1) {
			const note = this.notes[index];
			if (note === undefined || found.length === most) break;
			if (isCurrent(note) && compareKeys(note.booking, position) <= 0) found.push(note.booking);
		}
		return found;
	}
}

function isCurrent({ booking, sequence }: { booking: Booking; sequence: number }): boolean {
	return booking.sequence === sequence;
}

/** Something that happened to a booking, in words. */
export interface BookingNote {
	atMs: number;
	text: string;
}

/** Only the notes of so many bookings are kept, of those that changed last. */
const KEPT_BOOKINGS = 2_000;

/** What happened to bookings since the start, oldest first. */
export class BookingNotes {
	private readonly byBooking = new Map<string, BookingNote[]>();

	of(propertyId: string, number: string): readonly BookingNote[] {
		return this.byBooking.get(keyOf(propertyId, number)) ?? [];
	}

	add(notes: ReadonlyArray<BookingNote & { propertyId: string; number: string }>): void {
		for (const { propertyId, number, atMs, text } of notes) {
			const key = keyOf(propertyId, number);
			const earlier = this.byBooking.get(key) ?? [];
			this.byBooking.delete(key);
			this.byBooking.set(key, [...earlier, { atMs, text }]);
			const [oldest] = this.byBooking.keys();
			if (this.byBooking.size > KEPT_BOOKINGS && oldest !== undefined) this.byBooking.delete(oldest);
		}
	}
}

function keyOf(propertyId: string, number: string): string {
	return `${propertyId} ${number}`;
}

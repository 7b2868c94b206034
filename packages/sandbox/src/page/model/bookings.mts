import type { Booking, BookingStatus } from '../../world/bookings/types.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import type { World } from '../../world/world.mts';
import { fromLocalMinute, localDay } from '../../world/zone.mts';
import { bookerOf, guestOf } from '../guests.mts';
import { stayLine, type StayLine } from './stayLine.mts';

/** A booking in one line. */
export interface BookingLine {
	number: string;
	guest: string;
	/** Who booked, if the API names another person than the guest. */
	booker: string | null;
	status: BookingStatus;
	/** Days since 1970-01-01. */
	arrivalDay: number;
	nights: number;
	roomStays: number;
	/** Epoch milliseconds. */
	createdMs: number;
	modifiedMs: number;
}

/** One entry of a booking's history. */
export interface HistoryEntry {
	atMs: number;
	text: string;
}

/** A booking with everything that the page shows about it. */
export interface BookingView extends BookingLine {
	propertyId: string;
	stays: StayLine[];
	total: number;
	currency: string;
	source: string;
	/** Whether its details are gone from the API. */
	detailRemoved: boolean;
	/** Oldest first. */
	history: HistoryEntry[];
}

/** The bookings that changed last, the latest first. */
export function latestBookings(view: PmsView, world: World, count: number): BookingLine[] {
	const { feed } = world.bookings(view.property);
	const shown = Math.min(count, feed.size);
	return Array.from({ length: shown }, (_, index) => feed.at(feed.size - 1 - index)).flatMap((booking) =>
		booking === undefined ? [] : [bookingLine(view, booking)],
	);
}

/** undefined = the property has no such booking. */
export function bookingView(view: PmsView, world: World, number: string): BookingView | undefined {
	const booking = world.bookings(view.property).get(number);
	if (booking === undefined) return undefined;
	const detail = world.detail(view.property, booking);
	const today = localDay(view.now);
	const stays = view.pms.reservationOfBooking(number)?.stays ?? [];
	return {
		...bookingLine(view, booking),
		propertyId: view.property.id,
		stays: stays.map((stay) => stayLine(view, stay, today)),
		total: detail.total.priceAfterTax,
		currency: detail.currencyCode,
		source: detail.source.type,
		detailRemoved: booking.detailRemoved === true,
		history: historyOf(view, world, booking),
	};
}

export function bookingLine(view: PmsView, booking: Booking): BookingLine {
	const stays = view.pms.reservationOfBooking(booking.number)?.stays ?? [];
	const [first] = stays;
	const guest = guestOf(view, first);
	return {
		number: booking.number,
		guest,
		booker: bookerOf(view.detailOf({ bookingNumber: booking.number }), guest),
		status: booking.status,
		arrivalDay: booking.arrivalDay,
		nights: first?.outline.nights ?? 0,
		roomStays: stays.length,
		createdMs: booking.createdMs,
		modifiedMs: booking.modifiedMs,
	};
}

/** The history from before the start, then what happened since. */
function historyOf(view: PmsView, world: World, booking: Booking): HistoryEntry[] {
	const notes = world.notes.of(view.property.id, booking.number);
	const bornHere = notes[0]?.text === 'Booked';
	const before: HistoryEntry[] = bornHere ? [] : [{ atMs: booking.createdMs, text: 'Booked' }];
	if (notes.length === 0 && booking.modifiedMs > booking.createdMs) {
		const text = booking.status === 'Cancelled' ? 'Cancelled' : 'Changed';
		before.push({ atMs: booking.modifiedMs, text });
	}
	const entries = [...before, ...staffEntries(view, booking), ...notes];
	return entries.sort((one, other) => one.atMs - other.atMs);
}

/** Guests whom the hotel's staff checked in and out by themselves. */
function staffEntries(view: PmsView, { number }: Booking): HistoryEntry[] {
	const stays = view.pms.reservationOfBooking(number)?.stays ?? [];
	return stays.flatMap((stay) => {
		const { actualCheckIn, actualCheckOut } = view.stateOf(stay);
		const entry = (local: string | null, written: unknown, text: string): HistoryEntry[] =>
			local === null || written !== undefined
				? []
				: [{ atMs: fromLocalMinute(local, view.content.timeZone.id), text }];
		return [
			...entry(actualCheckIn, stay.written.checkedIn, 'Checked in by the staff'),
			...entry(actualCheckOut, stay.written.checkedOut, 'Checked out by the staff'),
		];
	});
}

/** Whether the dates of a booking can still be changed, and the booking be cancelled: nobody has arrived. */
export function isToCome({ stays, status }: BookingView): boolean {
	return status !== 'Cancelled' && stays.every((stay) => stay.status === 'New');
}

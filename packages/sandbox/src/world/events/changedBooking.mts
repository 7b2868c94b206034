import type { Change } from '../changes.mts';
import type { PmsChange } from '../pms/pmsChange.mts';
import { openPmsView } from '../pms/pmsView.mts';
import { datesOf } from '../pms/stay.mts';
import type { Property } from '../properties.mts';
import type { World } from '../world.mts';
import type { BookingFacts } from './bookingEvents.mts';

const MINUTE_MS = 60_000;

/** The booking that a change is about. */
export interface ChangedBooking {
	property: Property;
	number: string;
	/** Epoch milliseconds of the change. */
	atMs: number;
}

/** undefined = the change makes no events of a booking. */
export function changedBooking(world: World, change: Change): ChangedBooking | undefined {
	if (!('propertyId' in change) || !('atMs' in change)) return undefined;
	const property = world.property(change.propertyId);
	const number = property && numberIn(world, property, change);
	return property && number !== undefined ? { property, number, atMs: change.atMs } : undefined;
}

function numberIn(world: World, property: Property, change: Change): string | undefined {
	switch (change.kind) {
		case 'bookingCreated':
			return change.booking.number;
		case 'bookingChanged':
			return change.change.number;
		case 'pmsWritten': {
			const stayId = stayIn(change.change);
			return stayId === undefined ? undefined : world.pms(property).stay(stayId)?.bookingNumber;
		}
		default:
			return undefined;
	}
}

/** A room stay of the one reservation that is written to. */
function stayIn(change: PmsChange): string | undefined {
	switch (change.kind) {
		case 'checkedIn':
		case 'checkedOut':
		case 'staffRecordChanged':
			return change.pmsRoomStayId;
		case 'roomsAssigned':
			return change.rooms[0]?.pmsRoomStayId;
		default:
			return undefined;
	}
}

/** The booking just before a change. The guests of the history come and leave in that minute anyway. */
export function factsBefore(world: World, booking: ChangedBooking, change: Change): BookingFacts | undefined {
	const ofDesk =
		change.kind === 'pmsWritten' && change.change.kind === 'staffRecordChanged' && change.change.byItself;
	return bookingFacts(world, ofDesk ? { ...booking, atMs: booking.atMs - MINUTE_MS } : booking);
}

/** The booking now; undefined = there is none. */
export function bookingFacts(
	world: World,
	{ property, number, atMs }: ChangedBooking,
): BookingFacts | undefined {
	const booking = world.bookings(property).get(number);
	if (booking === undefined) return undefined;
	const view = openPmsView(world, property, atMs);
	const stays = view.pms.reservationOfBooking(number)?.stays ?? [];
	return {
		cancelled: booking.status === 'Cancelled',
		stays: stays.map((stay) => {
			const { checkIn, checkOut } = datesOf(stay);
			const { roomId, actualCheckIn, actualCheckOut } = view.stateOf(stay);
			return {
				id: stay.id,
				roomId,
				plannedCheckIn: checkIn,
				plannedCheckOut: checkOut,
				actualCheckIn,
				actualCheckOut,
			};
		}),
	};
}

import { plannedTimes, type StayOutline } from '../bookings/detail/outline.mts';
import { Random } from '../random.mts';
import { plusMinutes } from '../zone.mts';
import type { Posting } from './account.mts';
import type { StaffRecordChange } from './pmsChange.mts';

/** The states of a room stay (provider enumeration). */
export type StayStatus = 'New' | 'CheckedIn' | 'CheckedOut' | 'Cancelled';

/** One room stay of a reservation, as the PMS keeps it. */
export interface Stay {
	readonly id: string;
	/** Of the reservation. */
	readonly number: string;
	readonly bookingNumber: string;
	/** 0 for the first room stay. */
	readonly position: number;
	/** True when it was generated at the start: then the hotel's staff check the guests in and out. */
	readonly seeded: boolean;
	/** The guest who came to this hotel before, where the booking names nobody; undefined = none. */
	readonly regularId: string | undefined;
	cancelled: boolean;
	outline: StayOutline;
	/** The room that the staff have planned; as a rule it is not shown before the check-in. */
	plannedRoomId: string | null;
	/** What was written through the API or by the front desk. */
	readonly written: {
		/** null = the room was taken away. */
		roomId?: string | null;
		/** `YYYY-MM-DDThh:mm`, property time; null = withdrawn. */
		checkedIn?: string | null;
		checkedOut?: string | null;
		/** Whether a check-out that was written leaves the bill paid. */
		settled?: boolean;
		postings: Posting[];
	};
}

export interface StayDates {
	/** `YYYY-MM-DDThh:mm`, property time. */
	checkIn: string;
	checkOut: string;
}

/** The state of a stay at a certain time. */
export interface StayState {
	status: StayStatus;
	actualCheckIn: string | null;
	actualCheckOut: string | null;
	roomId: string | null;
	/** True when the staff checked the guests out: then the bill is paid. */
	settled: boolean;
}

const MAX_ARRIVAL_DELAY_MINUTES = 420;
const MAX_EARLY_DEPARTURE_MINUTES = 240;
const KNOWN_ROOM_SHARE = 0.15;

/** First night, and the day of departure. */
export function nightsOf({ outline }: Stay): { fromDay: number; untilDay: number } {
	return { fromDay: outline.arrivalDay, untilDay: outline.arrivalDay + outline.nights };
}

/** The room assigned to a stay, or the one that the staff have planned. */
export function plannedRoomOf({ written, plannedRoomId }: Stay): string | null {
	return written.roomId === undefined ? plannedRoomId : written.roomId;
}

export function datesOf({ outline }: Stay): StayDates {
	const { arrival, departure } = plannedTimes(outline);
	return { checkIn: arrival, checkOut: departure };
}

/**
 * The state of a stay. What was written through the API takes precedence; otherwise the staff check the guests of
 * seeded stays in and out at generated times.
 * @param now the hotel's wall clock, `YYYY-MM-DDThh:mm`
 */
export function stateOf(stay: Stay, now: string): StayState {
	if (stay.cancelled) {
		return {
			status: 'Cancelled',
			actualCheckIn: null,
			actualCheckOut: null,
			roomId: null,
			settled: false,
		};
	}
	const { written } = stay;
	const staff = staffActions(stay, now);
	const actualCheckIn = written.checkedIn !== undefined ? written.checkedIn : staff.checkedIn;
	const actualCheckOut = written.checkedOut !== undefined ? written.checkedOut : staff.checkedOut;
	const planKnown = staff.checkedIn !== null || staff.knowsRoom;
	return {
		status: actualCheckOut !== null ? 'CheckedOut' : actualCheckIn !== null ? 'CheckedIn' : 'New',
		actualCheckIn,
		actualCheckOut,
		roomId: written.roomId !== undefined ? written.roomId : planKnown ? stay.plannedRoomId : null,
		settled: written.checkedOut !== undefined ? written.settled === true : staff.checkedOut !== null,
	};
}

/** Applies a correction of the front desk. */
export function correctRecord({ written }: Stay, change: StaffRecordChange): void {
	const { checkedIn, checkedOut, roomId, settled } = change;
	Object.assign(written, { checkedIn, checkedOut, settled, ...(roomId !== null && { roomId }) });
}

/** When the guests of a stay come and leave, unless recorded otherwise: a function of the stay alone. */
export function expectedTimes(stay: Stay): {
	/** `YYYY-MM-DDThh:mm`, property time. */
	comes: string;
	leaves: string;
	/** True when their room is shown long before the arrival. */
	knowsRoom: boolean;
} {
	const random = new Random(stay.id, 'staff');
	const { checkIn, checkOut } = datesOf(stay);
	const delayed = plusMinutes(checkIn, random.integer(0, MAX_ARRIVAL_DELAY_MINUTES));
	const endOfDay = `${checkIn.slice(0, 10)}T23:59`;
	return {
		comes: delayed < endOfDay ? delayed : endOfDay,
		leaves: plusMinutes(checkOut, -random.integer(0, MAX_EARLY_DEPARTURE_MINUTES)),
		knowsRoom: random.chance(KNOWN_ROOM_SHARE),
	};
}

interface StaffActions {
	checkedIn: string | null;
	checkedOut: string | null;
	/** True when the room is shown long before the arrival. */
	knowsRoom: boolean;
}

function staffActions(stay: Stay, now: string): StaffActions {
	if (!stay.seeded) return { checkedIn: null, checkedOut: null, knowsRoom: false };
	const { comes, leaves, knowsRoom } = expectedTimes(stay);
	const untouched = stay.written.checkedIn === undefined;
	return {
		checkedIn: untouched && comes <= now ? comes : null,
		checkedOut: untouched && leaves <= now ? leaves : null,
		knowsRoom,
	};
}

import { nightsOf, plannedRoomOf, type Stay, type StayStatus } from '../../world/pms/stay.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import { guestOf } from '../guests.mts';

/** A room stay in one line. */
export interface StayLine {
	pmsRoomStayId: string;
	bookingNumber: string;
	guest: string;
	roomType: string;
	/** The room that the stay has or is planned for; null = none. */
	room: string | null;
	/** True when the API does not show the room yet: the staff may give another one. */
	isProvisional: boolean;
	/** Days since 1970-01-01. */
	fromDay: number;
	untilDay: number;
	status: StayStatus;
	/** What the front desk can record now. */
	next: 'check-in' | 'check-out' | null;
	/** `YYYY-MM-DDThh:mm`, property time: when the guests came and left. */
	arrivedAt: string | null;
	leftAt: string | null;
}

/** @param today the hotel's day */
export function stayLine(view: PmsView, stay: Stay, today: number): StayLine {
	const { status, actualCheckIn, actualCheckOut, roomId: shownRoomId } = view.stateOf(stay);
	const { fromDay, untilDay } = nightsOf(stay);
	const due = status === 'New' && fromDay <= today && today <= untilDay;
	const roomId = plannedRoomOf(stay);
	return {
		pmsRoomStayId: stay.id,
		bookingNumber: stay.bookingNumber,
		guest: guestOf(view, stay),
		roomType: stay.outline.roomType.name,
		room: roomId === null ? null : (view.pms.inventory.byId.get(roomId)?.displayName ?? null),
		isProvisional: roomId !== null && shownRoomId === null,
		fromDay,
		untilDay,
		status,
		next: due ? 'check-in' : status === 'CheckedIn' ? 'check-out' : null,
		arrivedAt: actualCheckIn,
		leftAt: actualCheckOut,
	};
}

import { fromLocalMinute, localDay, toLocalMinute } from '../zone.mts';
import type { PmsView } from './pmsView.mts';
import type { Reservation } from './reservations.mts';
import { datesOf, nightsOf } from './stay.mts';

/** Local times `YYYY-MM-DDThh:mm`, both included. */
export interface LocalRange {
	start: string;
	end: string;
}

/** Which reservations are wanted; absent = any. */
export interface ReservationFilter {
	cancelled: boolean;
	modified?: LocalRange;
	/** The stays, or parts of them, lie in this range. */
	affected?: LocalRange;
	roomId?: string;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const CLOCK_CHANGE_MS = 2 * 60 * MINUTE_MS;

/**
 * Whether a reservation is wanted. Times of changes are compared by the local second, as responses show them:
 * a change in the last minute of the range but after its first second is not in it.
 */
export function reservationMatcher(view: PmsView, filter: ReservationFilter): (one: Reservation) => boolean {
	const tests = [
		(one: Reservation) => (view.bookingOf(one).status === 'Cancelled') === filter.cancelled,
		...(filter.modified === undefined ? [] : [modifiedIn(view, filter.modified)]),
		...(filter.affected === undefined ? [] : [affectedIn(filter.affected)]),
		...(filter.roomId === undefined ? [] : [inRoom(view, filter.roomId)]),
	];
	return (one) => tests.every((test) => test(one));
}

function modifiedIn(view: PmsView, { start, end }: LocalRange): (one: Reservation) => boolean {
	const zone = view.content.timeZone.id;
	const earliest = fromLocalMinute(start, zone) - CLOCK_CHANGE_MS;
	const latest = fromLocalMinute(end, zone) + CLOCK_CHANGE_MS + SECOND_MS;
	return ({ modifiedMs }) => {
		if (modifiedMs < earliest || modifiedMs > latest) return false;
		const local = toLocalMinute(modifiedMs, zone);
		return start <= local && (local < end || (local === end && modifiedMs % MINUTE_MS < SECOND_MS));
	};
}

function affectedIn({ start, end }: LocalRange): (one: Reservation) => boolean {
	const firstDay = localDay(start);
	const lastDay = localDay(end);
	return ({ stays }) =>
		stays.some((stay) => {
			const { fromDay, untilDay } = nightsOf(stay);
			if (untilDay < firstDay || fromDay > lastDay) return false;
			const { checkIn, checkOut } = datesOf(stay);
			return checkIn <= end && start <= checkOut;
		});
}

function inRoom(view: PmsView, roomId: string): (one: Reservation) => boolean {
	return ({ stays }) => stays.some((stay) => view.stateOf(stay).roomId === roomId);
}

/** Whole days between two local times, rounded up. */
export function daysOf({ start, end }: LocalRange): number {
	const days = localDay(end) - localDay(start);
	return end.slice(11) > start.slice(11) ? days + 1 : days;
}

import type { PmsView } from '../pms/pmsView.mts';
import type { Stay } from '../pms/stay.mts';
import { stayTimes } from '../pms/stayTimes.mts';
import { DAY_MS, dayOf } from '../time.mts';

/** Something that the front desk does for a stay at a certain time. */
export interface DeskAction {
	atMs: number;
	kind: 'room' | 'arrival' | 'departure';
	stay: Stay;
}

/** Until when the desk has worked, in epoch milliseconds; absent = it does not handle these stays. */
export interface Worked {
	/** For the stays of the history. */
	seeded?: number;
	/** For those made since. */
	later?: number;
}

const MINUTE_MS = 60_000;
/** Nobody arrives in the minute of the booking. */
const BOOKED_BEFORE_MS = 10 * MINUTE_MS;
/** Guests whose departure is this long past are no longer looked for. */
const OVERDUE_DAYS = 30;

/** The actions of the desk since it last worked, up to an instant, in order. */
export function actionsUntil(view: PmsView, untilMs: number, { seeded, later }: Worked): DeskAction[] {
	const since = Math.min(seeded ?? Infinity, later ?? Infinity);
	return view.pms.calendar
		.between(dayOf(since) - OVERDUE_DAYS, dayOf(untilMs) + 1)
		.flatMap((stay) => {
			const workedUntil = stay.seeded ? seeded : later;
			if (workedUntil === undefined) return [];
			return actionsFor(view, stay, workedUntil).filter(({ atMs }) => workedUntil < atMs && atMs <= untilMs);
		})
		.sort((one, other) => one.atMs - other.atMs);
}

/** When the next guests of the hotel, or of one booking, come or leave; undefined = never. */
export function nextOf(
	view: PmsView,
	kind: 'arrival' | 'departure',
	nowMs: number,
	bookingNumber?: string,
): number | undefined {
	const stays =
		bookingNumber === undefined
			? view.pms.calendar.all()
			: (view.pms.reservationOfBooking(bookingNumber)?.stays ?? []);
	let next: number | undefined;
	for (const stay of stays) {
		// A stay that has long ended needs no computation.
		if ((stay.outline.arrivalDay + stay.outline.nights + 2) * DAY_MS < nowMs) continue;
		for (const action of actionsFor(view, stay, nowMs)) {
			if (action.kind === kind && action.atMs > nowMs && !(action.atMs >= (next ?? Infinity)))
				next = action.atMs;
		}
	}
	return next;
}

/** The open actions for a stay. Guests of later bookings who are overdue come at once. */
function actionsFor(view: PmsView, stay: Stay, workedUntilMs: number): DeskAction[] {
	const { written, seeded, cancelled } = stay;
	// Guests whose check-in was withdrawn do not come again.
	if (cancelled || written.checkedIn === null || typeof written.checkedOut === 'string') return [];
	const { roomMs, comesMs, leavesMs } = stayTimes(stay, view.content.timeZone.id);
	const earliestMs = seeded ? 0 : workedUntilMs + MINUTE_MS;
	const arrivalMs = Math.max(comesMs, view.bookingOf(stay).createdMs + BOOKED_BEFORE_MS, earliestMs);
	const hasArrived = typeof written.checkedIn === 'string';
	// Guests who have not come before the departure do not come any more.
	if (!hasArrived && leavesMs < arrivalMs) return [];
	const departure: DeskAction = { atMs: Math.max(leavesMs, earliestMs), kind: 'departure', stay };
	if (hasArrived) return [departure];
	return [
		{ atMs: Math.max(roomMs, earliestMs), kind: 'room', stay },
		{ atMs: arrivalMs, kind: 'arrival', stay },
		departure,
	];
}

import type { PmsView } from '../pms/pmsView.mts';
import type { Stay } from '../pms/stay.mts';
import { stayTimes } from '../pms/stayTimes.mts';
import { DAY_MS, dayOf } from '../time.mts';

/** Something that the front desk does for a stay at its time. */
export interface Deed {
	atMs: number;
	kind: 'room' | 'arrival' | 'departure';
	stay: Stay;
}

/** Until when the desk has worked, epoch milliseconds; absent = it does not attend to these stays. */
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

/** What the desk does after it has worked and up to an instant, in the order of the times. */
export function deedsUntil(view: PmsView, untilMs: number, { seeded, later }: Worked): Deed[] {
	const since = Math.min(seeded ?? Infinity, later ?? Infinity);
	return view.pms.calendar
		.between(dayOf(since) - OVERDUE_DAYS, dayOf(untilMs) + 1)
		.flatMap((stay) => {
			const workedUntil = stay.seeded ? seeded : later;
			if (workedUntil === undefined) return [];
			return deedsFor(view, stay, workedUntil).filter(({ atMs }) => workedUntil < atMs && atMs <= untilMs);
		})
		.sort((one, other) => one.atMs - other.atMs);
}

/** When the next guests of the hotel come or leave, or those of one booking; undefined = nobody does any more. */
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
		// Where the rest of the history is over, nobody need be asked for.
		if ((stay.outline.arrivalDay + stay.outline.nights + 2) * DAY_MS < nowMs) continue;
		for (const deed of deedsFor(view, stay, nowMs)) {
			if (deed.kind === kind && deed.atMs > nowMs && !(deed.atMs >= (next ?? Infinity))) next = deed.atMs;
		}
	}
	return next;
}

/** What is still to be done for a stay. Guests of bookings made later who were kept waiting come at once. */
function deedsFor(view: PmsView, stay: Stay, workedUntilMs: number): Deed[] {
	const { written, seeded, cancelled } = stay;
	// Who was sent away again stays away.
	if (cancelled || written.checkedIn === null || typeof written.checkedOut === 'string') return [];
	const { roomMs, comesMs, leavesMs } = stayTimes(stay, view.content.timeZone.id);
	const atLeast = seeded ? 0 : workedUntilMs + MINUTE_MS;
	const arrivalMs = Math.max(comesMs, view.bookingOf(stay).createdMs + BOOKED_BEFORE_MS, atLeast);
	const hasArrived = typeof written.checkedIn === 'string';
	// Whoever has not come before the departure does not come any more.
	if (!hasArrived && leavesMs < arrivalMs) return [];
	const departure: Deed = { atMs: Math.max(leavesMs, atLeast), kind: 'departure', stay };
	if (hasArrived) return [departure];
	return [
		{ atMs: Math.max(roomMs, atLeast), kind: 'room', stay },
		{ atMs: arrivalMs, kind: 'arrival', stay },
		departure,
	];
}

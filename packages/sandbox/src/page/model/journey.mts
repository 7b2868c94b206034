import type { Sandbox } from '../../sandbox.mts';
import { nextOf } from '../../world/frontDesk/deskActions.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import { datesOf, type Stay } from '../../world/pms/stay.mts';
import { toWireDate } from '../../world/time.mts';
import { fromLocalMinute, localDay, toLocalMinute } from '../../world/zone.mts';
import type { Message } from '../messages.mts';
import { causesOf } from './causes.mts';
import { withoutRepeats } from './shownMessages.mts';

/** A point of a guest's journey, with the messages sent from there until the next one. */
export interface JourneyStop {
	name:
		| ('Booked' | 'Before arrival' | 'Day of arrival' | 'Check-in')
		| ('First evening' | 'Last evening' | 'Departure' | 'Review' | 'Cancelled');
	/** Epoch milliseconds; null = not known yet. */
	atMs: number | null;
	isReached: boolean;
	/** Where the clock can be moved to be there, epoch milliseconds; null = nowhere. */
	goMs: number | null;
	messages: Message[];
}

/** A stop, and from when on a message belongs to it. */
type Stop = Omit<JourneyStop, 'messages'> & { fromMs: number };

/** The points at which hotels write to their guests. */
const BEFORE_ARRIVAL = { days: 3, time: '10:00' };
const MORNING = '09:00';
const EVENING = '20:00';
/** Guests who arrive late have an evening, too. */
const SETTLED_MS = 2 * 3_600_000;
/** The day after the departure. */
const REVIEW = { days: 1, time: '12:00' };

/** The journey of the guests of a booking, from the booking to the review. */
export function journeyOf(sandbox: Sandbox, view: PmsView, number: string): JourneyStop[] {
	const nowMs = sandbox.clock.now();
	const stops = stopsOf(view, number, nowMs);
	const about = withoutRepeats(sandbox.page.messages.latest(Infinity))
		.map(({ message }) => message)
		.filter((message) => causesOf(sandbox, message).some((cause) => cause.number === number))
		.reverse();
	return stops.map(({ fromMs, ...stop }, index) => {
		const untilMs = Math.min(Infinity, ...stops.slice(index + 1).map((later) => later.fromMs));
		const messages = about.filter(({ at }) => (index === 0 || fromMs <= at) && at < untilMs);
		return { ...stop, goMs: (stop.goMs ?? 0) > nowMs ? stop.goMs : null, messages };
	});
}

function stopsOf(view: PmsView, number: string, nowMs: number): Stop[] {
	const booking = view.bookingOf({ bookingNumber: number });
	const { createdMs, cancelledMs } = booking;
	const booked = reached('Booked', createdMs);
	if (cancelledMs !== undefined) return [booked, reached('Cancelled', cancelledMs)];
	const stays = view.pms.reservationOfBooking(number)?.stays ?? [];
	const zone = view.content.timeZone.id;
	const at = (day: number, time: string) => fromLocalMinute(`${toWireDate(day)}T${time}`, zone);
	const { arrival, departure, checkedIn, checkedOut } = movementsOf(view, stays);
	const arrivalDay = localDay(arrival);
	const departureDay = localDay(checkedOut ?? departure);
	const instant = (local: string) => fromLocalMinute(local, zone);
	const plan = (name: JourneyStop['name'], atMs: number, fromMs: number): Stop => {
		return { name, atMs, isReached: atMs <= nowMs, goMs: atMs, fromMs };
	};
	const beforeMs = at(arrivalDay - BEFORE_ARRIVAL.days, BEFORE_ARRIVAL.time);
	const dayAfterBooking = at(localDay(toLocalMinute(createdMs, zone)) + 1, '00:00');
	const morningMs = at(arrivalDay, MORNING);
	const inMs = checkedIn === null ? null : instant(checkedIn);
	const outMs = checkedOut === null ? null : instant(checkedOut);
	const comesMs = inMs ?? nextOf(view, 'arrival', nowMs, number) ?? instant(arrival);
	const firstMs = Math.max(at(localDay(checkedIn ?? arrival), EVENING), comesMs + SETTLED_MS);
	const lastMs = at(departureDay - 1, EVENING);
	const evenings = (
		[
			['First evening', firstMs],
			['Last evening', lastMs],
		] as const
	).filter(
		([name, atMs]) => atMs < (outMs ?? instant(departure)) && (name === 'First evening' || lastMs > firstMs),
	);
	return [
		booked,
		...(beforeMs > createdMs ? [plan('Before arrival', beforeMs, Math.min(beforeMs, dayAfterBooking))] : []),
		...(morningMs > createdMs ? [plan('Day of arrival', morningMs, at(arrivalDay, '00:00'))] : []),
		{
			name: 'Check-in',
			atMs: inMs,
			isReached: inMs !== null,
			goMs: inMs === null ? (nextOf(view, 'arrival', nowMs, number) ?? null) : null,
			fromMs: inMs ?? Infinity,
		},
		...evenings.map(([name, atMs]) => plan(name, atMs, inMs === null ? Infinity : atMs)),
		{
			name: 'Departure',
			atMs: outMs ?? instant(departure),
			isReached: outMs !== null,
			goMs: outMs === null ? (nextOf(view, 'departure', nowMs, number) ?? null) : null,
			fromMs: outMs ?? Infinity,
		},
		plan('Review', at(departureDay + REVIEW.days, REVIEW.time), at(departureDay + REVIEW.days, '00:00')),
	];
}

function reached(name: JourneyStop['name'], atMs: number): Stop {
	return { name, atMs, isReached: true, goMs: null, fromMs: atMs };
}

/** Local times of all stays together: the first arrival, the last departure. */
function movementsOf(view: PmsView, stays: readonly Stay[]) {
	const dates = stays.map(datesOf);
	const states = stays.map((stay) => view.stateOf(stay));
	const ins = states.flatMap(({ actualCheckIn }) => actualCheckIn ?? []).sort();
	const outs = states.flatMap(({ actualCheckOut }) => actualCheckOut ?? []).sort();
	return {
		arrival: dates.map(({ checkIn }) => checkIn).sort()[0] ?? view.now,
		departure:
			dates
				.map(({ checkOut }) => checkOut)
				.sort()
				.at(-1) ?? view.now,
		checkedIn: ins[0] ?? null,
		// As long as one of them is there, they have not left.
		checkedOut: outs.length < stays.length ? null : (outs.at(-1) ?? null),
	};
}

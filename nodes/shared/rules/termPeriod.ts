import {
	DAY_SECONDS,
	instantOfWall,
	secondsOfDay,
	wallMidnight,
	wallOfInstant,
	withinDates,
} from '../dates/wallClock';
import type { CancellableStay, HotelTimes, Readings } from './cancellableStay';
import type { CancellationRule, CancellationTerm } from './cancellationRule';

/** When a term holds: both seconds included, infinite where there is no end. */
export interface TermPeriod {
	from: number;
	to: number;
}

const ALWAYS: TermPeriod = { from: -Infinity, to: Infinity };
const HOUR_SECONDS = 3600;

/**
 * The reference point as wall time (specification, Meaning of `referencePointKind`): a time of day on the date of
 * arrival. `undefined` where it is not known.
 */
export function referenceWall(
	{ referencePointKind, referencePointTime }: CancellationRule,
	stay: CancellableStay,
	hotel: HotelTimes,
): number | undefined {
	const midnight = wallMidnight(stay.arrivalDate);
	const seconds = timeOfDay();
	return midnight === undefined || seconds === undefined ? undefined : midnight + seconds;

	function timeOfDay(): number | undefined {
		switch (referencePointKind) {
			case 'ProviderArrivalTime':
				return known(hotel.checkInTime);
			case 'ProviderDepartureTime':
				return known(hotel.checkOutTime);
			case 'GuestArrivalTime':
				return known(stay.guestArrivalTime ?? hotel.checkInTime);
			case 'CustomArrivalTime':
				return known(referencePointTime);
			case 'BookingCreationTime':
				return wallOfInstant(stay.createdAt, hotel.timeZone) % DAY_SECONDS;
			default:
				return undefined;
		}
	}
}

function known(time: string | undefined): number | undefined {
	return time === undefined ? undefined : secondsOfDay(time);
}

/**
 * When a term holds (specification, Term fields). `undefined` if never: with an unknown matching or unit, and without
 * a value that the matching needs.
 */
export function termPeriod(
	{ matching, unit, value, valueMax }: CancellationTerm,
	reference: number,
	{ timeZone }: HotelTimes,
	{ day }: Readings,
): TermPeriod | undefined {
	if (matching === 'NoMatter') return ALWAYS;
	const from = before(matching === 'Between' ? valueMax : value);
	const to = before(value);
	if (from === undefined || to === undefined) return undefined;
	switch (matching) {
		case 'AtLeast':
			return { from: -Infinity, to };
		case 'NoMoreThan':
			return { from, to: Infinity };
		case 'Between':
			return from <= to ? { from, to } : undefined;
		default:
			return undefined;
	}

	/** So much before the reference point. */
	function before(count: number | undefined): number | undefined {
		if (count === undefined) return undefined;
		const isCalendarDay = unit === 'Day' && day === 'calendar';
		if (isCalendarDay) return instantOfWall(reference - count * DAY_SECONDS, timeZone);
		const seconds = { Day: DAY_SECONDS, Hour: HOUR_SECONDS }[unit];
		if (seconds === undefined) return undefined;
		return withinDates(instantOfWall(reference, timeZone) - count * seconds);
	}
}

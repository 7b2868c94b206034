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
				return known(stay.guestArrivalTime === undefined ? hotel.checkInTime : stay.guestArrivalTime);
			case 'CustomArrivalTime':
				return known(referencePointTime);
			case 'BookingCreationTime':
				return wallOfInstant(stay.createdAt, hotel.timeZone) % DAY_SECONDS;
		}
	}
}

function known(time: string | null | undefined): number | undefined {
	return secondsOfDay(time ?? '');
}

/** When a term holds whose fields tell it (specification, Term fields). */
export function termPeriod(
	{ matching, unit, value, valueMax }: CancellationTerm,
	reference: number,
	{ timeZone }: HotelTimes,
	{ day }: Readings,
): TermPeriod {
	switch (matching) {
		case 'NoMatter':
			return { from: -Infinity, to: Infinity };
		case 'AtLeast':
			return { from: -Infinity, to: before(value) };
		case 'NoMoreThan':
			return { from: before(value), to: Infinity };
		default:
			return { from: before(valueMax), to: before(value) };
	}

	/** So much before the reference point. */
	function before(count = NaN): number {
		const isCalendarDay = unit === 'Day' && day === 'calendar';
		if (isCalendarDay) return instantOfWall(reference - count * DAY_SECONDS, timeZone);
		const seconds = unit === 'Day' ? DAY_SECONDS : HOUR_SECONDS;
		return withinDates(instantOfWall(reference, timeZone) - count * seconds);
	}
}

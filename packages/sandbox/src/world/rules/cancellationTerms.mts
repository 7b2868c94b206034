import type { CancellationRule, CancellationTerm } from '../content/types.mts';
import { parseDate, toWireDate } from '../time.mts';
import { latestLocalMinute, toLocalMinute } from '../zone.mts';

/** When the terms of a cancellation rule hold for a stay. */

/** What a penalty depends on, besides the rule and the moment. */
export interface CancellableStay {
	/** IANA zone name of the property. */
	timeZone: string;
	/** The property's standard times, `HH:mm`. */
	checkInTime: string;
	checkOutTime: string;
	/** `YYYY-MM-DD`. */
	arrivalDate: string;
	/** `HH:mm`, an early or a later one; null when the guest chose none. */
	chosenArrivalTime: string | null;
	/** Epoch milliseconds at which the booking was made. */
	bookedMs: number;
	currency: string;
	/** One per night in their order, before tax. */
	nightPrices: readonly number[];
	/** What was paid in advance; for an offer, what its rate plan requires. */
	prepayment: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Both days of a period are included. A term without periods concerns every arrival. */
export function concerns({ arrivalDates }: CancellationTerm, date: string): boolean {
	return (
		arrivalDates.length === 0 ||
		arrivalDates.some(
			({ startDate, endDate, isEndless }) =>
				startDate <= date && (isEndless || endDate === null || date <= endDate),
		)
	);
}

/** When a term holds; undefined = its fields do not specify it. */
export function rangeOf(
	term: CancellationTerm,
	before: (count: number, unit: 'Day' | 'Hour') => number,
): { fromMs: number; untilMs: number } | undefined {
	const { beforeArrivalMatching, beforeArrivalUnit: unit, beforeArrivalValue: value } = term;
	if (beforeArrivalMatching === 'NoMatter') return { fromMs: -Infinity, untilMs: Infinity };
	if (!(unit === 'Day' || unit === 'Hour') || typeof value !== 'number') return undefined;
	switch (beforeArrivalMatching) {
		case 'AtLeast':
			return { fromMs: -Infinity, untilMs: before(value, unit) };
		case 'NoMoreThan':
			return { fromMs: before(value, unit), untilMs: Infinity };
		case 'Between': {
			const { beforeArrivalValueMax: most } = term;
			return most === undefined ? undefined : { fromMs: before(most, unit), untilMs: before(value, unit) };
		}
		default:
			return undefined;
	}
}

/**
 * Computes the instant so many days or hours before the reference point. A day is a calendar day of the property, at the
 * same local time. An hour is an hour, also across clock changes.
 */
export function timesBeforeArrival(
	rule: CancellationRule,
	stay: CancellableStay,
): (count: number, unit: 'Day' | 'Hour') => number {
	const { time, seconds } = referenceTime(rule, stay);
	const arrivalDay = parseDate(stay.arrivalDate);
	if (arrivalDay === undefined) throw new Error(`${stay.arrivalDate} is not a date`);
	const daysBefore = (days: number) =>
		latestLocalMinute(`${toWireDate(arrivalDay - days)}T${time}`, stay.timeZone) + seconds * SECOND_MS;
	return (count, unit) => (unit === 'Day' ? daysBefore(count) : daysBefore(0) - count * HOUR_MS);
}

/** The time of day from which the terms count back, on the day of arrival. */
function referenceTime(rule: CancellationRule, stay: CancellableStay): { time: string; seconds: number } {
	switch (rule.referencePointKind) {
		case 'ProviderArrivalTime':
			return { time: stay.checkInTime, seconds: 0 };
		case 'ProviderDepartureTime':
			return { time: stay.checkOutTime, seconds: 0 };
		case 'GuestArrivalTime':
			return { time: stay.chosenArrivalTime ?? stay.checkInTime, seconds: 0 };
		case 'CustomArrivalTime':
			return { time: rule.referencePointTime ?? stay.checkInTime, seconds: 0 };
		case 'BookingCreationTime':
			return {
				time: toLocalMinute(stay.bookedMs, stay.timeZone).slice(11),
				seconds: Math.floor((stay.bookedMs % MINUTE_MS) / SECOND_MS),
			};
	}
}

import { DateTime } from 'luxon';

import { wholeDate } from './instants';
import { ParameterError } from '../util/parameterError';

/** A plain date, `YYYY-MM-DD`, with the name of the parameter it came from. */
export interface NamedDate {
	parameter: string;
	/** `YYYY-MM-DD` or `YYYY-MM-DDTHH:mm` */
	value: string;
}

export function daysBetween(from: string, to: string): number {
	return DateTime.fromISO(to, { zone: 'utc' }).diff(DateTime.fromISO(from, { zone: 'utc' }), 'days').days;
}

/** The nights of a stay; null if a date is missing or invalid. */
export function nightsBetween(arrival: unknown, departure: unknown): number | null {
	const [from, to] = [dayIn(arrival), dayIn(departure)];
	return from === undefined || to === undefined ? null : daysBetween(from, to);
}

function dayIn(time: unknown): string | undefined {
	const day = typeof time === 'string' ? time.slice(0, 10) : '';
	return wholeDate(day, 'utc') && day;
}

export function plusDays(date: string, days: number): string {
	return DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toFormat('yyyy-MM-dd');
}

/** @throws ParameterError when the end lies before the start */
export function requireOrder(start: NamedDate, end: NamedDate): void {
	if (end.value >= start.value) return;
	throw new ParameterError(
		end.parameter,
		end.value,
		`is before ${start.value}`,
		`Choose a time in {${end.parameter}} that is not before {${start.parameter}}.`,
	);
}

const MAX_NIGHTS = 100;
const MAX_DAYS_AHEAD = 365;

/**
 * The dates of a search (specification, Other limits): at least one night, at most 100, arrival not in the
 * past and at most 365 days ahead.
 * @param today `YYYY-MM-DD` at the hotel
 */
export function requireStay(
	arrival: NamedDate,
	departure: NamedDate,
	today: { earliest: string; latest: string },
): void {
	const nights = daysBetween(arrival.value.slice(0, 10), departure.value.slice(0, 10));
	if (nights < 1) {
		throw new ParameterError(
			departure.parameter,
			departure.value,
			`is not after ${arrival.value}`,
			`Choose a day in {${departure.parameter}} after {${arrival.parameter}}.`,
		);
	}
	if (nights > MAX_NIGHTS) {
		throw new ParameterError(
			departure.parameter,
			departure.value,
			`is ${nights} nights after ${arrival.value}, more than the ${MAX_NIGHTS} the API allows`,
			`Choose a day in {${departure.parameter}} at most ${MAX_NIGHTS} nights after {${arrival.parameter}}.`,
		);
	}
	requireBookable(arrival, today);
}

function requireBookable(arrival: NamedDate, today: { earliest: string; latest: string }): void {
	const day = arrival.value.slice(0, 10);
	if (day < today.earliest) {
		throw new ParameterError(
			arrival.parameter,
			arrival.value,
			'is in the past',
			'Choose today or a later day.',
		);
	}
	if (daysBetween(today.latest, day) > MAX_DAYS_AHEAD) {
		throw new ParameterError(
			arrival.parameter,
			arrival.value,
			`is more than ${MAX_DAYS_AHEAD} days ahead`,
			'Prices are available up to one year ahead. Choose an earlier day.',
		);
	}
}

/** Today at a hotel with a known time zone, otherwise the earliest and latest date it can be on earth. */
export function todayAt(now: DateTime, zone?: string): { earliest: string; latest: string } {
	const day = (where: string) => now.setZone(where).toFormat('yyyy-MM-dd');
	return zone === undefined
		? { earliest: day('UTC-12'), latest: day('UTC+14') }
		: { earliest: day(zone), latest: day(zone) };
}

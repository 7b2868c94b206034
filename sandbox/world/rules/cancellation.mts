import { partOf, rounded } from '../money.mts';
import type { CancellationRule, CancellationTerm } from '../content/types.mts';
import { parseDate, toWireDate } from '../time.mts';
import { latestLocalMinute, toLocalMinute } from '../zone.mts';

/**
 * The cancellation rule (specification, Cancellation rule) as a function of a rule, a stay and a moment.
 * What the specification leaves open is decided here and written down in docs/sandbox.md, Readings.
 */

/** What a penalty depends on beside the rule and the moment. */
export interface CancellableStay {
	/** IANA zone name of the property. */
	timeZone: string;
	/** The property's standard times, `HH:mm`. */
	checkInTime: string;
	checkOutTime: string;
	/** `YYYY-MM-DD`. */
	arrivalDate: string;
	/** `HH:mm`; null when the guest chose none. */
	chosenArrivalTime: string | null;
	/** Epoch milliseconds at which the booking was made. */
	bookedMs: number;
	currency: string;
	/** One per night in their order, before tax. */
	nightPrices: readonly number[];
	/** What was paid in advance; for an offer, what would have to be. */
	prepayment: number;
}

/** A stretch of time with the same penalty, in whole seconds, both ends included; null = without an end. */
export interface PenaltyStep {
	fromMs: number | null;
	untilMs: number | null;
	/** 0 = free. */
	amount: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What cancelling at the moment costs; 0 = nothing. Of several terms the cheapest counts. */
export function penaltyAt(rule: CancellationRule, stay: CancellableStay, atMs: number): number {
	return cheapest(chargesOf(rule, stay), atMs);
}

/** The penalties of all times, earliest first; neighbours differ. */
export function penaltySchedule(rule: CancellationRule, stay: CancellableStay): PenaltyStep[] {
	const charges = chargesOf(rule, stay);
	const starts = charges.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs + SECOND_MS]);
	const changes = [...new Set([-Infinity, ...starts.filter(Number.isFinite)])].sort(
		(one, other) => one - other,
	);
	const steps = changes
		.map((fromMs) => ({ fromMs, amount: cheapest(charges, fromMs) }))
		.filter(({ amount }, index, all) => index === 0 || amount !== all[index - 1]?.amount);
	return steps.map(({ fromMs, amount }, index) => {
		const next = steps[index + 1];
		return {
			fromMs: Number.isFinite(fromMs) ? fromMs : null,
			untilMs: next === undefined ? null : next.fromMs - SECOND_MS,
			amount,
		};
	});
}

/**
 * The last second of the free time that the moment lies in; null = free from then on for ever; undefined when
 * cancelling at the moment costs something.
 */
export function freeUntil(
	rule: CancellationRule,
	stay: CancellableStay,
	atMs: number,
): number | null | undefined {
	const step = penaltySchedule(rule, stay).find(
		({ untilMs }) => untilMs === null || wholeSecond(atMs) <= untilMs,
	);
	return step?.amount === 0 ? step.untilMs : undefined;
}

/** Whether cancelling the stay never costs anything. */
export function isAlwaysFree(rule: CancellationRule, stay: CancellableStay): boolean {
	return penaltySchedule(rule, stay).every(({ amount }) => amount === 0);
}

/** A term of the rule that concerns the arrival: when it holds, both ends included, and its penalty. */
interface Charge {
	fromMs: number;
	untilMs: number;
	amount: number;
}

function cheapest(charges: readonly Charge[], atMs: number): number {
	const at = wholeSecond(atMs);
	const due = charges.filter(({ fromMs, untilMs }) => fromMs <= at && at <= untilMs);
	return due.length === 0 ? 0 : Math.min(...due.map(({ amount }) => amount));
}

/** The wire shows whole seconds. */
function wholeSecond(atMs: number): number {
	return Math.floor(atMs / SECOND_MS) * SECOND_MS;
}

function chargesOf(rule: CancellationRule, stay: CancellableStay): Charge[] {
	const before = timesBeforeArrival(rule, stay);
	return rule.cancellationTerms
		.filter((term) => concerns(term, stay.arrivalDate))
		.flatMap((term) => {
			const range = rangeOf(term, before);
			return range === undefined ? [] : [{ ...range, amount: penaltyOf(term, stay) }];
		});
}

/** Both days of a period are included. A term without periods concerns every arrival. */
function concerns({ arrivalDates }: CancellationTerm, date: string): boolean {
	return (
		arrivalDates.length === 0 ||
		arrivalDates.some(
			({ startDate, endDate, isEndless }) =>
				startDate <= date && (isEndless || endDate === null || date <= endDate),
		)
	);
}

/** When a term holds; undefined = never, as its fields do not belong together. */
function rangeOf(
	term: CancellationTerm,
	before: (count: number, unit: 'Day' | 'Hour') => number,
): { fromMs: number; untilMs: number } | undefined {
	const { beforeArrivalMatching, beforeArrivalUnit: unit, beforeArrivalValue: value } = term;
	if (beforeArrivalMatching === 'NoMatter') return { fromMs: -Infinity, untilMs: Infinity };
	if (unit === 'None') return undefined;
	switch (beforeArrivalMatching) {
		case 'AtLeast':
			return { fromMs: -Infinity, untilMs: before(value, unit) };
		case 'NoMoreThan':
			return { fromMs: before(value, unit), untilMs: Infinity };
		case 'Between': {
			const { beforeArrivalValueMax: most } = term;
			return most === undefined ? undefined : { fromMs: before(most, unit), untilMs: before(value, unit) };
		}
	}
}

/**
 * Tells the instant so many days or hours before the reference point. A day is a day of the property's
 * calendar: the same time by the clocks there. An hour is an hour, whatever the clocks do.
 */
function timesBeforeArrival(
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

function penaltyOf(
	{ penaltyCalculationMethod, penaltyValue, penaltyValueCurrency }: CancellationTerm,
	{ nightPrices, prepayment, currency }: CancellableStay,
): number {
	const percentOf = (amount: number) => partOf(amount, penaltyValue, 100, currency);
	const sum = (prices: readonly number[]) =>
		rounded(
			prices.reduce((total, price) => total + price, 0),
			currency,
		);
	switch (penaltyCalculationMethod) {
		case 'NoPenalty':
			return 0;
		case 'FirstNightPercent':
			return percentOf(nightPrices[0] ?? 0);
		case 'PrepaymentPercent':
			return percentOf(prepayment);
		case 'FirstNights':
			return sum(nightPrices.slice(0, Math.max(0, Math.floor(penaltyValue))));
		case 'Percent':
			return percentOf(sum(nightPrices));
		case 'Fixed':
			return (penaltyValueCurrency ?? currency) === currency ? rounded(penaltyValue, currency) : 0;
	}
}

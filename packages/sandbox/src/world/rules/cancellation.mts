import { partOf, rounded } from '../money.mts';
import type { CancellationRule, CancellationTerm } from '../content/types.mts';
import { concerns, rangeOf, timesBeforeArrival, type CancellableStay } from './cancellationTerms.mts';

/**
 * The cancellation rule (specification, Cancellation rule) as a function of a rule, a stay and a moment.
 * What the specification leaves open is decided here and written down in docs/sandbox/readings.md.
 */

/** A stretch of time with the same penalty, in whole seconds, both ends included; null = without an end. */
export interface PenaltyStep {
	fromMs: number | null;
	untilMs: number | null;
	/** 0 = free; null = not specified by the rule. */
	amount: number | null;
}

const SECOND_MS = 1_000;

/** The penalty for cancelling at the moment; 0 = free, null = unspecified. Of several terms the cheapest counts. */
export function penaltyAt(rule: CancellationRule, stay: CancellableStay, atMs: number): number | null {
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
 * The last second of the free period around the moment; null = free from then on; undefined if cancelling at the moment
 * costs something.
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
	amount: number | null;
}

/** An unspecified penalty could be less than any amount, but not less than 0. */
function cheapest(charges: readonly Charge[], atMs: number): number | null {
	const at = wholeSecond(atMs);
	const due = charges.filter(({ fromMs, untilMs }) => fromMs <= at && at <= untilMs);
	const amounts = due.flatMap(({ amount }) => amount ?? []);
	if (due.length === 0 || amounts.includes(0)) return 0;
	return amounts.length < due.length ? null : Math.min(...amounts);
}

/** The API has whole seconds. */
function wholeSecond(atMs: number): number {
	return Math.floor(atMs / SECOND_MS) * SECOND_MS;
}

function chargesOf(rule: CancellationRule, stay: CancellableStay): Charge[] {
	const before = timesBeforeArrival(rule, stay);
	return rule.cancellationTerms
		.filter((term) => concerns(term, stay.arrivalDate))
		.flatMap((term) => {
			const range = rangeOf(term, before);
			return range === undefined
				? [{ fromMs: -Infinity, untilMs: Infinity, amount: null }]
				: [{ ...range, amount: penaltyOf(term, stay) }];
		});
}

function penaltyOf(
	{ penaltyCalculationMethod, penaltyValue, penaltyValueCurrency }: CancellationTerm,
	{ nightPrices, prepayment, currency }: CancellableStay,
): number | null {
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
			if (penaltyValue === 0) return 0;
			return (penaltyValueCurrency ?? currency) === currency ? rounded(penaltyValue, currency) : null;
		default:
			return null;
	}
}

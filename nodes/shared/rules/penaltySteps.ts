import { instantOfWall } from '../dates/wallClock';
import type { CancellableStay, HotelTimes, Readings } from './cancellableStay';
import { termsFor, unknownTiming, type CancellationRule, type CancellationTerm } from './cancellationRule';
import type { CostStep } from './freeCancellation';
import { penaltyAmount, type Penalty } from './penaltyAmount';
import { timingInWords } from './ruleWords';
import { referenceWall, termPeriod, type TermPeriod } from './termPeriod';

export interface PenaltyStep extends CostStep {
	method: string | null;
	ruleId: string | null;
	/** The place of the term in its rule, from 1; null where no term holds. */
	term: number | null;
	explanation: string;
}

/** What cancelling costs a stay: seamless steps from its creation on, without an end. */
export interface PenaltySteps {
	steps: PenaltyStep[];
	/** The reference point, "arrival" in the terms: the latest one of several rules. Null where none is known. */
	arrivalAt: number | null;
}

/** One of the terms of a stay, and when it holds. */
interface HoldingTerm {
	rule: CancellationRule;
	period: TermPeriod;
	charge: Omit<PenaltyStep, 'from' | 'to'>;
}

/** @param rules those of the stay's rate plans, at least one */
export function penaltySteps(
	rules: readonly CancellationRule[],
	stay: CancellableStay,
	hotel: HotelTimes,
	readings: Readings,
): PenaltySteps {
	const terms = rules.flatMap((rule) => holdingTerms(rule, stay, hotel, readings));
	const starts = terms.flatMap(({ period }) => [period.from, period.to + 1]);
	const later = starts.filter((start) => start > stay.createdAt);
	const froms = [...new Set([stay.createdAt, ...later])].sort((one, other) => one - other);
	const steps = froms.map((from, index): PenaltyStep => {
		const perRule = rules.map((rule) => chargeOf(rule, termsAt(terms, rule, from), readings));
		return { from, to: (froms[index + 1] ?? Infinity) - 1, ...chosen(perRule, readings) };
	});
	return { steps: steps.reduce(joined, []), arrivalAt: arrivalOf(rules, stay, hotel) };
}

/** One step whose cost is unknown. */
export function unknownSteps(createdAt: number, explanation: string): PenaltySteps {
	const charge = { amount: null, method: null, ruleId: null, term: null, explanation };
	return { steps: [{ from: createdAt, to: Infinity, ...charge }], arrivalAt: null };
}

function arrivalOf(
	rules: readonly CancellationRule[],
	stay: CancellableStay,
	hotel: HotelTimes,
): number | null {
	const walls = rules.flatMap((rule) => referenceWall(rule, stay, hotel) ?? []);
	return walls.length === 0 ? null : instantOfWall(Math.max(...walls), hotel.timeZone);
}

/** A term whose time is unknown may hold at any time: it has no amount then, and is never left out. */
function holdingTerms(
	rule: CancellationRule,
	stay: CancellableStay,
	hotel: HotelTimes,
	readings: Readings,
): HoldingTerm[] {
	const reference = referenceWall(rule, stay, hotel);
	return termsFor(rule, stay.arrivalDate).map((term): HoldingTerm => {
		const isTimed = term.matching !== 'NoMatter';
		const reason =
			unknownTiming(term) ??
			(reference === undefined && isTimed
				? `the reference point '${rule.referencePointKind}' is not known`
				: undefined);
		if (reason !== undefined) {
			const charge = chargeOfTerm(rule, term, { amount: null, basis: reason });
			return { rule, period: { from: -Infinity, to: Infinity }, charge };
		}
		const period = termPeriod(term, reference ?? 0, hotel, readings);
		return { rule, period, charge: chargeOfTerm(rule, term, penaltyAmount(term, stay, hotel)) };
	});
}

function termsAt(terms: readonly HoldingTerm[], rule: CancellationRule, instant: number): HoldingTerm[] {
	return terms.filter(
		(term) => term.rule === rule && term.period.from <= instant && instant <= term.period.to,
	);
}

type Charge = HoldingTerm['charge'];

function chargeOf(rule: CancellationRule, holding: readonly HoldingTerm[], readings: Readings): Charge {
	const charges = holding.map(({ charge }) => charge);
	return charges.length > 0 ? chosen(charges, readings) : freeOfCharge(rule);
}

/** The first of equal ones. An unknown one hides the others, as it could be less or more; but not what is free. */
function chosen(charges: readonly Charge[], { several }: Readings): Charge {
	return several === 'cheapest'
		? charges.reduce((best, one) => (minCharge(one) < minCharge(best) ? one : best))
		: charges.reduce((best, one) => (maxCharge(one) > maxCharge(best) ? one : best));
}

/** More than free and less than any amount; what may be free is less than what is charged in any case. */
const MAYBE_FREE = Number.MIN_VALUE;
const CHARGED = 2 * MAYBE_FREE;

const minCharge = ({ amount, isCharged }: Charge) => amount ?? (isCharged ? CHARGED : MAYBE_FREE);
const maxCharge = ({ amount, isCharged }: Charge) => amount ?? (isCharged ? Infinity : Number.MAX_VALUE);

function chargeOfTerm(rule: CancellationRule, term: CancellationTerm, { basis, ...cost }: Penalty): Charge {
	const explanation = `${nameOf(rule, term)}: ${basis}`;
	return { ...cost, method: term.method, ruleId: rule.id, term: term.number, explanation };
}

function freeOfCharge(rule: CancellationRule): Charge {
	const reason = rule.terms.length === 0 ? 'has no terms' : 'has no term for this time';
	return {
		amount: 0,
		method: null,
		ruleId: rule.id,
		term: null,
		explanation: `Rule ${rule.id} ${reason}: cancelling is free`,
	};
}

function nameOf(rule: CancellationRule, term: CancellationTerm): string {
	const name = `Rule ${rule.id}, term ${term.number}`;
	return unknownTiming(term) === undefined ? `${name} (${timingInWords(term)})` : name;
}

/** Neighbours of the same term become one step. */
function joined(steps: PenaltyStep[], step: PenaltyStep): PenaltyStep[] {
	const last = steps.at(-1);
	const isSame = last !== undefined && last.ruleId === step.ruleId && last.term === step.term;
	return isSame ? [...steps.slice(0, -1), { ...last, to: step.to }] : [...steps, step];
}

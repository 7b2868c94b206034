import type { CancellationRule, PropertyRecord, PropertyRules } from '../../content/types.mts';
import { isAlwaysFree, penaltyAt } from '../../rules/cancellation.mts';
import type { CancellableStay } from '../../rules/cancellationTerms.mts';
import { requiredPrepayment } from '../../rules/prepayment.mts';
import { toWireInstant } from '../../time.mts';
import type { Booking } from '../types.mts';
import { divided, rounded } from '../../money.mts';
import type { Cancellation, RoomStay } from './types.mts';

export interface CancellationBasis {
	property: PropertyRecord;
	rules: PropertyRules;
	roomStays: readonly RoomStay[];
}

/** The prepayment that the rate plans of the stays require; the plan of the first night counts. */
export function requiredPrepaymentOf(basis: CancellationBasis): number {
	return basis.roomStays.reduce((sum, roomStay) => {
		const [rule] = rulesOf(roomStay, basis);
		return sum + requiredPrepayment(rule, roomStay.total.priceAfterTax, basis.property.currency);
	}, 0);
}

/** The prepaid amount divided among the stays, in proportion to their prices. */
export function prepaidParts(
	roomStays: readonly RoomStay[],
	totalPrepaid: number,
	currency: string,
): number[] {
	return divided(
		totalPrepaid,
		roomStays.map(({ total }) => total.priceAfterTax),
		currency,
	);
}

/** The charge for cancelling a booking: for each stay the lowest of its rate plans' penalties. */
export function cancellationOf(
	{ createdMs, cancelledMs }: Booking,
	totalPrepaid: number,
	basis: CancellationBasis,
): Cancellation | null {
	if (cancelledMs === undefined) return null;
	const { property, roomStays } = basis;
	const prepaid = prepaidParts(roomStays, totalPrepaid, property.currency);
	const penalties = roomStays.map((roomStay, position) => {
		const stay = cancellable(roomStay, { createdMs, prepaid: prepaid[position] ?? 0, property });
		return lowestPenalty(rulesOf(roomStay, basis), stay, cancelledMs);
	});
	const stayPenalties = penalties.map((penalty) => penalty ?? 0);
	const sum = stayPenalties.reduce((total, penalty) => total + penalty, 0);
	return {
		penaltyAmount: penalties.every((penalty) => penalty === null) ? null : rounded(sum, property.currency),
		cancelledDateTime: toWireInstant(cancelledMs),
		stayPenalties,
	};
}

function cancellable(
	{ stayDates, dailyRates, extraStayCharges }: RoomStay,
	{ createdMs, prepaid, property }: { createdMs: number; prepaid: number; property: PropertyRecord },
): CancellableStay {
	return {
		timeZone: property.timeZone.id,
		...property.policy,
		arrivalDate: stayDates.arrivalDateTime.slice(0, 10),
		chosenArrivalTime: chosenArrivalTime({ stayDates, extraStayCharges }, property),
		bookedMs: createdMs,
		currency: property.currency,
		nightPrices: dailyRates.map(({ priceBeforeTax }) => priceBeforeTax),
		prepayment: prepaid,
	};
}

/** The early arrival or, of the planned arrivals, one after the property's standard time. */
function chosenArrivalTime(
	{ stayDates, extraStayCharges }: Pick<RoomStay, 'stayDates' | 'extraStayCharges'>,
	{ policy }: PropertyRecord,
): string | null {
	const early = extraStayCharges?.earlyArrival;
	if (early) return early.overriddenDateTime.slice(11);
	const planned = stayDates.arrivalDateTime.slice(11);
	return planned > policy.checkInTime ? planned : null;
}

/** null = one of the rules never charges anything. */
function lowestPenalty(
	rules: readonly CancellationRule[],
	stay: CancellableStay,
	cancelledMs: number,
): number | null {
	if (rules.some((rule) => isAlwaysFree(rule, stay))) return null;
	return Math.min(...rules.map((rule) => told(penaltyAt(rule, stay, cancelledMs), rule)));
}

/** The rules of a hotel of the sandbox tell all their penalties. */
function told(penalty: number | null, { id }: CancellationRule): number {
	if (penalty === null) throw new Error(`The cancellation rule ${id} does not tell a penalty`);
	return penalty;
}

/** One for each rate plan, in the order of the nights. */
function rulesOf(
	{ ratePlans }: RoomStay,
	{ property, rules }: Pick<CancellationBasis, 'property' | 'rules'>,
): CancellationRule[] {
	return ratePlans.flatMap(({ id }) => {
		const ratePlan = property.ratePlans.find((one) => one.id === id);
		return rules.cancellationRules.filter((rule) => rule.id === ratePlan?.cancellationRuleId);
	});
}

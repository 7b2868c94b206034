import { partOf } from '../money.mts';
import type { CancellationRule } from '../content/types.mts';

/** What a rate plan wants in advance whose penalty in steps is a percentage of the prepayment. */
const PERCENT_OF_STEPS = 30;

/**
 * What a rate plan wants to be paid in advance. The specification has no field for it: the sandbox goes by
 * the cancellation rule, which can only keep a part of a prepayment where there is one. Everything where the
 * rule keeps it at all times, a part where it keeps it at some, otherwise nothing.
 * @param priceAfterTax of the stay
 */
export function requiredPrepayment(
	rule: CancellationRule | undefined,
	priceAfterTax: number,
	currency: string,
): number {
	const keeping = (rule?.cancellationTerms ?? []).filter(
		({ penaltyCalculationMethod }) => penaltyCalculationMethod === 'PrepaymentPercent',
	);
	if (keeping.length === 0) return 0;
	const always = keeping.some(({ beforeArrivalMatching }) => beforeArrivalMatching === 'NoMatter');
	return partOf(priceAfterTax, always ? 100 : PERCENT_OF_STEPS, 100, currency);
}

import { partOf } from '../money.mts';
import type { CancellationRule } from '../content/types.mts';

/** In percent: the prepayment where the rule keeps a part of it at some times only. */
const PERCENT_OF_STEPS = 30;

/**
 * The prepayment that a rate plan requires. The specification has no field for it, so it follows from the
 * cancellation rule: everything where the rule keeps a part of it at all times, a part where it does so at some
 * times, otherwise nothing.
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

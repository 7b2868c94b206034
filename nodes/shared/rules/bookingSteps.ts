import { sumOfMoney } from '../api/response/money';
import type { BookedStay } from './bookedStays';
import { sumOfSteps, type CostStep } from './freeCancellation';

/** What cancelling a whole booking costs: free while all its room stays are, and unknown while one of them is. */
export function bookingSteps(
	stays: readonly BookedStay[],
	currency: unknown,
): { steps: CostStep[]; arrivalAt: number | null } {
	const add = (amounts: Array<number | null>) =>
		amounts.includes(null) ? null : sumOfMoney(amounts, currency);
	const arrivals = stays.flatMap(({ arrivalAt }) => arrivalAt ?? []);
	return {
		steps: sumOfSteps(
			stays.map(({ steps }) => steps),
			add,
		),
		arrivalAt: arrivals.length === 0 ? null : Math.max(...arrivals),
	};
}

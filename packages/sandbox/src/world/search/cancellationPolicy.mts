import type { CancellationRule } from '../content/types.mts';
import { freeUntil, penaltyAt } from '../rules/cancellation.mts';
import type { CancellableStay } from '../rules/cancellationTerms.mts';
import { toLocalMinute } from '../zone.mts';

/** When and at what price an offer can be cancelled. */
export interface CancellationPolicy {
	freeCancellationPossible: boolean;
	/** `YYYY-MM-DDThh:mm`, property time: the last whole minute at which cancelling is free. */
	freeCancellationDeadlineLocal: string | null;
	/** `YYYY-MM-DDThh:mmZ`. */
	freeCancellationDeadlineUtc: string | null;
	/** The penalty now or, while cancelling is free, the next one; null = always free. */
	penaltyAmount: number | null;
}

const ALWAYS_FREE: CancellationPolicy = {
	freeCancellationPossible: true,
	freeCancellationDeadlineLocal: null,
	freeCancellationDeadlineUtc: null,
	penaltyAmount: null,
};

const SECOND_MS = 1_000;

/** The cancellation policy of an offer at this moment. No rule = always free. */
export function cancellationPolicyOf(
	rule: CancellationRule | undefined,
	stay: CancellableStay,
	nowMs: number,
): CancellationPolicy {
	if (rule === undefined) return ALWAYS_FREE;
	const deadlineMs = freeUntil(rule, stay, nowMs);
	if (deadlineMs === null) return ALWAYS_FREE;
	if (deadlineMs === undefined) {
		return {
			...ALWAYS_FREE,
			freeCancellationPossible: false,
			penaltyAmount: penaltyAt(rule, stay, nowMs),
		};
	}
	return {
		freeCancellationPossible: true,
		freeCancellationDeadlineLocal: toLocalMinute(deadlineMs, stay.timeZone),
		freeCancellationDeadlineUtc: `${new Date(deadlineMs).toISOString().slice(0, 16)}Z`,
		penaltyAmount: penaltyAt(rule, stay, deadlineMs + SECOND_MS),
	};
}

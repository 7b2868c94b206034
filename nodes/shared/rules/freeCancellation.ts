/** A time during which cancelling costs the same, in seconds since 1970 UTC, both included. */
export interface CostStep {
	from: number;
	/** Infinite where there is no end. */
	to: number;
	/** Null if unknown. */
	amount: number | null;
	/** That it is not free, where the amount is unknown. */
	isCharged?: true;
}

/** Null if unknown. */
export function isFree({ amount, isCharged }: Pick<CostStep, 'amount' | 'isCharged'>): boolean | null {
	if (amount !== null) return amount === 0;
	return isCharged === true ? false : null;
}

/**
 * - `always`: free now, and at no later time charged
 * - `until`: free now, until `freeUntil`
 * - `ended`: no longer free, it was until `freeUntil`
 * - `later`: not free yet, but at a later time
 * - `never`: at no time free
 * - `unknown`: it is not known whether it is free now, or becomes free before the arrival
 */
type FreeCancellation = 'always' | 'ended' | 'later' | 'never' | 'unknown' | 'until';

export interface CancellationState {
	/** Null if unknown. */
	isFreeNow: boolean | null;
	penaltyNow: number | null;
	freeCancellation: FreeCancellation;
	/** The last second of the free time that has begun; null where there is none, or no end. */
	freeUntil: number | null;
}

/**
 * @param steps at least one, seamless, in order, without an end; a moment before them counts as their start
 * @param arrivalAt a free time after it is not announced
 */
export function cancellationState(
	steps: readonly CostStep[],
	moment: number,
	arrivalAt: number | null,
): CancellationState {
	const index = indexAt(steps, moment);
	const now = stepAt(steps, moment);
	const isFreeNow = isFree(now);
	const state = { isFreeNow, penaltyNow: now.amount };
	if (isFreeNow === null) return { ...state, freeCancellation: 'unknown', freeUntil: null };
	if (isFreeNow) {
		const charged = steps.slice(index).find((step) => isFree(step) !== true);
		return charged === undefined
			? { ...state, freeCancellation: 'always', freeUntil: null }
			: { ...state, freeCancellation: 'until', freeUntil: charged.from - 1 };
	}
	const ended = steps
		.slice(0, index)
		.filter((step) => isFree(step) === true)
		.at(-1);
	if (ended !== undefined) return { ...state, freeCancellation: 'ended', freeUntil: ended.to };
	const later = steps.slice(index).filter(({ from }) => from <= (arrivalAt ?? Infinity));
	return { ...state, freeCancellation: laterState(later), freeUntil: null };
}

function laterState(later: readonly CostStep[]): FreeCancellation {
	const free = later.map(isFree);
	if (free.includes(true)) return 'later';
	return free.includes(null) ? 'unknown' : 'never';
}

/** The step of a moment. @param steps at least one */
export function stepAt<S extends CostStep>(steps: readonly S[], moment: number): S {
	return steps[indexAt(steps, moment)] as S;
}

function indexAt(steps: readonly CostStep[], moment: number): number {
	return Math.max(steps.filter(({ from }) => from <= moment).length - 1, 0);
}

/** The sums of several stays: free while all of them are free. */
export function sumOfSteps(
	stays: ReadonlyArray<readonly CostStep[]>,
	add: (amounts: Array<number | null>) => number | null,
): CostStep[] {
	const starts = stays.flatMap((steps) => steps.map(({ from }) => from));
	const froms = [...new Set(starts)].sort((one, other) => one - other);
	return froms.map((from, index) => {
		const costs = stays.map((steps) => stepAt(steps, from));
		const amount = add(costs.map((cost) => cost.amount));
		const isCharged = amount === null && costs.every((cost) => isFree(cost) !== null);
		return { from, to: (froms[index + 1] ?? Infinity) - 1, amount, ...(isCharged && { isCharged }) };
	});
}

/** The steps up to the arrival, and later ones where a term holds: who has arrived no longer cancels. */
export function untilArrival<S extends CostStep & { term: number | null }>(
	steps: readonly S[],
	arrivalAt: number | null,
): S[] {
	if (arrivalAt === null) return [...steps];
	const last = steps.at(-1);
	if (last === undefined || last.term !== null || steps.length === 1) return [...steps];
	return last.from > arrivalAt ? steps.slice(0, -1) : [...steps.slice(0, -1), { ...last, to: arrivalAt }];
}

import {
	cancellationState,
	stepAt,
	sumOfSteps,
	untilArrival,
	type CancellationState,
	type CostStep,
} from '../../../nodes/shared/rules/freeCancellation';

/** Steps of ten seconds each from second 10 on, the last without an end. */
function steps(...amounts: Array<number | null | 'charged'>): CostStep[] {
	return amounts.map((amount, index) => ({
		from: 10 + 10 * index,
		to: index === amounts.length - 1 ? Infinity : 19 + 10 * index,
		...(amount === 'charged' ? { amount: null, isCharged: true } : { amount }),
	}));
}

describe('the state of a cancellation', () => {
	const ARRIVAL = 35;

	it.each<[string, Array<number | null | 'charged'>, number, CancellationState]>([
		[
			'free until an unknown amount is charged',
			[0, 'charged'],
			15,
			{ isFreeNow: true, penaltyNow: 0, freeCancellation: 'until', freeUntil: 19 },
		],
		[
			'charged an unknown amount, having been free',
			[0, 'charged'],
			25,
			{ isFreeNow: false, penaltyNow: null, freeCancellation: 'ended', freeUntil: 19 },
		],
		[
			'charged an unknown amount, now and later',
			['charged', 7],
			15,
			{ isFreeNow: false, penaltyNow: null, freeCancellation: 'never', freeUntil: null },
		],
		[
			'charged now, and later an unknown amount',
			[5, null, 7],
			15,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'unknown', freeUntil: null },
		],
		[
			'charged now, later free, with an unknown amount in between',
			[5, null, 0],
			15,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'later', freeUntil: null },
		],
		[
			'charged until after the arrival, then an unknown amount',
			[5, 7, 8, null],
			15,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'never', freeUntil: null },
		],
		[
			'charged now, after an unknown amount',
			[null, 5],
			25,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'never', freeUntil: null },
		],
		['always free', [0], 15, { isFreeNow: true, penaltyNow: 0, freeCancellation: 'always', freeUntil: null }],
		[
			'free until it is charged, over several free steps',
			[0, 0, 5],
			15,
			{ isFreeNow: true, penaltyNow: 0, freeCancellation: 'until', freeUntil: 29 },
		],
		[
			'free until the amount is unknown',
			[0, null],
			15,
			{ isFreeNow: true, penaltyNow: 0, freeCancellation: 'until', freeUntil: 19 },
		],
		[
			'in the last free second',
			[0, 5],
			19,
			{ isFreeNow: true, penaltyNow: 0, freeCancellation: 'until', freeUntil: 19 },
		],
		[
			'in the second after it',
			[0, 5],
			20,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'ended', freeUntil: 19 },
		],
		[
			'the last of two free times that have ended',
			[0, 5, 0, 7],
			45,
			{ isFreeNow: false, penaltyNow: 7, freeCancellation: 'ended', freeUntil: 39 },
		],
		[
			'a free time that ended two steps ago',
			[0, 5, 7],
			35,
			{ isFreeNow: false, penaltyNow: 7, freeCancellation: 'ended', freeUntil: 19 },
		],
		[
			'never free',
			[5, 7],
			15,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'never', freeUntil: null },
		],
		[
			'free later',
			[5, 0, 7],
			15,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'later', freeUntil: null },
		],
		[
			'free only after the arrival',
			[5, 7, 8, 0],
			15,
			{ isFreeNow: false, penaltyNow: 5, freeCancellation: 'never', freeUntil: null },
		],
		[
			'free from now on, having been charged',
			[5, 0],
			25,
			{ isFreeNow: true, penaltyNow: 0, freeCancellation: 'always', freeUntil: null },
		],
		[
			'unknown',
			[null, 0],
			15,
			{ isFreeNow: null, penaltyNow: null, freeCancellation: 'unknown', freeUntil: null },
		],
		[
			'before the first step, as at its start',
			[0, 5],
			3,
			{ isFreeNow: true, penaltyNow: 0, freeCancellation: 'until', freeUntil: 19 },
		],
	])('%s', (_, amounts, moment, expected) => {
		expect(cancellationState(steps(...amounts), moment, ARRIVAL)).toEqual(expected);
	});

	it('announces any later free time while the arrival is not known', () => {
		expect(cancellationState(steps(5, 7, 8, 0), 15, null).freeCancellation).toBe('later');
		expect(cancellationState(steps(5, 0), 15, 20).freeCancellation).toBe('later');
		expect(cancellationState(steps(5, 0), 15, 19).freeCancellation).toBe('never');
	});
});

describe('the step of a moment', () => {
	it.each([
		[9, 1],
		[10, 1],
		[19, 1],
		[20, 2],
		[99, 2],
	])('second %i costs %i', (moment, amount) => {
		expect(stepAt(steps(1, 2), moment).amount).toBe(amount);
	});
});

describe('the sum of stays', () => {
	it('changes whenever one of them does', () => {
		const other: CostStep[] = [
			{ from: 10, to: 24, amount: 1 },
			{ from: 25, to: Infinity, amount: 4 },
		];
		const add = (amounts: Array<number | null>) => amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
		expect(sumOfSteps([other, steps(10, 20)], add)).toEqual([
			{ from: 10, to: 19, amount: 11 },
			{ from: 20, to: 24, amount: 21 },
			{ from: 25, to: Infinity, amount: 24 },
		]);
	});
});

describe('an unknown sum', () => {
	const add = (amounts: Array<number | null>) => (amounts.includes(null) ? null : 1);

	it.each<[string, Array<number | null | 'charged'>, boolean]>([
		['is charged where one stay is, and the others are known', ['charged', 0, 5], true],
		['may be free where one stay may be', ['charged', null], false],
		['may be free where one stay may be, whatever the others cost', [5, null], false],
	])('%s', (_, costs, isCharged) => {
		const sum = sumOfSteps(
			costs.map((cost) => steps(cost)),
			add,
		);
		expect(sum).toEqual([{ from: 10, to: Infinity, amount: null, ...(isCharged && { isCharged }) }]);
	});

	it('has nothing to add to an amount', () => {
		expect(sumOfSteps([steps(0), steps(5)], add)).toEqual([{ from: 10, to: Infinity, amount: 1 }]);
	});
});

describe('the schedule', () => {
	const withTerms = (...terms: Array<number | null>) =>
		steps(...terms.map((term) => (term === null ? 0 : 5))).map((step, index) => ({
			...step,
			term: terms[index] ?? null,
		}));

	it('ends with the arrival where no term holds after it', () => {
		expect(untilArrival(withTerms(1, null), 25).map(({ to }) => to)).toEqual([19, 25]);
		expect(untilArrival(withTerms(1, 2, null), 35).map(({ to }) => to)).toEqual([19, 29, 35]);
	});

	it('leaves out what starts after the arrival without a term', () => {
		expect(untilArrival(withTerms(1, null), 19).map(({ from }) => from)).toEqual([10]);
		expect(untilArrival(withTerms(1, 2, null), 25).map(({ from }) => from)).toEqual([10, 20]);
	});

	it('keeps the second of the arrival', () => {
		expect(untilArrival(withTerms(1, null), 20).map(({ to }) => to)).toEqual([19, 20]);
	});

	it('goes on where a term holds, where it is all there is, and where the arrival is not known', () => {
		for (const [all, arrival] of [
			[withTerms(null, 1), 25],
			[withTerms(1, null, 2), 15],
			[withTerms(null), 25],
			[withTerms(1, null), null],
			[[], 25],
		] as const) {
			expect(untilArrival(all, arrival)).toEqual(all);
		}
	});
});

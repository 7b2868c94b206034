import type { CancellationRule, CancellationTerm } from '../src/world/content/types.mts';
import { freeUntil, isAlwaysFree, penaltyAt, penaltySchedule } from '../src/world/rules/cancellation.mts';
import type { CancellableStay } from '../src/world/rules/cancellationTerms.mts';
import { requiredPrepayment } from '../src/world/rules/prepayment.mts';
import { cancellationPolicyOf } from '../src/world/search/cancellationPolicy.mts';

/** Three nights in Berlin from Friday, 10 July 2026; summer time is two hours ahead of UTC. */
const STAY: CancellableStay = {
	timeZone: 'Europe/Berlin',
	checkInTime: '15:00',
	checkOutTime: '11:00',
	arrivalDate: '2026-07-10',
	chosenArrivalTime: null,
	bookedMs: Date.parse('2026-03-01T08:20:30.750Z'),
	currency: 'EUR',
	nightPrices: [100, 80.5, 60],
	prepayment: 50,
};

/** Costs the first night, 100, whenever it holds. */
const TERM: CancellationTerm = {
	beforeArrivalMatching: 'NoMatter',
	beforeArrivalUnit: 'None',
	beforeArrivalValue: 0,
	penaltyCalculationMethod: 'FirstNights',
	penaltyValue: 1,
	penaltyValueCurrency: 'EUR',
	arrivalDates: [{ startDate: '2020-01-01', endDate: null, isEndless: true }],
};

const termOf = (changes: Partial<CancellationTerm>): CancellationTerm => ({ ...TERM, ...changes });

const within = (
	beforeArrivalMatching: CancellationTerm['beforeArrivalMatching'],
	beforeArrivalUnit: CancellationTerm['beforeArrivalUnit'],
	beforeArrivalValue: number,
	beforeArrivalValueMax?: number,
): Partial<CancellationTerm> => ({
	beforeArrivalMatching,
	beforeArrivalUnit,
	beforeArrivalValue,
	...(beforeArrivalValueMax !== undefined && { beforeArrivalValueMax }),
});

const ruleOf = (terms: CancellationTerm[], changes: Partial<CancellationRule> = {}): CancellationRule => ({
	id: '1',
	propertyId: '1024',
	referencePointKind: 'ProviderArrivalTime',
	referencePointTime: null,
	cancellationTerms: terms,
	...changes,
});

const stayOf = (changes: Partial<CancellableStay>): CancellableStay => ({ ...STAY, ...changes });

const at = (instant: string) => Date.parse(instant);
const instant = (ms: number | null) =>
	ms === null ? null : new Date(ms).toISOString().replace('.000Z', 'Z');

describe('The reference point', () => {
	// From the reference point on, "NoMoreThan (<= beforeArrivalValue)" 0 hours.
	const fromThenOn = termOf(within('NoMoreThan', 'Hour', 0));

	it.each<[string, Partial<CancellationRule>, Partial<CancellableStay>, string]>([
		[
			'"ProviderArrivalTime: the property\'s standard check-in time"',
			{ referencePointKind: 'ProviderArrivalTime' },
			{ chosenArrivalTime: '09:30' },
			'2026-07-10T13:00:00Z',
		],
		[
			'"ProviderDepartureTime: the standard check-out time, counted from the day of arrival"',
			{ referencePointKind: 'ProviderDepartureTime' },
			{},
			'2026-07-10T09:00:00Z',
		],
		[
			'"GuestArrivalTime: the arrival time chosen by the guest"',
			{ referencePointKind: 'GuestArrivalTime' },
			{ chosenArrivalTime: '09:30' },
			'2026-07-10T07:30:00Z',
		],
		[
			'"When the guest may not choose, the property\'s standard time applies"',
			{ referencePointKind: 'GuestArrivalTime' },
			{},
			'2026-07-10T13:00:00Z',
		],
		[
			'"CustomArrivalTime: the time in `referencePointTime`"',
			{ referencePointKind: 'CustomArrivalTime', referencePointTime: '18:00' },
			{},
			'2026-07-10T16:00:00Z',
		],
		[
			// Made at 09:20:30 by the hotel's clock, in winter time.
			'"BookingCreationTime: the time of day (not the date) at which the booking was made"',
			{ referencePointKind: 'BookingCreationTime' },
			{},
			'2026-07-10T07:20:30Z',
		],
		[
			'the time of day at the property: in Tokyo a booking made at 20:00 UTC was made at 05:00',
			{ referencePointKind: 'BookingCreationTime' },
			{ timeZone: 'Asia/Tokyo', bookedMs: at('2026-03-01T20:00:00Z') },
			'2026-07-09T20:00:00Z',
		],
		[
			'a time that the clocks show twice is the later one',
			{ referencePointKind: 'CustomArrivalTime', referencePointTime: '02:30' },
			{ arrivalDate: '2026-10-25' },
			'2026-10-25T01:30:00Z',
		],
		[
			'a time that the clocks skip is as much later as they skip',
			{ referencePointKind: 'CustomArrivalTime', referencePointTime: '02:30' },
			{ arrivalDate: '2026-03-29' },
			'2026-03-29T01:30:00Z',
		],
	])('%s', (_sentence, rule, stay, expected) => {
		const penalty = (ms: number) => penaltyAt(ruleOf([fromThenOn], rule), stayOf(stay), ms);

		expect([penalty(at(expected) - 1), penalty(at(expected))]).toEqual([0, 100]);
	});
});

describe('A term', () => {
	// The reference point is 2026-07-10T13:00:00Z. Each row: a moment, and whether the term holds then.
	it.each<[string, Partial<CancellationTerm>, Array<[string, boolean]>]>([
		[
			'NoMatter',
			within('NoMatter', 'None', 0),
			[
				['2020-01-01T00:00:00Z', true],
				['2026-08-01T00:00:00Z', true],
			],
		],
		[
			'"AtLeast (>= beforeArrivalValue)" 24 hours',
			within('AtLeast', 'Hour', 24),
			[
				['2026-06-01T00:00:00Z', true],
				['2026-07-09T13:00:00Z', true],
				['2026-07-09T13:00:00.999Z', true],
				['2026-07-09T13:00:01Z', false],
				['2026-07-11T00:00:00Z', false],
			],
		],
		[
			'"NoMoreThan (<= beforeArrivalValue)" 24 hours',
			within('NoMoreThan', 'Hour', 24),
			[
				['2026-07-09T12:59:59.999Z', false],
				['2026-07-09T13:00:00Z', true],
				['2026-07-10T13:00:01Z', true],
				['2026-07-20T00:00:00Z', true],
			],
		],
		[
			'"Between (beforeArrivalValue..beforeArrivalValueMax)" 24 and 48 hours',
			within('Between', 'Hour', 24, 48),
			[
				['2026-07-08T12:59:59Z', false],
				['2026-07-08T13:00:00Z', true],
				['2026-07-09T13:00:00Z', true],
				['2026-07-09T13:00:01Z', false],
			],
		],
		[
			'Between 3 and 7 days, not rounded to whole days',
			within('Between', 'Day', 3, 7),
			[
				['2026-07-03T12:59:59Z', false],
				['2026-07-03T13:00:00Z', true],
				['2026-07-07T13:00:00Z', true],
				['2026-07-07T13:00:01Z', false],
			],
		],
	])('holds within its range, both ends included: %s', (_label, range, moments) => {
		const rule = ruleOf([termOf(range)]);

		expect(moments.map(([moment]) => [moment, penaltyAt(rule, STAY, at(moment)) !== 0])).toEqual(moments);
	});

	it.each<[string, Partial<CancellationTerm>]>([
		['Between without its end', within('Between', 'Hour', 24)],
		['a matching without a unit', within('NoMoreThan', 'None', 24)],
		['an unknown matching', { beforeArrivalMatching: 'Sometimes' as never }],
		['an unknown unit', { ...within('AtLeast', 'Day', 3), beforeArrivalUnit: 'Week' as never }],
		['no value', { ...within('AtLeast', 'Day', 3), beforeArrivalValue: undefined as never }],
		['an unknown method', { penaltyCalculationMethod: 'Sympathy' as never }],
	])(
		'that does not tell when it holds, or what it charges, leaves the penalty untold: %s',
		(_label, term) => {
			const untold = termOf(term);
			const free = termOf({ penaltyCalculationMethod: 'NoPenalty' });
			const moment = at('2026-07-01T00:00:00Z');

			expect(penaltyAt(ruleOf([untold]), STAY, moment)).toBeNull();
			expect(penaltyAt(ruleOf([untold, TERM]), STAY, moment)).toBeNull();
			expect(penaltyAt(ruleOf([untold, free]), STAY, moment)).toBe(0);
			expect(freeUntil(ruleOf([untold]), STAY, moment)).toBeUndefined();
			expect(isAlwaysFree(ruleOf([untold]), STAY)).toBe(false);
		},
	);

	// Both nights of a change of the clocks are 24 hours by the wall clock, but 25 and 23 in truth.
	it.each<[string, Partial<CancellableStay>, string, string]>([
		['clocks set back', { arrivalDate: '2026-10-25' }, '2026-10-24T13:00:00Z', '2026-10-24T14:00:00Z'],
		['clocks set forward', { arrivalDate: '2026-03-29' }, '2026-03-28T14:00:00Z', '2026-03-28T13:00:00Z'],
		[
			'clocks set forward by half an hour',
			{ timeZone: 'Australia/Lord_Howe', checkInTime: '14:00', arrivalDate: '2026-10-04' },
			'2026-10-03T03:30:00Z',
			'2026-10-03T03:00:00Z',
		],
		['the usual day', {}, '2026-07-09T13:00:00Z', '2026-07-09T13:00:00Z'],
	])('counts days on the hotel’s calendar and hours as they pass: %s', (_label, changes, oneDay, hours) => {
		const stay = stayOf(changes);
		const lastFree = (unit: 'Day' | 'Hour', value: number) =>
			instant(
				freeUntil(
					ruleOf([
						termOf({ ...within('AtLeast', unit, value), penaltyCalculationMethod: 'NoPenalty' }),
						TERM,
					]),
					stay,
					0,
				) ?? null,
			);

		expect([lastFree('Day', 1), lastFree('Hour', 24)]).toEqual([oneDay, hours]);
	});

	it.each<[string, CancellationTerm['arrivalDates'], boolean]>([
		['from its start', [{ startDate: '2026-07-10', endDate: '2026-08-31', isEndless: false }], true],
		['to its end', [{ startDate: '2026-06-01', endDate: '2026-07-10', isEndless: false }], true],
		['not before', [{ startDate: '2026-07-11', endDate: '2026-08-31', isEndless: false }], false],
		['not after', [{ startDate: '2026-06-01', endDate: '2026-07-09', isEndless: false }], false],
		[
			'"`isEndless = true` means no end date": one that is named nevertheless does not count',
			[{ startDate: '2026-01-01', endDate: '2026-01-01', isEndless: true }],
			true,
		],
		['not before an endless period', [{ startDate: '2026-07-11', endDate: null, isEndless: true }], false],
		[
			'in one of several periods',
			[
				{ startDate: '2025-06-01', endDate: '2025-08-31', isEndless: false },
				{ startDate: '2026-06-01', endDate: '2026-08-31', isEndless: false },
			],
			true,
		],
		['always without periods', [], true],
	])('"includes both its start and end date": %s', (_label, arrivalDates, holds) => {
		expect(penaltyAt(ruleOf([termOf({ arrivalDates })]), STAY, 0)).toBe(holds ? 100 : 0);
	});

	it.each<[string, CancellationTerm['penaltyCalculationMethod'], number, number]>([
		['NoPenalty', 'NoPenalty', 100, 0],
		['"percent of first night cost"', 'FirstNightPercent', 50, 50],
		['"percent of first night cost", a half cent rounded up', 'FirstNightPercent', 33.335, 33.34],
		['"percent of prepayment", not of the price', 'PrepaymentPercent', 100, 50],
		['"percent of prepayment", in part', 'PrepaymentPercent', 30.5, 15.25],
		['"full cost of first N nights"', 'FirstNights', 2, 180.5],
		['no more nights than there are', 'FirstNights', 9, 240.5],
		['whole nights', 'FirstNights', 1.9, 100],
		['published as unused: percent of the nights', 'Percent', 20, 48.1],
		['published as unused: an amount', 'Fixed', 75, 75],
	])('charges %s', (_label, penaltyCalculationMethod, penaltyValue, penalty) => {
		const rule = ruleOf([termOf({ penaltyCalculationMethod, penaltyValue })]);

		expect(penaltyAt(rule, STAY, 0)).toBe(penalty);
	});

	it.each<[string, number, number, number]>([
		['JPY', 101, 33, 33],
		['EUR', 0.6, 12.5, 0.08],
		['KWD', 12.345, 10, 1.235],
	])('is rounded to the smallest unit of %s', (currency, night, penaltyValue, penalty) => {
		const rule = ruleOf([termOf({ penaltyCalculationMethod: 'FirstNightPercent', penaltyValue })]);

		expect(penaltyAt(rule, stayOf({ currency, nightPrices: [night] }), 0)).toBe(penalty);
	});

	it('does not tell an amount in another currency, unless it is nothing', () => {
		const fixed = { penaltyCalculationMethod: 'Fixed', penaltyValueCurrency: 'USD' } as const;

		expect(penaltyAt(ruleOf([termOf({ ...fixed, penaltyValue: 75 })]), STAY, 0)).toBeNull();
		expect(penaltyAt(ruleOf([termOf({ ...fixed, penaltyValue: 0 })]), STAY, 0)).toBe(0);
	});
});

describe('A rule', () => {
	const free = termOf({ ...within('AtLeast', 'Hour', 48), penaltyCalculationMethod: 'NoPenalty' });
	const half = termOf({
		...within('Between', 'Hour', 24, 72),
		penaltyCalculationMethod: 'FirstNightPercent',
		penaltyValue: 50,
	});
	const night = termOf(within('NoMoreThan', 'Hour', 36));

	it('"with no terms means free cancellation"', () => {
		expect(penaltyAt(ruleOf([]), STAY, at('2026-07-10T13:00:00Z'))).toBe(0);
		expect(isAlwaysFree(ruleOf([]), STAY)).toBe(true);
		expect(penaltySchedule(ruleOf([]), STAY)).toEqual([{ fromMs: null, untilMs: null, amount: 0 }]);
	});

	it.each<[string, CancellationTerm[], number]>([
		['the order of the terms does not matter', [free, half, night], 0],
		['nor does it backwards', [night, half, free], 0],
		['of two penalties', [half, night], 50],
	])('charges the cheapest of the terms that hold: %s', (_label, terms, penalty) => {
		// 48 hours before the arrival: "AtLeast 48" and "Between 24..72" hold.
		const moment = terms.includes(free) ? '2026-07-08T13:00:00Z' : '2026-07-09T01:00:00Z';

		expect(penaltyAt(ruleOf(terms), STAY, at(moment))).toBe(penalty);
	});

	it('charges nothing where no term holds', () => {
		const gap = ruleOf([termOf(within('Between', 'Day', 3, 7)), termOf(within('NoMoreThan', 'Day', 2))]);

		expect(penaltyAt(gap, STAY, at('2026-07-08T00:00:00Z'))).toBe(0);
		expect(
			penaltySchedule(gap, STAY).map(({ fromMs, untilMs, amount }) => [
				instant(fromMs),
				instant(untilMs),
				amount,
			]),
		).toEqual([
			[null, '2026-07-03T12:59:59Z', 0],
			['2026-07-03T13:00:00Z', '2026-07-07T13:00:00Z', 100],
			['2026-07-07T13:00:01Z', '2026-07-08T12:59:59Z', 0],
			['2026-07-08T13:00:00Z', null, 100],
		]);
	});

	it('has a schedule of all times, in whole seconds, cheapest terms first', () => {
		const schedule = penaltySchedule(ruleOf([free, half, night]), STAY);

		expect(
			schedule.map(({ fromMs, untilMs, amount }) => [instant(fromMs), instant(untilMs), amount]),
		).toEqual([
			[null, '2026-07-08T13:00:00Z', 0],
			['2026-07-08T13:00:01Z', '2026-07-09T13:00:00Z', 50],
			['2026-07-09T13:00:01Z', null, 100],
		]);
	});

	it.each<[string, string | null | undefined]>([
		['2026-01-01T00:00:00Z', '2026-07-08T13:00:00Z'],
		['2026-07-08T13:00:00.999Z', '2026-07-08T13:00:00Z'],
		['2026-07-08T13:00:01Z', undefined],
	])('at %s is free until %s', (moment, expected) => {
		const until = freeUntil(ruleOf([free, half, night]), STAY, at(moment));

		expect(until === undefined ? undefined : instant(until)).toBe(expected);
	});

	it('is free for ever once nothing more can follow', () => {
		const rule = ruleOf([half]);

		expect(freeUntil(rule, STAY, at('2026-07-09T13:00:01Z'))).toBeNull();
		expect(isAlwaysFree(rule, STAY)).toBe(false);
		expect(isAlwaysFree(rule, stayOf({ nightPrices: [0, 0] }))).toBe(true);
	});
});

describe('The policy of an offer', () => {
	const dayBefore = ruleOf([
		termOf({ ...within('AtLeast', 'Hour', 24), penaltyCalculationMethod: 'NoPenalty' }),
		termOf(within('NoMoreThan', 'Hour', 24)),
	]);
	const policy = (rule: CancellationRule | undefined, now: string) =>
		cancellationPolicyOf(rule, STAY, at(now));

	it('"null = always free"', () => {
		const always = {
			freeCancellationPossible: true,
			freeCancellationDeadlineLocal: null,
			freeCancellationDeadlineUtc: null,
			penaltyAmount: null,
		};

		expect([policy(undefined, '2026-07-01T00:00Z'), policy(ruleOf([]), '2026-07-01T00:00Z')]).toEqual([
			always,
			always,
		]);
	});

	it('tells the deadline in both times, and "the penalty of the nearest term"', () => {
		expect(policy(dayBefore, '2026-07-01T00:00:00Z')).toEqual({
			freeCancellationPossible: true,
			freeCancellationDeadlineLocal: '2026-07-09T15:00',
			freeCancellationDeadlineUtc: '2026-07-09T13:00Z',
			penaltyAmount: 100,
		});
	});

	it('names a deadline at which cancelling is still free', () => {
		const chargedFromThenOn = ruleOf([termOf(within('NoMoreThan', 'Hour', 24))]);

		expect(policy(chargedFromThenOn, '2026-07-01T00:00:00Z')).toMatchObject({
			freeCancellationDeadlineLocal: '2026-07-09T14:59',
			freeCancellationDeadlineUtc: '2026-07-09T12:59Z',
		});
	});

	it('"false = never free", at the penalty of now', () => {
		expect(policy(dayBefore, '2026-07-09T13:00:01Z')).toEqual({
			freeCancellationPossible: false,
			freeCancellationDeadlineLocal: null,
			freeCancellationDeadlineUtc: null,
			penaltyAmount: 100,
		});
	});
});

describe('The prepayment that a rule presupposes', () => {
	const keeping = (range: Partial<CancellationTerm>) =>
		ruleOf([termOf({ ...range, penaltyCalculationMethod: 'PrepaymentPercent' })]);

	it.each<[string, CancellationRule | undefined, number]>([
		['everything where it is kept at all times', keeping(within('NoMatter', 'None', 0)), 108],
		['a part where it is kept at some', keeping(within('NoMoreThan', 'Day', 2)), 32.4],
		['nothing where it is never kept', ruleOf([TERM]), 0],
		['nothing without a rule', undefined, 0],
	])('is %s', (_label, rule, prepayment) => {
		expect(requiredPrepayment(rule, 108, 'EUR')).toBe(prepayment);
	});
});

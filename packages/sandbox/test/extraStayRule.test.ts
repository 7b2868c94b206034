import type { ExtraStayPeriod, ExtraStayRule } from '../src/world/content/types.mts';
import {
	earlyArrival,
	lateDeparture,
	usualTimes,
	type ExtraStayPrices,
} from '../src/world/rules/extraStay.mts';

const PROPERTY = { checkInTime: '14:00', checkOutTime: '12:00' };

const PRICES: ExtraStayPrices = {
	currency: 'EUR',
	night: 120,
	extraPlaces: 24,
	meals: 15,
	otherServices: 8,
};

const periodOf = (
	startTime: string,
	endTime: string,
	chargeType: ExtraStayPeriod['chargeType'],
	changes: Partial<ExtraStayPeriod> = {},
): ExtraStayPeriod => ({ startTime, endTime, chargeType, rates: [], occupyQuota: false, ...changes });

const RATES = [
	{ currency: 'USD', rate: 44 },
	{ currency: 'EUR', rate: 9.5 },
];

const percent = (
	percentage: number,
	extraPlacementEnabled: boolean,
	extraServiceOption: 'None' | 'All' | 'MealOnly',
): Partial<ExtraStayPeriod> => ({
	percentOptions: { percentage, extraPlacementEnabled, extraServiceOption },
});

const ruleOf = (periods: ExtraStayPeriod[], changes: Partial<ExtraStayRule> = {}): ExtraStayRule => ({
	id: '1',
	propertyId: '1024',
	checkInTime: '16:00',
	checkOutTime: '10:00',
	overridesPropertyCheckInTime: false,
	overridesPropertyCheckOutTime: false,
	earlyCheckInPeriods: periods,
	lateCheckOutPeriods: periods,
	...changes,
});

const early = (period: ExtraStayPeriod, time: string, prices = PRICES) =>
	earlyArrival(ruleOf([period]), PROPERTY, time, prices)?.price;
const late = (period: ExtraStayPeriod, time: string, prices = PRICES) =>
	lateDeparture(ruleOf([period]), PROPERTY, time, prices)?.price;

describe('A period', () => {
	it.each<[string, ExtraStayPeriod, number | null | undefined]>([
		['"Free = no surcharge"', periodOf('00:00', '24:00', 'Free'), 0],
		[
			'"Fixed = set amount", in the currency of the stay',
			periodOf('00:00', '24:00', 'Fixed', { rates: RATES }),
			9.5,
		],
		[
			'Fixed without a rate in the currency of the stay is untold',
			periodOf('00:00', '24:00', 'Fixed', { rates: [{ currency: 'USD', rate: 44 }] }),
			null,
		],
		[
			'Fixed with half a cent is rounded up',
			periodOf('00:00', '24:00', 'Fixed', { rates: [{ currency: 'EUR', rate: 134.855 }] }),
			134.86,
		],
		// From 09:30 to 14:00 are four and a half hours.
		['"HourlyRate = fixed rate per hour"', periodOf('00:00', '24:00', 'HourlyRate', { rates: RATES }), 42.75],
		[
			'HourlyRate without a rate in the currency of the stay is untold',
			periodOf('00:00', '24:00', 'HourlyRate'),
			null,
		],
		// 144 / 24 = 6 an hour.
		[
			'"HourlyRateAutoCalculated = hourly price calculated automatically"',
			periodOf('00:00', '24:00', 'HourlyRateAutoCalculated'),
			27,
		],
		[
			'"Percent = percent of the nightly price"',
			periodOf('00:00', '24:00', 'Percent', percent(50, false, 'None')),
			60,
		],
		[
			'"extraPlacementEnabled (true = surcharge for an extra guest)"',
			periodOf('00:00', '24:00', 'Percent', percent(50, true, 'None')),
			72,
		],
		[
			'extraServiceOption MealOnly',
			periodOf('00:00', '24:00', 'Percent', percent(50, false, 'MealOnly')),
			67.5,
		],
		['extraServiceOption All', periodOf('00:00', '24:00', 'Percent', percent(50, false, 'All')), 71.5],
		['both', periodOf('00:00', '24:00', 'Percent', percent(12.5, true, 'All')), 20.88],
		['Percent without its options is untold', periodOf('00:00', '24:00', 'Percent'), null],
		['an unknown charge type is untold', periodOf('00:00', '24:00', 'Barter' as never), null],
		[
			'"Forbidden = early check-in / late check-out not allowed"',
			periodOf('00:00', '24:00', 'Forbidden'),
			undefined,
		],
	])('charges an arrival at 09:30: %s', (_sentence, period, price) => {
		expect(early(period, '09:30')).toBe(price);
	});

	it('counts the hours of a late departure from the usual check-out', () => {
		const hourly = periodOf('12:00', '24:00', 'HourlyRate', { rates: RATES });

		expect([late(hourly, '12:01'), late(hourly, '13:00'), late(hourly, '23:59')]).toEqual([
			0.16, 9.5, 113.84,
		]);
	});

	it.each<[string, string, boolean]>([
		['before its start', '05:59', false],
		['at its start, "inclusive"', '06:00', true],
		['before its end', '08:59', true],
		['at its end, "exclusive"', '09:00', false],
	])('holds from start to end: %s', (_label, time, holds) => {
		expect(early(periodOf('06:00', '09:00', 'Fixed', { rates: RATES }), time)).toBe(holds ? 9.5 : undefined);
	});

	it('may end at 24:00', () => {
		expect(late(periodOf('18:00', '24:00', 'Fixed', { rates: RATES }), '23:59')).toBe(9.5);
	});

	it('tells whether the room is guaranteed', () => {
		const rule = ruleOf([
			periodOf('00:00', '06:00', 'Free', { occupyQuota: true }),
			periodOf('06:00', '24:00', 'Free'),
		]);

		expect(earlyArrival(rule, PROPERTY, '05:00', PRICES)?.occupiesQuota).toBe(true);
		expect(earlyArrival(rule, PROPERTY, '07:00', PRICES)?.occupiesQuota).toBe(false);
	});

	it('is charged in the smallest unit of the currency', () => {
		const yen = { ...PRICES, currency: 'JPY', night: 18_001, extraPlaces: 0 };

		expect(early(periodOf('00:00', '24:00', 'HourlyRateAutoCalculated'), '13:00', yen)).toBe(750);
	});
});

describe('A rule', () => {
	it('charges by the one period in which the guests arrive, for all the time before the usual check-in', () => {
		const rule = ruleOf([
			periodOf('00:00', '09:00', 'HourlyRate', { rates: RATES }),
			periodOf('09:00', '14:00', 'Fixed', { rates: [{ currency: 'EUR', rate: 30 }] }),
		]);

		expect(earlyArrival(rule, PROPERTY, '08:00', PRICES)?.price).toBe(57);
		expect(earlyArrival(rule, PROPERTY, '09:00', PRICES)?.price).toBe(30);
	});

	it('takes the cheapest of overlapping periods, and one that allows rather than one that forbids', () => {
		const rule = ruleOf([
			periodOf('00:00', '12:00', 'Forbidden'),
			periodOf('08:00', '12:00', 'Percent', percent(50, false, 'None')),
			periodOf('10:00', '14:00', 'Fixed', { rates: RATES }),
		]);

		expect(
			['07:00', '09:00', '11:00'].map((time) => earlyArrival(rule, PROPERTY, time, PRICES)?.price),
		).toEqual([undefined, 60, 9.5]);
	});

	it.each([
		['Fixed', null],
		['Free', 0],
		['Forbidden', null],
	] as const)('may cost less than %s where a period does not tell it', (chargeType, price) => {
		const periods = [
			periodOf('00:00', '12:00', chargeType, { rates: RATES }),
			periodOf('00:00', '12:00', 'Percent'),
		];

		for (const order of [periods, [...periods].reverse()]) {
			expect(earlyArrival(ruleOf(order), PROPERTY, '09:00', PRICES)?.price).toBe(price);
		}
	});

	it('does not allow what no period speaks of', () => {
		const rule = ruleOf([periodOf('06:00', '09:00', 'Free')]);

		expect(earlyArrival(rule, PROPERTY, '10:00', PRICES)).toBeUndefined();
		expect(lateDeparture(rule, PROPERTY, '13:00', PRICES)).toBeUndefined();
	});

	it('that is missing allows nothing outside the usual times: "null = no extra stays allowed"', () => {
		expect(earlyArrival(undefined, PROPERTY, '13:59', PRICES)).toBeUndefined();
		expect(lateDeparture(undefined, PROPERTY, '12:01', PRICES)).toBeUndefined();
	});

	it.each([['14:00'], ['18:00']])('charges nothing for an arrival at %s, which is not early', (time) => {
		const forbidden = ruleOf([periodOf('00:00', '24:00', 'Forbidden')]);

		expect(earlyArrival(forbidden, PROPERTY, time, PRICES)).toEqual({ price: 0, occupiesQuota: true });
	});

	it.each([['12:00'], ['07:00']])('charges nothing for a departure at %s, which is not late', (time) => {
		const forbidden = ruleOf([periodOf('00:00', '24:00', 'Forbidden')]);

		expect(lateDeparture(forbidden, PROPERTY, time, PRICES)).toEqual({ price: 0, occupiesQuota: true });
	});
});

describe('The usual times', () => {
	it.each<[string, Partial<ExtraStayRule>, object]>([
		['are the property’s', {}, PROPERTY],
		[
			'are the rule’s where it overrides the check-in',
			{ overridesPropertyCheckInTime: true },
			{ ...PROPERTY, checkInTime: '16:00' },
		],
		[
			'are the rule’s where it overrides the check-out',
			{ overridesPropertyCheckOutTime: true },
			{ ...PROPERTY, checkOutTime: '10:00' },
		],
	])('%s', (_label, changes, expected) => {
		expect(usualTimes(ruleOf([], changes), PROPERTY)).toEqual(expected);
	});

	it('without a rule are the property’s', () => {
		expect(usualTimes(undefined, PROPERTY)).toEqual(PROPERTY);
	});

	it('decide what is early and late, and from when the hours count', () => {
		const rule = ruleOf([periodOf('00:00', '24:00', 'HourlyRate', { rates: RATES })], {
			overridesPropertyCheckInTime: true,
			overridesPropertyCheckOutTime: true,
		});

		expect(earlyArrival(rule, PROPERTY, '15:00', PRICES)?.price).toBe(9.5);
		expect(lateDeparture(rule, PROPERTY, '11:00', PRICES)?.price).toBe(9.5);
	});
});

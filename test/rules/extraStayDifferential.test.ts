import fc, { runs } from '../support/fastCheck';

import type { NightPrice } from '../../nodes/PartnerHotelSearch/resources/extraStay/charge';
import type { ExtraStayKind } from '../../nodes/PartnerHotelSearch/resources/extraStay/extraStayRule';
import type { ExtraStayPeriod, ExtraStayRule } from '../../packages/sandbox/src/world/content/types.mts';
import {
	earlyArrival,
	lateDeparture,
	type ExtraStayQuote,
	type UsualTimes,
} from '../../packages/sandbox/src/world/rules/extraStay.mts';
import { packageCharge } from './packageCharge';

/**
 * The extra-stay rule as the package applies it against the sandbox, which applies it with code of its own: random
 * rules, times and prices. Nothing is shared between the two.
 */

const CURRENCIES = ['EUR', 'GBP', 'JPY', 'KWD'];
const AUTOMATIC = 'HourlyRateAutoCalculated';
const RULES = runs(2_000);

const text = (minutes: number) =>
	`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const minute = fc.oneof(
	fc.integer({ min: 0, max: 1439 }),
	fc.integer({ min: 0, max: 23 }).map((hour) => hour * 60),
);
const clockTime = minute.map(text);
const requested = fc.oneof(
	{ weight: 20, arbitrary: clockTime },
	{ weight: 1, arbitrary: fc.constant('24:00') },
);

/** With up to four decimals, as rates and percentages can have. */
const decimal = (max: number) =>
	fc.oneof(
		fc.integer({ min: 0, max }),
		fc.integer({ min: 0, max: max * 100 }).map((cents) => cents / 100),
		fc.integer({ min: 0, max: max * 10_000 }).map((parts) => parts / 10_000),
		// A half of a cent.
		fc.integer({ min: 0, max: max * 100 }).map((cents) => (cents * 10 + 5) / 1000),
	);

const terms = fc.record({
	chargeType: fc.constantFrom(
		'Free' as const,
		'Fixed' as const,
		'Fixed' as const,
		'Percent' as const,
		'Percent' as const,
		'HourlyRate' as const,
		'HourlyRate' as const,
		'HourlyRateAutoCalculated' as const,
		'Forbidden' as const,
		'Barter' as never,
	),
	rates: fc
		.uniqueArray(fc.constantFrom(...CURRENCIES), { maxLength: 4 })
		.chain((currencies) =>
			fc.tuple(...currencies.map((currency) => decimal(500).map((rate) => ({ currency, rate })))),
		),
	percentOptions: fc.option(
		fc.record({
			percentage: decimal(120),
			extraPlacementEnabled: fc.boolean(),
			extraServiceOption: fc.constantFrom('None' as const, 'All' as const, 'MealOnly' as const),
		}),
		{ nil: undefined, freq: 10 },
	),
	occupyQuota: fc.boolean(),
});

/** As the specification has them: from 00:00 to 24:00 without gaps. */
const wholeDay = fc.uniqueArray(fc.integer({ min: 1, max: 1439 }), { maxLength: 4 }).chain((ends) => {
	const borders = [0, ...ends.sort((one, other) => one - other), 1440];
	return fc.tuple(
		...borders.slice(1).map((end, index) =>
			terms.map(
				(rest): ExtraStayPeriod => ({
					...rest,
					startTime: text(borders[index] as number),
					endTime: text(end),
				}),
			),
		),
	);
});

/** With gaps and overlaps. */
const anyhow = fc.array(
	fc
		.tuple(terms, fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
		.map(([rest, start, end]): ExtraStayPeriod => ({ ...rest, startTime: text(start), endTime: text(end) })),
	{ maxLength: 6 },
);

const periods: fc.Arbitrary<ExtraStayPeriod[]> = fc.oneof(wholeDay, anyhow);

const rule: fc.Arbitrary<ExtraStayRule> = fc.record({
	id: fc.constant('1'),
	propertyId: fc.constant('1024'),
	checkInTime: clockTime,
	checkOutTime: clockTime,
	overridesPropertyCheckInTime: fc.boolean(),
	overridesPropertyCheckOutTime: fc.boolean(),
	earlyCheckInPeriods: periods,
	lateCheckOutPeriods: periods,
});

/** Amounts in the smallest unit of the currency. */
const price: fc.Arbitrary<NightPrice> = fc.constantFrom(...CURRENCIES).chain((currency) => {
	const unit = { JPY: 1, KWD: 1000 }[currency] ?? 100;
	const amount = (max: number) => fc.integer({ min: 0, max: max * unit }).map((minor) => minor / unit);
	return fc.record({
		currency: fc.constant(currency),
		night: amount(900),
		extraPlacement: amount(90),
		meals: amount(90),
		otherServices: amount(90),
	});
});

interface Case {
	rule: ExtraStayRule | undefined;
	property: UsualTimes;
	kind: ExtraStayKind;
	time: string;
	price: NightPrice;
}

/** Also the borders of the rule's own periods, and its usual times. */
const anyCase: fc.Arbitrary<Case> = fc.option(rule, { nil: undefined, freq: 20 }).chain((one) => {
	const borders = [...(one?.earlyCheckInPeriods ?? []), ...(one?.lateCheckOutPeriods ?? [])]
		.flatMap(({ startTime, endTime }) => [startTime, endTime])
		.concat(one?.checkInTime ?? '14:00', one?.checkOutTime ?? '12:00');
	return fc.record({
		rule: fc.constant(one),
		property: fc.record({ checkInTime: clockTime, checkOutTime: clockTime }),
		kind: fc.constantFrom('earlyCheckIn' as const, 'lateCheckOut' as const),
		time: fc.oneof(requested, fc.constantFrom(...borders)),
		price,
	});
});

function ofSandbox({ rule: record, property, kind, time, price: prices }: Case): ExtraStayQuote | undefined {
	const { currency, night, extraPlacement: extraPlaces, meals, otherServices } = prices;
	const quoteOf = kind === 'earlyCheckIn' ? earlyArrival : lateDeparture;
	return quoteOf(record, property, time, { currency, night, extraPlaces, meals, otherServices });
}

describe('the package and the sandbox', () => {
	it(`agree on ${RULES} random rules, times and nights`, () => {
		const seen = new Map<string, number>();
		fc.assert(
			fc.property(anyCase, (one) => {
				const answer = packageCharge(one.rule, one.property, one.kind, one.time, one.price);
				const quote = ofSandbox(one);
				const type = 'period' in answer ? ` ${answer.period.chargeType}` : '';
				seen.set(`${answer.outcome}${type}`, (seen.get(`${answer.outcome}${type}`) ?? 0) + 1);
				switch (answer.outcome) {
					case 'usual':
						expect(quote).toEqual({ price: 0, occupiesQuota: true });
						return;
					case 'charged':
						expect(quote?.price).toBe(answer.amount);
						// The sandbox has a formula of its own for the others: they may cost the same.
						if (!isAutomatic(one)) expect(quote?.occupiesQuota).toBe(answer.period.occupyQuota);
						return;
					case 'notCalculable':
						expect(answer.period.chargeType).toBe(AUTOMATIC);
						expect(quote).toBeDefined();
						return;
					case 'noRate':
					case 'noPercentOptions':
					case 'unknownType':
						expect(quote).toBeDefined();
						if (!isAutomatic(one)) expect(quote?.price).toBeNull();
						return;
					default:
						expect(quote).toBeUndefined();
				}
			}),
			{ numRuns: RULES },
		);
		expect([...seen.keys()].sort()).toEqual([
			'charged Fixed',
			'charged Free',
			'charged HourlyRate',
			'charged Percent',
			'forbidden Forbidden',
			'noPercentOptions Percent',
			'noPeriod',
			'noRate Fixed',
			'noRate HourlyRate',
			'noRule',
			'notCalculable HourlyRateAutoCalculated',
			'unknownType Barter',
			'usual',
		]);
		expect(Math.min(...seen.values())).toBeGreaterThan(RULES / 1_000);
	});
});

function isAutomatic({ rule: record }: Case): boolean {
	const all = [...(record?.earlyCheckInPeriods ?? []), ...(record?.lateCheckOutPeriods ?? [])];
	return all.some(({ chargeType }) => chargeType === AUTOMATIC);
}

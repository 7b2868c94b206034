import fc, { runs } from '../support/fastCheck';
import type { IDataObject } from 'n8n-workflow';

import { secondsOfDay, wallMidnight, instantOfWall } from '../../nodes/shared/dates/wallClock';
import {
	DEFAULT_READINGS,
	type CancellableStay,
	type HotelTimes,
} from '../../nodes/shared/rules/cancellableStay';
import { readCancellationRule } from '../../nodes/shared/rules/cancellationRule';
import { cancellationState } from '../../nodes/shared/rules/freeCancellation';
import { penaltySteps, type PenaltySteps } from '../../nodes/shared/rules/penaltySteps';
import type { CancellationRule, CancellationTerm } from '../../packages/sandbox/src/world/content/types.mts';
import {
	freeUntil,
	isAlwaysFree,
	penaltyAt,
	penaltySchedule,
} from '../../packages/sandbox/src/world/rules/cancellation.mts';
import type { CancellableStay as SandboxStay } from '../../packages/sandbox/src/world/rules/cancellationTerms.mts';

/**
 * The package and the sandbox have the cancellation rules in words of their own: for any rule, stay and moment they
 * must agree. A failure names the seed that brings it back.
 */

const RUNS = runs(1_000);

/** Zones whose clocks change by an hour, by half an hour, at midnight, by a whole day, and never. */
const ZONES = [
	'Europe/Berlin',
	'America/New_York',
	'Australia/Lord_Howe',
	'America/Santiago',
	'Asia/Beirut',
	'Pacific/Apia',
	'Africa/Casablanca',
	'Asia/Kathmandu',
	'Pacific/Kiritimati',
	'UTC',
];
/** On and around days on which clocks of these zones change. */
const CLOCK_CHANGES = [
	'2026-03-08',
	'2026-03-29',
	'2026-10-25',
	'2026-11-01',
	'2026-04-05',
	'2026-10-04',
	'2026-09-06',
	'2011-12-30',
	'2026-02-15',
];

const dayText = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const plus = (day: string, days: number) => dayText(Date.parse(`${day}T00:00:00Z`) / 1000 + days * 86_400);

const times = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
	.map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const days = fc.oneof(
	fc
		.tuple(fc.constantFrom(...CLOCK_CHANGES), fc.integer({ min: -2, max: 9 }))
		.map(([day, off]) => plus(day, off)),
	fc.integer({ min: 0, max: 700 }).map((off) => plus('2026-01-01', off)),
);
const currencies = fc.constantFrom('EUR', 'JPY', 'KWD');
const unitsOf = (currency: string) => ({ EUR: 100, JPY: 1, KWD: 1000 })[currency] ?? 100;

/** Now and then something that the specification does not name. */
const mostly = (known: string[], ...unknown: string[]) =>
	fc.oneof(
		{ weight: 20, arbitrary: fc.constantFrom(...known) },
		{ weight: 1, arbitrary: fc.constantFrom(...unknown) },
	);

const term = (arrival: string): fc.Arbitrary<CancellationTerm> =>
	fc
		.record({
			beforeArrivalMatching: mostly(['NoMatter', 'AtLeast', 'NoMoreThan', 'Between'], 'Sometimes'),
			beforeArrivalUnit: mostly(['Day', 'Hour'], 'None', 'Week'),
			beforeArrivalValue: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 30 }),
			beforeArrivalValueMax: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined, freq: 8 }),
			penaltyCalculationMethod: mostly(
				['NoPenalty', 'FirstNightPercent', 'PrepaymentPercent', 'FirstNights', 'Percent', 'Fixed'],
				'Sympathy',
			),
			penaltyValue: fc.oneof(
				fc.constantFrom(0, 1, 2, 3, 50, 100, 12.5, 33.33, 0.01),
				fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 100),
			),
			penaltyValueCurrency: fc.constantFrom('EUR', 'JPY', null),
			arrivalDates: fc.array(
				fc.record({
					startDate: fc.integer({ min: -3, max: 1 }).map((off) => plus(arrival, off)),
					endDate: fc.option(fc.integer({ min: -1, max: 3 }).map((off) => plus(arrival, off))),
					isEndless: fc.boolean(),
				}),
				{ maxLength: 2 },
			),
		})
		.map((one) => one as CancellationTerm);

interface Case {
	rule: CancellationRule;
	stay: SandboxStay;
	moments: number[];
	stayUnitKind: string;
}

const cases: fc.Arbitrary<Case> = days.chain((arrivalDate) =>
	currencies.chain((currency) => {
		const amounts = fc.integer({ min: 0, max: 500_000 }).map((units) => units / unitsOf(currency));
		return fc.record({
			rule: fc.record({
				id: fc.constant('7'),
				propertyId: fc.constant('1024'),
				referencePointKind: fc.constantFrom<CancellationRule['referencePointKind']>(
					'ProviderArrivalTime',
					'ProviderDepartureTime',
					'GuestArrivalTime',
					'CustomArrivalTime',
					'BookingCreationTime',
				),
				referencePointTime: times,
				cancellationTerms: fc.array(term(arrivalDate), { maxLength: 4 }),
			}),
			stay: fc.record({
				timeZone: fc.constantFrom(...ZONES),
				checkInTime: times,
				checkOutTime: times,
				arrivalDate: fc.constant(arrivalDate),
				chosenArrivalTime: fc.option(times),
				bookedMs: fc
					.integer({ min: -60 * 86_400, max: 86_400 })
					.map((off) => Date.parse(`${arrivalDate}T12:00:00Z`) + off * 1000),
				currency: fc.constant(currency),
				nightPrices: fc.array(amounts, { minLength: 1, maxLength: 5 }),
				prepayment: amounts,
			}),
			stayUnitKind: fc.constantFrom('NightRate', 'NightRate', 'NightRate', 'DailyRate'),
			moments: fc.array(
				fc
					.integer({ min: -50 * 86_400, max: 5 * 86_400 })
					.map((off) => Date.parse(`${arrivalDate}T12:00:00Z`) / 1000 + off),
				{ minLength: 3, maxLength: 6 },
			),
		});
	}),
);

/** The package's opinion. */
function stepsFor({ rule, stay, stayUnitKind }: Case): PenaltySteps {
	const hotel: HotelTimes = {
		stayUnitKind,
		timeZone: stay.timeZone,
		checkInTime: stay.checkInTime,
		checkOutTime: stay.checkOutTime,
	};
	const own: CancellableStay = {
		arrivalDate: stay.arrivalDate,
		...(stay.chosenArrivalTime !== null && { guestArrivalTime: stay.chosenArrivalTime }),
		createdAt: stay.bookedMs / 1000,
		nights: stay.nightPrices,
		prepaid: stay.prepayment,
		currency: stay.currency,
	};
	return penaltySteps([readCancellationRule(rule as unknown as IDataObject)], own, hotel, DEFAULT_READINGS);
}

const isOfNights = ({ penaltyCalculationMethod: method }: CancellationTerm) =>
	['FirstNightPercent', 'FirstNights', 'Percent'].includes(method);

const dearer = (stay: SandboxStay): SandboxStay => ({
	...stay,
	nightPrices: stay.nightPrices.map((price) => price * 3),
});

describe('package and sandbox', () => {
	it('charge the same at every moment, and see the same free times', () => {
		const seen = { free: 0, charged: 0, deadlines: 0, untold: 0, ofDays: 0 };
		fc.assert(
			fc.property(cases, (one) => {
				const { rule, stay, moments } = one;
				const { steps, arrivalAt } = stepsFor(one);
				const bookedAt = stay.bookedMs / 1000;
				const edges = [
					...steps.flatMap(({ from, to }) => [from - 1, from, from + 1, to]),
					...penaltySchedule(rule, stay)
						.flatMap(({ fromMs, untilMs }) => [fromMs ?? 0, untilMs ?? 0])
						.map((ms) => ms / 1000),
				];
				for (const moment of [...moments, ...edges]) {
					if (!Number.isFinite(moment) || moment < bookedAt) continue;
					const atMs = moment * 1000;
					const {
						penaltyNow,
						isFreeNow,
						freeCancellation,
						freeUntil: until,
					} = cancellationState(steps, moment, arrivalAt);
					const penalty = penaltyAt(rule, stay, atMs);
					const expected = freeUntil(rule, stay, atMs);
					if (penalty === null) {
						seen.untold += 1;
						expect(penaltyNow).toBeNull();
						expect(isFreeNow).not.toBe(true);
						expect(expected).toBeUndefined();
						continue;
					}
					if (one.stayUnitKind === 'DailyRate' && penaltyNow === null) {
						seen.ofDays += 1;
						expect(rule.cancellationTerms.some(isOfNights)).toBe(true);
						// Nothing, if it is a matter of which night costs nothing, or of rounding.
						if (penalty === 0) expect(isFreeNow).toBeNull();
						else expect(isFreeNow).not.toBe(true);
						continue;
					}
					expect(penaltyNow).toBe(penalty);
					// Where days are sold, a penalty that is told depends on no price of a night.
					if (one.stayUnitKind === 'DailyRate') expect(penaltyAt(rule, dearer(stay), atMs)).toBe(penalty);
					expect(isFreeNow).toBe(expected !== undefined);
					if (one.stayUnitKind === 'DailyRate' && expected !== undefined) {
						// Whether it is rounded to nothing, or costs nothing as one of the nights, is unknown.
						expect(until ?? Infinity).toBeLessThanOrEqual((expected ?? Infinity) / 1000);
					} else if (expected === null) expect([freeCancellation, until]).toEqual(['always', null]);
					else if (expected !== undefined)
						expect([freeCancellation, until]).toEqual(['until', expected / 1000]);
					seen[isFreeNow ? 'free' : 'charged'] += 1;
					if (freeCancellation === 'until') seen.deadlines += 1;
				}
				if (isAlwaysFree(rule, stay) && one.stayUnitKind === 'NightRate')
					expect(steps.every(({ amount }) => amount === 0)).toBe(true);
			}),
			{ numRuns: RUNS },
		);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 10);
	});

	it('know the same reference point, also where clocks skip it or show it twice', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...CLOCK_CHANGES),
				times,
				fc.constantFrom(...ZONES),
				(day, time, timeZone) => {
					const wall = (wallMidnight(day) ?? NaN) + (secondsOfDay(time) ?? NaN);
					const instant = instantOfWall(wall, timeZone);
					const shown = new Intl.DateTimeFormat('sv-SE', {
						timeZone,
						dateStyle: 'short',
						timeStyle: 'short',
					});
					const text = (seconds: number) => shown.format(seconds * 1000).replace(' ', 'T');
					const range = Array.from({ length: 60 * 4 }, (_, index) => instant + (index - 120) * 900);
					const showing = range.filter((seconds) => text(seconds) === `${day}T${time}`);
					if (showing.length > 0) expect(instant).toBe(Math.max(...showing));
					else expect(text(instant) > `${day}T${time}`).toBe(true);
				},
			),
			{ numRuns: runs(300) },
		);
	});
});

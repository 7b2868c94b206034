import type { Property } from '../properties.mts';
import type { CancellationRule, CancellationTerm, ExtraStayPeriod, ExtraStayRule } from './types.mts';

/** `HH:mm`, property time. */
export interface PropertyTimes {
	checkIn: string;
	checkOut: string;
}

const ALWAYS = [{ startDate: '2020-01-01', endDate: null, isEndless: true }];

const NO_PENALTY = {
	penaltyCalculationMethod: 'NoPenalty',
	penaltyValue: 0,
	penaltyValueCurrency: null,
} as const;

/**
 * Cancellation rules that use every value of every enumeration. `Percent` and `Fixed` are published as unused
 * penalty methods that the specification does not have: no rate plan has the rule with them, and
 * `serializers/content.mts` keeps them out of its form.
 * @param year the current year, for the rules that differ by season
 */
export function cancellationRules(property: Property, firstId: number, year: number): CancellationRule[] {
	const { currency } = property.place;
	const termLists: Array<[CancellationRule['referencePointKind'], string | null, CancellationTerm[]]> = [
		['ProviderArrivalTime', null, []],
		['ProviderDepartureTime', null, oneDayBefore(currency)],
		['GuestArrivalTime', null, inSteps(currency)],
		['CustomArrivalTime', '18:00', nonRefundable()],
		['BookingCreationTime', null, withUnusedMethods(currency, year)],
		['ProviderArrivalTime', null, overlapping(currency)],
		['BookingCreationTime', null, bySeason(currency, year)],
	];
	return termLists.map(([referencePointKind, referencePointTime, cancellationTerms], index) => ({
		id: String(firstId + index),
		propertyId: property.id,
		referencePointKind,
		referencePointTime,
		cancellationTerms,
	}));
}

function oneDayBefore(currency: string): CancellationTerm[] {
	return [
		{
			beforeArrivalMatching: 'AtLeast',
			beforeArrivalUnit: 'Hour',
			beforeArrivalValue: 24,
			...NO_PENALTY,
			arrivalDates: ALWAYS,
		},
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Hour',
			beforeArrivalValue: 24,
			penaltyCalculationMethod: 'FirstNightPercent',
			penaltyValue: 50,
			penaltyValueCurrency: currency,
			arrivalDates: ALWAYS,
		},
	];
}

function inSteps(currency: string): CancellationTerm[] {
	return [
		{
			beforeArrivalMatching: 'AtLeast',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 8,
			...NO_PENALTY,
			arrivalDates: ALWAYS,
		},
		{
			beforeArrivalMatching: 'Between',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 3,
			beforeArrivalValueMax: 7,
			penaltyCalculationMethod: 'PrepaymentPercent',
			penaltyValue: 30.5,
			penaltyValueCurrency: currency,
			arrivalDates: ALWAYS,
		},
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 2,
			penaltyCalculationMethod: 'FirstNights',
			penaltyValue: 2,
			penaltyValueCurrency: currency,
			arrivalDates: ALWAYS,
		},
	];
}

function nonRefundable(): CancellationTerm[] {
	return [
		{
			beforeArrivalMatching: 'NoMatter',
			beforeArrivalUnit: 'None',
			beforeArrivalValue: 0,
			penaltyCalculationMethod: 'PrepaymentPercent',
			penaltyValue: 100,
			penaltyValueCurrency: null,
			arrivalDates: ALWAYS,
		},
	];
}

/** From 48 to 24 hours before the arrival two terms hold. */
function overlapping(currency: string): CancellationTerm[] {
	return [
		{
			beforeArrivalMatching: 'AtLeast',
			beforeArrivalUnit: 'Hour',
			beforeArrivalValue: 72,
			...NO_PENALTY,
			arrivalDates: ALWAYS,
		},
		{
			beforeArrivalMatching: 'Between',
			beforeArrivalUnit: 'Hour',
			beforeArrivalValue: 24,
			beforeArrivalValueMax: 72,
			penaltyCalculationMethod: 'FirstNightPercent',
			penaltyValue: 50,
			penaltyValueCurrency: currency,
			arrivalDates: ALWAYS,
		},
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Hour',
			beforeArrivalValue: 48,
			penaltyCalculationMethod: 'FirstNights',
			penaltyValue: 1,
			penaltyValueCurrency: currency,
			arrivalDates: ALWAYS,
		},
	];
}

/** Free outside the summers and the turns of the year. */
function bySeason(currency: string, year: number): CancellationTerm[] {
	const years = [year - 2, year - 1, year, year + 1];
	const season = (first: string, last: string, later: number) =>
		years.map((start) => ({
			startDate: `${start}-${first}`,
			endDate: `${start + later}-${last}`,
			isEndless: false,
		}));
	return [
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 14,
			penaltyCalculationMethod: 'FirstNights',
			penaltyValue: 1,
			penaltyValueCurrency: currency,
			arrivalDates: season('06-01', '08-31', 0),
		},
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 30,
			penaltyCalculationMethod: 'FirstNightPercent',
			penaltyValue: 80,
			penaltyValueCurrency: currency,
			arrivalDates: season('12-20', '01-10', 1),
		},
	];
}

function withUnusedMethods(currency: string, year: number): CancellationTerm[] {
	const summers = [year, year + 1].map((summer) => ({
		startDate: `${summer}-06-01`,
		endDate: `${summer}-08-31`,
		isEndless: false,
	}));
	const yearEnd = [{ startDate: `${year}-12-20`, endDate: `${year + 1}-01-10`, isEndless: false }];
	return [
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 14,
			penaltyCalculationMethod: 'Percent',
			penaltyValue: 20,
			penaltyValueCurrency: currency,
			arrivalDates: summers,
		},
		{
			beforeArrivalMatching: 'NoMoreThan',
			beforeArrivalUnit: 'Day',
			beforeArrivalValue: 30,
			penaltyCalculationMethod: 'Fixed',
			penaltyValue: 75,
			penaltyValueCurrency: currency,
			arrivalDates: yearEnd,
		},
	];
}

/**
 * Three extra-stay rules that use every charge type. The second one names times of its own without overriding
 * the property's, the last one overrides them.
 */
export function extraStayRules(
	property: Property,
	firstId: number,
	propertyTimes: PropertyTimes,
): ExtraStayRule[] {
	const { currency, nightPrice } = property.place;
	const fixed = [
		{ currency, rate: Math.round(nightPrice / 3) },
		{ currency: currency === 'EUR' ? 'USD' : 'EUR', rate: 40 },
	];
	const hourly = [{ currency, rate: Math.round(nightPrice / 20) }];
	const rule = (
		index: number,
		times: PropertyTimes & { overrides: boolean },
		early: ExtraStayPeriod[],
		late: ExtraStayPeriod[],
	) => ({
		id: String(firstId + index),
		propertyId: property.id,
		checkInTime: times.checkIn,
		checkOutTime: times.checkOut,
		overridesPropertyCheckInTime: times.overrides,
		overridesPropertyCheckOutTime: times.overrides,
		earlyCheckInPeriods: early,
		lateCheckOutPeriods: late,
	});
	const unused = { checkIn: '16:00', checkOut: '09:00', overrides: false };
	const ownTimes = { checkIn: '15:30', checkOut: '10:30', overrides: true };
	return [
		rule(
			0,
			{ ...propertyTimes, overrides: false },
			[
				period('00:00', '06:00', 'Forbidden'),
				{
					...period('06:00', '09:00', 'Percent', true),
					percentOptions: { percentage: 50, extraPlacementEnabled: true, extraServiceOption: 'All' },
				},
				{ ...period('09:00', propertyTimes.checkIn, 'Fixed', true), rates: fixed },
				period(propertyTimes.checkIn, '24:00', 'Free'),
			],
			[
				period('00:00', propertyTimes.checkOut, 'Free'),
				{ ...period(propertyTimes.checkOut, '18:00', 'HourlyRate', true), rates: hourly },
				{
					...period('18:00', '24:00', 'Percent', true),
					percentOptions: { percentage: 100, extraPlacementEnabled: false, extraServiceOption: 'MealOnly' },
				},
			],
		),
		rule(
			1,
			unused,
			[
				period('00:00', propertyTimes.checkIn, 'HourlyRateAutoCalculated'),
				period(propertyTimes.checkIn, '24:00', 'Free'),
			],
			[
				period('00:00', propertyTimes.checkOut, 'Free'),
				{
					...period(propertyTimes.checkOut, '24:00', 'Percent'),
					percentOptions: { percentage: 12.5, extraPlacementEnabled: false, extraServiceOption: 'None' },
				},
			],
		),
		rule(
			2,
			ownTimes,
			[period('00:00', ownTimes.checkIn, 'Forbidden'), period(ownTimes.checkIn, '24:00', 'Free')],
			[period('00:00', '16:00', 'Free'), period('16:00', '24:00', 'Forbidden')],
		),
	];
}

function period(
	startTime: string,
	endTime: string,
	chargeType: ExtraStayPeriod['chargeType'],
	occupyQuota = false,
): ExtraStayPeriod {
	return { startTime, endTime, chargeType, rates: [], occupyQuota };
}

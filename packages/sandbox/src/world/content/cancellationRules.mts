import type { Property } from '../properties.mts';
import type { CancellationRule, CancellationTerm } from './types.mts';

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

/** Free outside summer and the turn of the year. */
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

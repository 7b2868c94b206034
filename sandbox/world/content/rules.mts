import type { Property } from '../properties.mts';
import type { CancellationRule, CancellationTerm, ExtraStayPeriod, ExtraStayRule } from './types.mts';

/** `HH:mm`, property time. */
export interface HouseTimes {
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
 * Five cancellation rules that use every value of every enumeration. `Percent` and `Fixed` are published as
 * unused penalty methods that the specification does not have: `spelling/content.mts` keeps them out of its
 * form.
 * @param year the current year, for the rule that differs by season
 */
export function cancellationRules(property: Property, firstId: number, year: number): CancellationRule[] {
	const { currency } = property.place;
	const termLists: Array<[CancellationRule['referencePointKind'], string | null, CancellationTerm[]]> = [
		['ProviderArrivalTime', null, []],
		['ProviderDepartureTime', null, oneDayBefore(currency)],
		['GuestArrivalTime', null, inSteps(currency)],
		['CustomArrivalTime', '18:00', nonRefundable()],
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

function bySeason(currency: string, year: number): CancellationTerm[] {
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

/** Three extra-stay rules that use every charge type; the last one overrides the house's times. */
export function extraStayRules(property: Property, firstId: number, house: HouseTimes): ExtraStayRule[] {
	const { currency, nightPrice } = property.place;
	const fixed = [
		{ currency, rate: Math.round(nightPrice / 3) },
		{ currency: currency === 'EUR' ? 'USD' : 'EUR', rate: 40 },
	];
	const hourly = [{ currency, rate: Math.round(nightPrice / 20) }];
	const rule = (index: number, times: HouseTimes, early: ExtraStayPeriod[], late: ExtraStayPeriod[]) => ({
		id: String(firstId + index),
		propertyId: property.id,
		checkInTime: times.checkIn,
		checkOutTime: times.checkOut,
		overridesPropertyCheckInTime: times.checkIn !== house.checkIn,
		overridesPropertyCheckOutTime: times.checkOut !== house.checkOut,
		earlyCheckInPeriods: early,
		lateCheckOutPeriods: late,
	});
	const ownTimes = { checkIn: '15:30', checkOut: '10:30' };
	return [
		rule(
			0,
			house,
			[
				period('00:00', '06:00', 'Forbidden'),
				{
					...period('06:00', '09:00', 'Percent', true),
					percentOptions: { percentage: 50, extraPlacementEnabled: true, extraServiceOption: 'All' },
				},
				{ ...period('09:00', house.checkIn, 'Fixed', true), rates: fixed },
				period(house.checkIn, '24:00', 'Free'),
			],
			[
				period('00:00', house.checkOut, 'Free'),
				{ ...period(house.checkOut, '18:00', 'HourlyRate', true), rates: hourly },
				{
					...period('18:00', '24:00', 'Percent', true),
					percentOptions: { percentage: 100, extraPlacementEnabled: false, extraServiceOption: 'MealOnly' },
				},
			],
		),
		rule(
			1,
			house,
			[period('00:00', house.checkIn, 'HourlyRateAutoCalculated'), period(house.checkIn, '24:00', 'Free')],
			[
				period('00:00', house.checkOut, 'Free'),
				{
					...period(house.checkOut, '24:00', 'Percent'),
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

import type { Property } from '../properties.mts';
import type { ExtraStayPeriod, ExtraStayRule } from './types.mts';

/** `HH:mm`, property time. */
export interface PropertyTimes {
	checkIn: string;
	checkOut: string;
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

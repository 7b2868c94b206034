import type { ExtraStayPeriod, ExtraStayRule } from '../content/types.mts';
import { toWireDate } from '../time.mts';
import { searchTotal, type SearchTotal } from './amounts.mts';

/** An arrival or departure outside the usual hours, and what it costs. */
export interface ExtraStay {
	total: SearchTotal;
	/** `YYYY-MM-DDThh:mm`, property time. */
	dateTimeLocal: string;
	/** True = the room is guaranteed. */
	isOccupyQuota: boolean;
}

export interface ExtraStays {
	earlyCheckIn: ExtraStay[];
	lateCheckOut: ExtraStay[];
}

export interface ExtraStaySetting {
	currency: string;
	arrivalDay: number;
	departureDay: number;
	/** Prices of the first and the last night. */
	firstNight: number;
	lastNight: number;
}

const MINUTES_PER_HOUR = 60;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Every full hour at which the rule lets guests come early or leave late. No rule = none. */
export function extraStaysOf(rule: ExtraStayRule | undefined, setting: ExtraStaySetting): ExtraStays {
	if (rule === undefined) return { earlyCheckIn: [], lateCheckOut: [] };
	const { arrivalDay, departureDay, firstNight, lastNight, currency } = setting;
	const times = HOURS.map((hour) => `${String(hour).padStart(2, '0')}:00`);
	return {
		earlyCheckIn: times
			.filter((time) => time < rule.checkInTime)
			.flatMap((time) =>
				charged(time, rule.earlyCheckInPeriods, {
					day: arrivalDay,
					currency,
					nightPrice: firstNight,
					hours: hoursBetween(time, rule.checkInTime),
				}),
			),
		lateCheckOut: times
			.filter((time) => time > rule.checkOutTime)
			.flatMap((time) =>
				charged(time, rule.lateCheckOutPeriods, {
					day: departureDay,
					currency,
					nightPrice: lastNight,
					hours: hoursBetween(rule.checkOutTime, time),
				}),
			),
	};
}

interface Basis {
	day: number;
	currency: string;
	nightPrice: number;
	/** Begun hours outside the usual stay. */
	hours: number;
}

function charged(time: string, periods: readonly ExtraStayPeriod[], basis: Basis): ExtraStay[] {
	const period = periods.find(({ startTime, endTime }) => startTime <= time && time < endTime);
	const price = period === undefined ? undefined : priceOf(period, basis);
	if (period === undefined || price === undefined) return [];
	return [
		{
			total: searchTotal(price, basis.currency),
			dateTimeLocal: `${toWireDate(basis.day)}T${time}`,
			isOccupyQuota: period.occupyQuota,
		},
	];
}

/** undefined = not allowed, or without a rate in the currency. */
function priceOf(
	{ chargeType, rates, percentOptions }: ExtraStayPeriod,
	{ currency, nightPrice, hours }: Basis,
): number | undefined {
	const rate = rates.find((candidate) => candidate.currency === currency)?.rate;
	switch (chargeType) {
		case 'Forbidden':
			return undefined;
		case 'Free':
			return 0;
		case 'Fixed':
			return rate;
		case 'HourlyRate':
			return rate === undefined ? undefined : rate * hours;
		case 'HourlyRateAutoCalculated':
			return (nightPrice / HOURS.length) * hours;
		case 'Percent':
			return (nightPrice * (percentOptions?.percentage ?? 0)) / 100;
	}
}

function hoursBetween(start: string, end: string): number {
	const minutesOf = (time: string) => Number(time.slice(0, 2)) * MINUTES_PER_HOUR + Number(time.slice(3));
	return Math.ceil((minutesOf(end) - minutesOf(start)) / MINUTES_PER_HOUR);
}

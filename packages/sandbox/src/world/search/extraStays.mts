import type { ExtraStayRule } from '../content/types.mts';
import {
	earlyArrival,
	lateDeparture,
	usualTimes,
	type ExtraStayPrices,
	type ExtraStayQuote,
	type UsualTimes,
} from '../rules/extraStay.mts';
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
	/** The property's times. */
	property: UsualTimes;
	arrivalDay: number;
	departureDay: number;
	firstNight: ExtraStayPrices;
	lastNight: ExtraStayPrices;
}

const FULL_HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** Every full hour at which the rule lets guests come early or leave late. No rule = none. */
export function extraStaysOf(rule: ExtraStayRule | undefined, setting: ExtraStaySetting): ExtraStays {
	const { property, arrivalDay, departureDay, firstNight, lastNight } = setting;
	const { checkInTime, checkOutTime } = usualTimes(rule, property);
	const { currency } = firstNight;
	return {
		earlyCheckIn: FULL_HOURS.filter((time) => time < checkInTime).flatMap((time) =>
			asExtraStay(earlyArrival(rule, property, time, firstNight), arrivalDay, time, currency),
		),
		lateCheckOut: FULL_HOURS.filter((time) => time > checkOutTime).flatMap((time) =>
			asExtraStay(lateDeparture(rule, property, time, lastNight), departureDay, time, currency),
		),
	};
}

function asExtraStay(
	quote: ExtraStayQuote | undefined,
	day: number,
	time: string,
	currency: string,
): ExtraStay[] {
	if (quote === undefined || quote.price === null) return [];
	return [
		{
			total: searchTotal(quote.price, currency),
			dateTimeLocal: `${toWireDate(day)}T${time}`,
			isOccupyQuota: quote.occupiesQuota,
		},
	];
}

import { partOf } from '../money.mts';
import type { ExtraStayPeriod, ExtraStayRule } from '../content/types.mts';

/**
 * The extra-stay rule (specification, Extra-stay rule) as a function of a rule, a stay and a time. What the
 * specification leaves open is decided here and written down in docs/sandbox/readings.md.
 */

/** `HH:mm`, property time. */
export interface UsualTimes {
	checkInTime: string;
	checkOutTime: string;
}

/** What the price of an extra stay depends on: amounts of the night next to it, before tax. */
export interface ExtraStayPrices {
	currency: string;
	/** The night without the surcharge for guests in extra places. */
	night: number;
	extraPlaces: number;
	/** One night's part of the services charged on top. */
	meals: number;
	otherServices: number;
}

export interface ExtraStayQuote {
	/** Before tax; 0 = free, null = not specified by the rule. */
	price: number | null;
	/** True = the room is guaranteed. */
	occupiesQuota: boolean;
}

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1_440;

/** The usual times of stays: the rule's where it overrides the property's. */
export function usualTimes(rule: ExtraStayRule | undefined, property: UsualTimes): UsualTimes {
	return {
		checkInTime: rule?.overridesPropertyCheckInTime === true ? rule.checkInTime : property.checkInTime,
		checkOutTime: rule?.overridesPropertyCheckOutTime === true ? rule.checkOutTime : property.checkOutTime,
	};
}

/** What an arrival at the time costs; undefined = not allowed. From the usual time on it is no extra stay. */
export function earlyArrival(
	rule: ExtraStayRule | undefined,
	property: UsualTimes,
	time: string,
	prices: ExtraStayPrices,
): ExtraStayQuote | undefined {
	const { checkInTime } = usualTimes(rule, property);
	if (time >= checkInTime) return WITHIN_THE_STAY;
	return cheapest(rule?.earlyCheckInPeriods ?? [], time, minutesBetween(time, checkInTime), prices);
}

/** What a departure at the time costs; undefined = not allowed. Up to the usual time it is no extra stay. */
export function lateDeparture(
	rule: ExtraStayRule | undefined,
	property: UsualTimes,
	time: string,
	prices: ExtraStayPrices,
): ExtraStayQuote | undefined {
	const { checkOutTime } = usualTimes(rule, property);
	if (time <= checkOutTime) return WITHIN_THE_STAY;
	return cheapest(rule?.lateCheckOutPeriods ?? [], time, minutesBetween(checkOutTime, time), prices);
}

const WITHIN_THE_STAY: ExtraStayQuote = { price: 0, occupiesQuota: true };

/** Of several periods around the time, the cheapest that allows it. An unspecified price wins, unless one is free. */
function cheapest(
	periods: readonly ExtraStayPeriod[],
	time: string,
	minutes: number,
	prices: ExtraStayPrices,
): ExtraStayQuote | undefined {
	const [quote] = periods
		.filter(({ startTime, endTime }) => startTime <= time && time < endTime)
		.flatMap((period) => {
			const price = priceOf(period, minutes, prices);
			return price === undefined ? [] : [{ price, occupiesQuota: period.occupyQuota }];
		})
		.sort((one, other) => rank(one) - rank(other));
	return quote;
}

function rank({ price }: ExtraStayQuote): number {
	return price === 0 ? -2 : (price ?? -1);
}

/** undefined = forbidden; null = the rate or percentage is missing, or the charge type is not known. */
function priceOf(
	{ chargeType, rates, percentOptions }: ExtraStayPeriod,
	minutes: number,
	prices: ExtraStayPrices,
): number | null | undefined {
	const { currency, night, extraPlaces } = prices;
	const rate = rates.find((candidate) => candidate.currency === currency)?.rate;
	switch (chargeType) {
		case 'Forbidden':
			return undefined;
		case 'Free':
			return 0;
		case 'Fixed':
			return rate === undefined ? null : partOf(rate, 1, 1, currency);
		case 'HourlyRate':
			return rate === undefined ? null : partOf(rate, minutes, MINUTES_PER_HOUR, currency);
		case 'HourlyRateAutoCalculated':
			return partOf(night + extraPlaces, minutes, MINUTES_PER_DAY, currency);
		case 'Percent':
			return percentOptions === undefined
				? null
				: partOf(percentBasis(percentOptions, prices), percentOptions.percentage, 100, currency);
		default:
			return null;
	}
}

function percentBasis(
	{ extraPlacementEnabled, extraServiceOption }: NonNullable<ExtraStayPeriod['percentOptions']>,
	{ night, extraPlaces, meals, otherServices }: ExtraStayPrices,
): number {
	const services = { None: 0, MealOnly: meals, All: meals + otherServices };
	return night + (extraPlacementEnabled ? extraPlaces : 0) + services[extraServiceOption];
}

function minutesBetween(start: string, end: string): number {
	const minutesOf = (time: string) => Number(time.slice(0, 2)) * MINUTES_PER_HOUR + Number(time.slice(3, 5));
	return minutesOf(end) - minutesOf(start);
}

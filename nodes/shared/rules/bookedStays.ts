import type { IDataObject } from 'n8n-workflow';

import type { CancellationTerms } from '../api/property/cancellationRules';
import { money, moneyShares, withoutNoise } from '../api/response/money';
import { at, recordsAt, textAt } from '../api/response/records';
import { isZone } from '../dates/hotelClock';
import { wholeDate } from '../dates/instants';
import { secondsOfDay, wallMidnight } from '../dates/wallClock';
import type { CancellableStay, HotelTimes, Readings } from './cancellableStay';
import { readCancellationRule, type CancellationRule } from './cancellationRule';
import { penaltySteps, unknownSteps, type PenaltySteps } from './penaltySteps';

/** What cancelling costs one room stay of a booking. */
export interface BookedStay extends PenaltySteps {
	/** The stay's own order number, otherwise its place in the booking, from 1. */
	index: IDataObject[string];
	/** `YYYY-MM-DD` */
	arrivalDate: string | null;
	departureDate: string | null;
	rules: CancellationRule[];
}

/**
 * What cancelling costs each room stay of a booking's details (specification, Cancellation rule), by the rules of its
 * rate plans. Where something needed for it is missing, the only step of a stay names it.
 */
export function bookedStays(
	booking: IDataObject,
	terms: CancellationTerms,
	readings: Readings,
): BookedStay[] {
	const stays = recordsAt(booking, 'roomStays');
	const prepaid = prepaidShares(booking, stays);
	return stays.map((stay, position) => {
		const about = {
			index: at(stay, 'index') ?? position + 1,
			arrivalDate: dayAt(stay, 'arrivalDateTime'),
			departureDate: dayAt(stay, 'departureDateTime'),
		};
		const rules = rulesOf(ratePlansOf(stay), terms);
		const known = whatIsNeeded(booking, stay, terms);
		if (typeof known === 'string') {
			const createdAt = instantAt(booking, 'createdDateTime') ?? 0;
			return { ...about, rules, ...unknownSteps(createdAt, known) };
		}
		const { hotel, ...times } = known;
		const cancellable: CancellableStay = {
			...times,
			guestArrivalTime: guestArrivalTime(stay, times.arrivalDate, hotel),
			nights: nightPrices(stay, readings),
			prepaid: prepaid[position] ?? null,
			currency: textAt(booking, 'currencyCode') ?? '',
		};
		return { ...about, rules, ...penaltySteps(rules, cancellable, hotel, readings) };
	});
}

/** `undefined` without a time zone. */
export function hotelTimes({ facts }: CancellationTerms): HotelTimes | undefined {
	const { timeZone, checkInTime, checkOutTime, stayUnitKind } = facts;
	if (timeZone === undefined || !isZone(timeZone)) return undefined;
	return { timeZone, checkInTime, checkOutTime, stayUnitKind };
}

/** What no penalty can do without, or what of it is missing. */
function whatIsNeeded(
	booking: IDataObject,
	stay: IDataObject,
	terms: CancellationTerms,
): { hotel: HotelTimes; createdAt: number; arrivalDate: string } | string {
	const { facts, rules } = terms;
	const ratePlans = ratePlansOf(stay);
	const withoutRule = ratePlans.filter((id) => !rules.has(facts.cancellationRuleIds.get(id) ?? ''));
	if (withoutRule.length > 0) return `Rate plan ${withoutRule.join(', ')} has no known cancellation rule`;
	if (ratePlans.length === 0) return 'The room stay has no rate plan';
	const hotel = hotelTimes(terms);
	if (hotel === undefined) return 'The property has no known time zone';
	const createdAt = instantAt(booking, 'createdDateTime');
	if (createdAt === undefined) return 'The booking has no time of its creation';
	const arrivalDate = dayAt(stay, 'arrivalDateTime') ?? '';
	if (wallMidnight(arrivalDate) === undefined) return 'The room stay has no date of arrival';
	return { hotel, createdAt, arrivalDate };
}

/**
 * The time of the early arrival that was booked, otherwise a time of arrival after the check-in time of the property:
 * the guest's own (specification, GuestArrivalTime). Null for an early arrival without a time on the day of arrival.
 */
function guestArrivalTime(
	stay: IDataObject,
	arrivalDate: string,
	{ checkInTime = '' }: HotelTimes,
): string | null | undefined {
	const early = at(stay, 'extraStayCharges', 'earlyArrival');
	if (early !== null) {
		const chosen = textAt(early, 'overriddenDateTime') ?? '';
		return chosen.startsWith(arrivalDate) ? chosen.slice(11, 16) : null;
	}
	const planned = textAt(stay, 'stayDates', 'arrivalDateTime')?.slice(11, 16) ?? '';
	const isLater = (secondsOfDay(planned) ?? NaN) > (secondsOfDay(checkInTime) ?? NaN);
	return isLater ? planned : undefined;
}

/** Each rule once, in the order of the nights. */
function rulesOf(ratePlans: readonly string[], { facts, rules }: CancellationTerms): CancellationRule[] {
	const ids = new Set(ratePlans.map((id) => facts.cancellationRuleIds.get(id) ?? ''));
	return [...ids].flatMap((id) => {
		const rule = rules.get(id);
		return rule === undefined ? [] : [readCancellationRule(rule)];
	});
}

/** Those of the nights, otherwise of the stay; their key is written in two ways (provider: Booking.DailyRate). */
function ratePlansOf(stay: IDataObject): string[] {
	const ofNights = nightsOf(stay).flatMap(
		(night) => textAt(night, 'ratePlanId') ?? textAt(night, 'RatePlanId') ?? [],
	);
	const ofStay = recordsAt(stay, 'ratePlans').flatMap((plan) => textAt(plan, 'id') ?? []);
	return [...new Set(ofNights.length > 0 ? ofNights : ofStay)];
}

function nightsOf(stay: IDataObject): IDataObject[] {
	const dateOf = (night: IDataObject) => textAt(night, 'date') ?? '';
	return recordsAt(stay, 'dailyRates').sort((one, other) => dateOf(one).localeCompare(dateOf(other)));
}

/** The API has nights before tax only: after tax, each is raised as the total of the stay is. */
function nightPrices(stay: IDataObject, { prices }: Readings): Array<number | null> {
	const beforeTax = nightsOf(stay).map((night) => money(at(night, 'priceBeforeTax'), undefined));
	if (prices === 'beforeTax') return beforeTax;
	const total = money(at(stay, 'total', 'priceBeforeTax'), undefined);
	const totalAfterTax = money(at(stay, 'total', 'priceAfterTax'), undefined);
	return beforeTax.map((price) => {
		if (price === 0) return 0;
		const isKnown = price !== null && total !== null && totalAfterTax !== null && total !== 0;
		return isKnown ? withoutNoise((price * totalAfterTax) / total) : null;
	});
}

/** The prepayment is made for the booking: each stay has a part in proportion to its total. */
function prepaidShares(booking: IDataObject, stays: readonly IDataObject[]): number[] {
	const currency = at(booking, 'currencyCode');
	const prepaid = money(at(booking, 'guaranteeInfo', 'totalPrepaid'), currency);
	const weights = stays.map((stay) => money(at(stay, 'total', 'priceAfterTax'), currency) ?? 0);
	return prepaid === null ? [] : moneyShares(prepaid, weights, currency);
}

function dayAt(stay: IDataObject, key: string): string | null {
	return textAt(stay, 'stayDates', key)?.slice(0, 10) ?? null;
}

/** In whole seconds since 1970 UTC. */
export function instantAt(record: IDataObject, ...keys: string[]): number | undefined {
	const instant = wholeDate(textAt(record, ...keys) ?? '', 'utc');
	return instant && Math.floor(instant.toSeconds());
}

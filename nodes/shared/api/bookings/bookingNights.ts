import type { IDataObject } from 'n8n-workflow';

import { bookingRoomStays } from './bookingViews';
import { inColumns } from './columns';
import { money, moneyShares } from '../response/money';
import type { Names } from '../property/names';
import { at, recordsAt, textAt } from '../response/records';

/**
 * One record for each night of each room stay; what belongs to the booking and to its room stay is on each. The
 * shares of the nights add up to the total of their room stay, services and discounts included. A room stay without
 * nights gives one record all the same, so that it does not get lost.
 * @param more further fields for each room stay
 */
export function bookingNights(
	booking: IDataObject,
	names: Names,
	more: readonly IDataObject[] = [],
): IDataObject[] {
	const stays = recordsAt(booking, 'roomStays');
	return bookingRoomStays(booking, names, more).flatMap((fields, position) => {
		const stay = stays[position] ?? {};
		const nights = recordsAt(stay, 'dailyRates');
		if (nights.length === 0) return [inColumns({ ...fields, ...ratePlanOf({}, stay, names), ...NO_NIGHT })];
		const currency = at(booking, 'currencyCode');
		const rates = nights.map((night) => money(at(night, 'priceBeforeTax'), currency));
		const shareOf = sharesOf(rates, currency);
		const beforeTax = shareOf(at(stay, 'total', 'priceBeforeTax'));
		const afterTax = shareOf(at(stay, 'total', 'priceAfterTax'));
		return nights
			.map((night, index) => ({
				...fields,
				...ratePlanOf(night, stay, names),
				date: textAt(night, 'date')?.slice(0, 10) ?? null,
				nightTotal: afterTax[index] ?? null,
				nightTotalBeforeTax: beforeTax[index] ?? null,
				nightRate: rates[index] ?? null,
			}))
			.map(inColumns);
	});
}

const NO_NIGHT = { date: null, nightTotal: null, nightTotalBeforeTax: null, nightRate: null };

function sharesOf(rates: Array<number | null>, currency: unknown): (total: unknown) => number[] {
	const weights = rates.map((rate) => Math.max(rate ?? 0, 0));
	return (total) => {
		const amount = money(total, currency);
		return amount === null ? [] : moneyShares(amount, weights, currency);
	};
}

/** Each night has a rate plan of its own; its key is written in two ways (provider: Booking.DailyRate). */
function ratePlanOf(night: IDataObject, stay: IDataObject, names: Names): IDataObject {
	const plans = recordsAt(stay, 'ratePlans');
	const id = textAt(night, 'ratePlanId') ?? textAt(night, 'RatePlanId') ?? textAt(plans[0], 'id');
	const plan = plans.find((one) => textAt(one, 'id') === id);
	return {
		ratePlanId: id ?? null,
		ratePlanName: textAt(plan, 'name') ?? names.ratePlans.get(id ?? '') ?? null,
	};
}

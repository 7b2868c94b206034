import type { IDataObject } from 'n8n-workflow';

import { at } from '../../../shared/api/response/records';
import { textIn } from '../../../shared/util/json';
import { priceOf } from '../../price';

type OfferSort = 'asReturned' | 'lowestPrice' | 'highestPrice';

interface OfferFilters {
	freeCancellation?: boolean;
	maxPrice?: number;
	mealPlanCodes?: string[];
	minPrice?: number;
	roomTypeId?: string;
}

/**
 * The offers that match, in the chosen order. Prices are those with tax; an offer without one matches no price and
 * comes last.
 */
export function chosenOffers(
	offers: readonly IDataObject[],
	filters: OfferFilters,
	sort: OfferSort,
): IDataObject[] {
	const matching = offers.filter((offer) => matches(offer, filters));
	if (sort === 'asReturned') return matching;
	const rank = (offer: IDataObject) => rankOf(priceOf(offer).total, sort);
	return matching.sort((one, other) => compared(rank(one), rank(other)));
}

function matches(
	offer: IDataObject,
	{ freeCancellation, maxPrice, mealPlanCodes = [], minPrice, roomTypeId = '' }: OfferFilters,
): boolean {
	const price = priceOf(offer).total;
	return (
		(!freeCancellation || at(offer, 'cancellationPolicy', 'freeCancellationPossible') === true) &&
		(minPrice === undefined || (price !== null && price >= minPrice)) &&
		(maxPrice === undefined || (price !== null && price <= maxPrice)) &&
		(mealPlanCodes.length === 0 || mealPlanCodes.includes(textIn(offer, 'mealPlanCode') ?? '')) &&
		(roomTypeId === '' || String(at(offer, 'roomType', 'id')) === roomTypeId)
	);
}

function rankOf(price: number | null, sort: 'lowestPrice' | 'highestPrice'): number {
	if (price === null) return Infinity;
	return sort === 'lowestPrice' ? price : -price;
}

/** Two unknown prices are equal, not apart by NaN. */
function compared(one: number, other: number): number {
	return one === other ? 0 : one - other;
}

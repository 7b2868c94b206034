import { ApiError } from '../../http/apiError.mts';
import type { BodyFields } from '../../http/bodyFields.mts';
import { matching, number } from '../../http/fieldTypes.mts';
import type { Offer } from '../../world/search/offers.mts';

const CURRENCY_CODE = matching(/^([A-Z]{3})?$/, 'must be an ISO 4217 code');

/** Whether the price of the whole stay is in the requested range and currency. */
export function readPricePreference(
	fields: BodyFields | undefined,
): (offer: Offer, currencyCode: string) => boolean {
	const currency = fields?.read('currencyCode', CURRENCY_CODE) ?? '';
	const lowest = fields?.read('minPrice', number) ?? 0;
	const highest = fields?.read('maxPrice', number) ?? Infinity;
	if (lowest < 0 || highest < lowest) {
		throw new ApiError(400, 'InvalidPriceRange', 'minPrice must be 0 or more, maxPrice not below it');
	}
	return ({ total }, currencyCode) =>
		(currency === '' || currency === currencyCode) &&
		lowest <= total.priceBeforeTax &&
		total.priceBeforeTax <= highest;
}

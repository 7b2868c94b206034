import type { IDataObject } from 'n8n-workflow';

import { requireCurrency } from '../../../shared/parameters/checks';
import { exactAmount, withoutNoise } from '../../../shared/api/response/money';
import { ParameterError } from '../../../shared/util/parameterError';
import { corporateIdsOf } from '../../stay';

type Options = {
	corporateIds?: string;
	currencyCode?: string;
	include?: string[];
	maxPrice?: number;
	mealType?: string;
	mealsIncluded?: string[];
	minPrice?: number;
};

/** @throws ParameterError for filters that contradict each other */
export function preferences(options: Options): IDataObject {
	const { include = [], mealType, mealsIncluded = [] } = options;
	if (mealsIncluded.length > 0 && mealType !== 'MealOnly') {
		throw new ParameterError(
			'mealsIncluded',
			mealsIncluded.join(', '),
			'can only be used together with Meals Included',
			"Set {mealType} to 'Meals Included', or remove {mealsIncluded}.",
		);
	}
	const corporateIds = corporateIdsOf(options.corporateIds);
	return {
		...(include.length > 0 && { include: include.join('|') }),
		...(mealType !== undefined && {
			mealPreference: {
				mealType,
				...(mealsIncluded.length > 0 && { mealsIncluded: { mealPlanCodes: mealsIncluded } }),
			},
		}),
		...pricePreference(options),
		...(corporateIds && { corporateIds }),
	};
}

/** @throws ParameterError for a highest price below the lowest */
export function requirePriceRange({ minPrice, maxPrice }: { minPrice?: number; maxPrice?: number }): void {
	if (minPrice === undefined || maxPrice === undefined || maxPrice >= minPrice) return;
	throw new ParameterError(
		'maxPrice',
		maxPrice,
		`is below ${minPrice}`,
		'Enter a {maxPrice} that is not below {minPrice}.',
	);
}

function pricePreference({ minPrice, maxPrice, currencyCode }: Options): IDataObject {
	requirePriceRange({ minPrice, maxPrice });
	const currency = currencyCode === undefined ? undefined : requireCurrency('currencyCode', currencyCode);
	const exact = (parameter: string, price: number) =>
		currency === undefined ? withoutNoise(price) : exactAmount(parameter, price, currency);
	const preference = {
		...(minPrice !== undefined && { minPrice: exact('minPrice', minPrice) }),
		...(maxPrice !== undefined && { maxPrice: exact('maxPrice', maxPrice) }),
		...(currency !== undefined && { currencyCode: currency }),
	};
	return Object.keys(preference).length > 0 ? { pricePreference: preference } : {};
}

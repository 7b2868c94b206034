import type { Discount, ServiceTotal, TaxAmount, Total } from './bookings/detail/types.mts';

/** The taxes that bookings refer to by index; rates are shares of the price before tax. */
export const TAXES = [
	{ index: 1, name: 'Lodging fee', description: 'Fee per stay, payable at check-in', rate: 0.03 },
	{ index: 2, name: 'City tax', description: null, rate: 0.05 },
] as const;

const unitsByCurrency = new Map<string, number>();

/** How many of the smallest units make one of the currency: 100 cents, 1 yen. */
function unitsOf(currency: string): number {
	const known = unitsByCurrency.get(currency);
	if (known !== undefined) return known;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency });
	const units = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
	unitsByCurrency.set(currency, units);
	return units;
}

/** Rounds to the currency's smallest unit. */
export function rounded(amount: number, currency: string): number {
	const units = unitsOf(currency);
	return Math.round(amount * units) / units;
}

/** Amounts, percentages and rates are told apart to so many parts of one. */
const PRECISION = 10_000;

/**
 * So many parts of a whole of an amount, in the currency's smallest unit, a half rounded up. Reckoned in whole
 * numbers, so that 12.5 % of 0.60 is exactly seven and a half cents.
 */
export function partOf(amount: number, parts: number, whole: number, currency: string): number {
	const units = unitsOf(currency);
	const exact = BigInt(Math.round(amount * units * PRECISION)) * BigInt(Math.round(parts * PRECISION));
	const scale = BigInt(whole) * BigInt(PRECISION) ** 2n;
	return Number((2n * exact + scale) / (2n * scale)) / units;
}

/**
 * Divides an amount in proportion to the weights, in the currency's smallest unit: all parts up to one are
 * rounded together, so that they add up to the amount.
 */
export function divided(amount: number, weights: readonly number[], currency: string): number[] {
	const units = unitsOf(currency);
	const sizes = weights.map((weight) => Math.round(weight * units));
	const whole = sizes.reduce((sum, size) => sum + size, 0);
	if (whole === 0)
		return weights.length === 0
			? []
			: divided(
					amount,
					weights.map(() => 1),
					currency,
				);
	let covered = 0;
	let given = 0;
	return sizes.map((size) => {
		covered += size;
		const part = Math.round((Math.round(amount * units) * covered) / whole) - given;
		given += part;
		return part / units;
	});
}

export function serviceTotal(priceBeforeTax: number, currency: string): ServiceTotal {
	const price = rounded(priceBeforeTax, currency);
	const taxes = TAXES.map(({ index, rate }) => ({ index, amount: rounded(price * rate, currency) })).filter(
		({ amount }) => amount > 0,
	);
	return withTaxes(price, taxes, currency);
}

export function total(priceBeforeTax: number, discounts: Discount[] | null, currency: string): Total {
	return { ...serviceTotal(priceBeforeTax, currency), discounts };
}

/** Adds up totals; taxes of the same index are added together, discounts are listed one after the other. */
export function sumOfTotals(totals: ReadonlyArray<ServiceTotal | Total>, currency: string): Total {
	const price = totals.reduce((sum, { priceBeforeTax }) => sum + priceBeforeTax, 0);
	const taxes = TAXES.map(({ index }) => ({
		index,
		amount: rounded(
			totals
				.flatMap((part) => part.taxes ?? [])
				.filter((tax) => tax.index === index)
				.reduce((sum, { amount }) => sum + amount, 0),
			currency,
		),
	})).filter(({ amount }) => amount > 0);
	const discounts = totals.flatMap((part) => ('discounts' in part ? (part.discounts ?? []) : []));
	return {
		...withTaxes(rounded(price, currency), taxes, currency),
		discounts: discounts.length === 0 ? null : discounts,
	};
}

function withTaxes(priceBeforeTax: number, taxes: TaxAmount[], currency: string): ServiceTotal {
	const taxAmount = rounded(
		taxes.reduce((sum, { amount }) => sum + amount, 0),
		currency,
	);
	return {
		priceBeforeTax,
		priceAfterTax: rounded(priceBeforeTax + taxAmount, currency),
		taxAmount,
		taxes: taxes.length === 0 ? null : taxes,
	};
}

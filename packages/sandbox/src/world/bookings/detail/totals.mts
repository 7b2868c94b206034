import { rounded } from '../../money.mts';
import type { Discount, ServiceTotal, TaxAmount, Total } from './types.mts';

/** The taxes that bookings refer to by index; rates are shares of the price before tax. */
export const TAXES = [
	{ index: 1, name: 'Lodging fee', description: 'Fee per stay, payable at check-in', rate: 0.03 },
	{ index: 2, name: 'City tax', description: null, rate: 0.05 },
] as const;

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

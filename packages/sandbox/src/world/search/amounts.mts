import { serviceTotal, TAXES } from '../bookings/detail/totals.mts';

/** A price of the search interface: without a price after tax. */
export interface SearchTotal {
	priceBeforeTax: number;
	taxAmount: number;
	taxes: Array<{ amount: number; name: string; description: string | null }> | null;
}

/** The taxes are those of the bookings. */
export function searchTotal(price: number, currency: string): SearchTotal {
	const { priceBeforeTax, taxAmount, taxes } = serviceTotal(price, currency);
	const named = (taxes ?? []).map(({ amount, index }) => {
		const tax = TAXES.find((candidate) => candidate.index === index);
		return { amount, name: tax?.name ?? '', description: tax?.description ?? null };
	});
	return { priceBeforeTax, taxAmount, taxes: named.length === 0 ? null : named };
}

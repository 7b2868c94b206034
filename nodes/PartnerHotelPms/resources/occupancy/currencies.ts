import type { PropertyDay } from './dailyOccupancy';

/**
 * The days of a hotel, with the currency of its other days where the API named none: a range takes several requests,
 * and each has its own response. Nothing is added if the others have several currencies.
 * @param others days whose currency counts as well
 */
export function withCurrency(days: PropertyDay[], others: readonly PropertyDay[] = []): PropertyDay[] {
	const named = new Set([...days, ...others].flatMap(({ currencyCode }) => currencyCode ?? []));
	const [currency] = named;
	if (currency === undefined || named.size > 1) return days;
	return days.map((day) => (day.currencyCode === null ? { ...day, currencyCode: currency } : day));
}

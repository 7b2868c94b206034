const unitsByCurrency = new Map<string, number>();

/** How many minor units make one unit of the currency: 100 cents, 1 yen. */
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

/** Amounts, percentages and rates have four decimal places. */
const PRECISION = 10_000;

/**
 * The share `parts / whole` of an amount in the currency's smallest unit, a half rounded up. Computed in whole
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

import { ParameterError } from '../../util/parameterError';

/**
 * Where `Intl` has fewer decimals than ISO 4217: it follows everyday use and differs between versions. Prices in
 * these currencies can have the decimals of ISO 4217.
 */
const MORE_THAN_INTL: Readonly<Record<string, number>> = {
	...Object.fromEntries(
		'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP YER'.split(' ').map((code) => [code, 2]),
	),
	IQD: 3,
};

/** Of an amount as text. */
const MAX_LENGTH = 100;

const CODE_LENGTH = 3;
const USUAL_DECIMALS = 2;

const known = new Map<string, number>();

/** Decimals of a currency (ISO 4217, minor unit); two for an unknown code. */
export function currencyDecimals(code: string): number {
	if (code.length !== CODE_LENGTH) return USUAL_DECIMALS;
	let decimals = known.get(code);
	if (decimals === undefined) {
		const { maximumFractionDigits = USUAL_DECIMALS } = new Intl.NumberFormat('en', {
			style: 'currency',
			currency: code,
		}).resolvedOptions();
		decimals = MORE_THAN_INTL[code] ?? maximumFractionDigits;
		known.set(code, decimals);
	}
	return decimals;
}

/** `shift(1.005, 2)` is 100.5: moves the decimal point in the text, because the product is 100.49999999999999. */
function shift(value: number, places: number): number {
	const [digits, exponent = '0'] = String(value).split('e');
	return Number(`${digits}e${Number(exponent) + places}`);
}

/** Rounds the number as written, halves away from zero: 1.005 to two decimals is 1.01. */
export function roundTo(value: number, decimals: number): number {
	return Math.sign(value) * shift(Math.round(shift(Math.abs(value), decimals)), -decimals) + 0;
}

/** An amount of the API with the decimals of its currency; without a known currency, only noise is removed. */
export function money(amount: unknown, currency: unknown): number | null {
	const isText = typeof amount === 'string' && amount.length <= MAX_LENGTH && amount.trim() !== '';
	const value = isText ? Number(amount) : amount;
	if (typeof value !== 'number' || !Number.isFinite(value)) return null;
	return isCurrency(currency) ? roundTo(value, currencyDecimals(currency)) : withoutNoise(value);
}

/** An amount as people read it, with the decimals of its currency: "725.20 EUR". Null without a known currency. */
export function amountText(amount: number | null, currency: unknown): string | null {
	if (amount === null || !isCurrency(currency)) return null;
	return `${amount.toFixed(currencyDecimals(currency))} ${currency}`;
}

/** The sum of the known amounts; null if there are none. */
export function sumOfMoney(amounts: unknown[], currency: unknown): number | null {
	const values = amounts.map((amount) => money(amount, currency)).filter((value) => value !== null);
	return values.length > 0
		? money(
				values.reduce((a, b) => a + b, 0),
				currency,
			)
		: null;
}

/**
 * An amount divided in proportion to weights, without losing or adding a cent: each part is what the amount up to
 * it exceeds the amount before it. Without weights that count, the parts are equal.
 */
export function moneyShares(amount: number, weights: readonly number[], currency: unknown): number[] {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	const counted = total > 0 ? weights : weights.map(() => 1);
	const whole = total > 0 ? total : weights.length;
	let weight = 0;
	let given = 0;
	return counted.map((own) => {
		weight += own;
		const upToHere = money(amount * (weight / whole), currency) ?? 0;
		const share = money(upToHere - given, currency) ?? 0;
		given = upToHere;
		return share;
	});
}

/** Floating-point numbers hold 15 decimal digits exactly: 0.1 + 0.2 is 0.3. */
export function withoutNoise(value: number): number {
	return Number(value.toPrecision(15));
}

/**
 * An amount the user entered, without floating-point noise.
 * @throws ParameterError when it has more decimals than its currency
 */
export function exactAmount(parameter: string, value: number, currency: string): number {
	const decimals = currencyDecimals(currency);
	const rounded = roundTo(value, decimals);
	if (!Number.isSafeInteger(shift(rounded, decimals))) {
		throw new ParameterError(parameter, value, 'is too large to be exact', 'Enter a smaller amount.');
	}
	const noise = Math.max(10 ** -(decimals + 7), 4 * Number.EPSILON * Math.abs(value));
	if (Math.abs(value - rounded) <= noise) return rounded;
	throw new ParameterError(
		parameter,
		value,
		`has more decimals than ${currency} allows`,
		decimals === 0 ? 'Round it to a number without decimals.' : `Round it to at most ${decimals} decimals.`,
	);
}

function isCurrency(code: unknown): code is string {
	return typeof code === 'string' && /^[A-Z]{3}$/.test(code);
}

import fc from '../../../support/fastCheck';

import {
	amountText,
	currencyDecimals,
	exactAmount,
	money,
	moneyShares,
	roundTo,
	sumOfMoney,
} from '../../../../nodes/shared/api/response/money';
import { ParameterError } from '../../../../nodes/shared/util/parameterError';

function refusal(value: number, currency: string): ParameterError {
	try {
		exactAmount('amount', value, currency);
	} catch (error) {
		return error as ParameterError;
	}
	throw new Error(`${value} ${currency} was taken`);
}

describe('decimals of a currency', () => {
	/** ISO 4217: those in use whose minor unit is none or three; all others have two. */
	const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
	const THREE = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

	it.each(Intl.supportedValuesOf('currency'))('%s as in ISO 4217', (code) => {
		const others = THREE.includes(code) ? 3 : 2;
		expect(currencyDecimals(code)).toBe(NONE.includes(code) ? 0 : others);
	});

	it.each([
		['CLF', 4],
		['UYW', 4],
		['ZZZ', 2],
	])('%s: %i', (code, decimals) => {
		expect(currencyDecimals(code)).toBe(decimals);
		expect(currencyDecimals(code)).toBe(decimals);
	});
});

describe('rounding', () => {
	it.each([
		[1.005, 2, 1.01],
		[-1.005, 2, -1.01],
		[1.0049, 2, 1],
		[0.1 + 0.2, 2, 0.3],
		[12.345, 3, 12.345],
		[12.5, 0, 13],
		[1e21, 2, 1e21],
		[1e-9, 2, 0],
		[1e-7, 7, 1e-7],
		[90071992547409.91, 2, 90071992547409.91],
	])('%p to %i decimals is %p', (value, decimals, expected) => {
		expect(roundTo(value, decimals)).toBe(expected);
	});

	it.each([-0, -0.001])('%p becomes zero without a sign', (value) => {
		expect(Object.is(roundTo(value, 2), 0)).toBe(true);
	});
});

describe('an amount of the API', () => {
	it.each<[string, unknown, unknown, number | null]>([
		['in its currency', 12.345, 'EUR', 12.35],
		['as text', '20', 'USD', 20],
		['as text with decimals', ' 0.125 ', 'KWD', 0.125],
		['of zero', 0, 'EUR', 0],
		['below zero', -5.555, 'EUR', -5.56],
		['in no currency', 12.3456, null, 12.3456],
		['with noise, in no currency', 0.1 + 0.2, undefined, 0.3],
		['in a currency that is none', 12.3456, 'Euro', 12.3456],
		['in a currency in small letters', 12.3456, 'eur', 12.3456],
		['in a currency that is a number', 12.3456, 978, 12.3456],
		['in what ends like a currency', 12.3456, '4EUR', 12.3456],
		['in what begins like a currency', 12.3456, 'EUR4', 12.3456],
		['in a list of currencies', 12.3456, ['EUR'], 12.3456],
		['that is missing', undefined, 'EUR', null],
		['that is null', null, 'EUR', null],
		['that is no number', 'much', 'EUR', null],
		['that is empty', ' ', 'EUR', null],
		['that is endless', Infinity, 'EUR', null],
		['that is a record', { value: 1 }, 'EUR', null],
	])('%s', (_, amount, currency, expected) => {
		expect(money(amount, currency)).toBe(expected);
	});
});

describe('a sum', () => {
	it.each<[string, unknown[], string | null, number | null]>([
		['of two', [0.1, 0.2], 'EUR', 0.3],
		['of what is known', [null, 1.5, undefined], 'EUR', 1.5],
		['of zeros', [0, 0], 'EUR', 0],
		['of nothing', [], 'EUR', null],
		['of nothing known', [null, undefined], 'EUR', null],
		['without a currency', [0.1, 0.2], null, 0.3],
	])('%s', (_, amounts, currency, expected) => {
		expect(sumOfMoney(amounts, currency)).toBe(expected);
	});

	it.each(['JPY', 'EUR', 'KWD', 'CLF'])('of parts equals the whole, in %s', (currency) => {
		const unit = 10 ** currencyDecimals(currency);
		fc.assert(
			fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 50 }), (parts) => {
				const whole = parts.reduce((a, b) => a + b, 0);
				expect(
					sumOfMoney(
						parts.map((part) => part / unit),
						currency,
					),
				).toBe(whole / unit);
			}),
		);
	});
});

describe('an amount to send', () => {
	it.each([
		[0.1 + 0.2, 'EUR', 0.3],
		[1000000.1 - 1000000, 'EUR', 0.1],
		[12.345, 'KWD', 12.345],
		[12.5, 'HUF', 12.5],
		[1.25 + 1e-10, 'EUR', 1.25],
		[1.25 - 1e-10, 'EUR', 1.25],
		[-12.5, 'EUR', -12.5],
		[9007199254740991, 'JPY', 9007199254740991],
		[12345678901.1 + 1e-6, 'EUR', 12345678901.1],
	])('%p %s is %p', (value, currency, expected) => {
		expect(exactAmount('amount', value, currency)).toBe(expected);
	});

	it.each([
		[12.345, 'EUR', 2],
		[12.3401, 'EUR', 2],
		[12.340000002, 'EUR', 2],
		[1.005, 'EUR', 2],
		[1.2345, 'KWD', 3],
		[1.23456, 'CLF', 4],
		[-12.345, 'EUR', 2],
	])('%p %s has too many decimals', (value, currency, decimals) => {
		expect(refusal(value, currency)).toMatchObject({
			parameter: 'amount',
			value,
			problem: `has more decimals than ${currency} allows`,
			advice: `Round it to at most ${decimals} decimals.`,
		});
	});

	it('decimals of a currency without any', () => {
		expect(refusal(100.5, 'JPY')).toMatchObject({ advice: 'Round it to a number without decimals.' });
	});

	it.each([
		[1e21, 'EUR'],
		[9007199254740992, 'JPY'],
		[90071992547410, 'EUR'],
	])('%p %s is more than can be exact', (value, currency) => {
		expect(refusal(value, currency)).toMatchObject({
			parameter: 'amount',
			value,
			problem: 'is too large to be exact',
			advice: 'Enter a smaller amount.',
		});
	});

	it.each(['JPY', 'EUR', 'KWD', 'CLF'])('whole minor units of %s come out as they went in', (currency) => {
		const unit = 10 ** currencyDecimals(currency);
		fc.assert(
			fc.property(fc.maxSafeInteger(), (minor) => {
				expect(exactAmount('amount', minor / unit, currency)).toBe(minor / unit + 0);
				expect(money(minor / unit, currency)).toBe(minor / unit + 0);
			}),
		);
	});

	it.each(['JPY', 'EUR', 'KWD', 'CLF'])('half a minor unit of %s is refused', (currency) => {
		const unit = 10 ** currencyDecimals(currency);
		fc.assert(
			fc.property(fc.integer({ min: -1e9, max: 1e9 }), (minor) => {
				expect(() => exactAmount('amount', (minor + 0.5) / unit, currency)).toThrow(ParameterError);
			}),
		);
	});
});

describe('an amount that is divided', () => {
	it.each<[string, number, number[], unknown, number[]]>([
		['by halves', 10, [1, 1], 'EUR', [5, 5]],
		['with a cent that is left', 10, [1, 1, 1], 'EUR', [3.33, 3.34, 3.33]],
		['without decimals', 100, [1, 1, 1], 'JPY', [33, 34, 33]],
		['with three decimals', 1, [1, 2], 'KWD', [0.333, 0.667]],
		['by weights', 300, [1, 0, 2], 'EUR', [100, 0, 200]],
		['without weights that count', 9, [0, 0, 0], 'EUR', [3, 3, 3]],
		['below zero', -10, [1, 1, 1], 'EUR', [-3.33, -3.34, -3.33]],
		['among nobody', 10, [], 'EUR', []],
	])('%s', (_, amount, weights, currency, expected) => {
		expect(moneyShares(amount, weights, currency)).toEqual(expected);
	});

	it('loses and adds nothing', () => {
		const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
		const weights = fc.array(fc.double({ min: 0, max: 10_000, noNaN: true }), {
			minLength: 1,
			maxLength: 40,
		});
		fc.assert(
			fc.property(cents, weights, (amount, parts) => {
				const shares = moneyShares(amount / 100, parts, 'EUR');
				expect(shares).toHaveLength(parts.length);
				expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(amount);
				for (const share of shares) expect(roundTo(share, 2)).toBe(share);
			}),
		);
	});
});

it.each<[number | null, unknown, string | null]>([
	[725.2, 'EUR', '725.20 EUR'],
	[0, 'GBP', '0.00 GBP'],
	[1200, 'JPY', '1200 JPY'],
	[-1.5, 'KWD', '-1.500 KWD'],
	[null, 'EUR', null],
	[725.2, null, null],
])('%j in %j is read as %j', (amount, currency, expected) => {
	expect(amountText(amount, currency)).toBe(expected);
});

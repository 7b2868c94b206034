import { agesOf, requireCurrency, requireText } from '../../../nodes/shared/parameters/checks';
import { chunks } from '../../../nodes/shared/util/chunks';
import { ParameterError } from '../../../nodes/shared/util/parameterError';
import { at, joinedText, recordsAt } from '../../../nodes/shared/api/response/records';

const refusal = (parameter: string, value: unknown, problem: string, advice: RegExp) =>
	expect.objectContaining({
		parameter,
		value,
		problem,
		advice: expect.stringMatching(advice) as string,
	}) as Error;

describe('checks', () => {
	it('text must be there', () => {
		expect(requireText('p', 'x')).toBe('x');
		expect(() => requireText('p', '')).toThrow(refusal('p', '', 'is empty', /^Enter a value, or check/));
		expect(() => requireText('p', '')).toThrow(ParameterError);
	});

	it('ages are whole years, without an upper bound', () => {
		expect(agesOf('p', ['0', '17', '18', '120'])).toEqual([0, 17, 18, 120]);
		expect(agesOf('p', [])).toEqual([]);
	});

	it.each(['-1', '5.5', 'five', 'Infinity'])('%s is no age', (age) => {
		expect(() => agesOf('p', ['5', age])).toThrow(
			refusal('p', age, 'is not the age of a child', /^Enter whole years, 0 or more, separated by commas\.$/),
		);
	});

	it('a currency has three letters', () => {
		expect(requireCurrency('p', 'eur')).toBe('EUR');
		for (const code of ['', 'EU', 'EURO', 'E1R', '€', 'xEURx']) {
			expect(() => requireCurrency('p', code)).toThrow(
				refusal('p', code, 'is not a currency code', /^Enter three letters, like EUR\.$/),
			);
		}
	});

	it('parts hold all entries in order', () => {
		expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
		expect(chunks([1, 2], 2)).toEqual([[1, 2]]);
		expect(chunks([], 2)).toEqual([]);
	});
});

describe('reading deep in a record', () => {
	it.each<[string, unknown, string[], unknown]>([
		['a value', { a: { b: 7 } }, ['a', 'b'], 7],
		['zero', { a: { b: 0 } }, ['a', 'b'], 0],
		['empty text', { a: '' }, ['a'], ''],
		['false', { a: false }, ['a'], false],
		['what is missing', { a: {} }, ['a', 'b'], null],
		['null on the way', { a: null }, ['a', 'b'], null],
		['a list on the way', { a: [{ b: 7 }] }, ['a', '0'], null],
		['text on the way', { a: 'text' }, ['a', 'length'], null],
		['no record at all', undefined, ['a'], null],
	])('%s', (_, record, keys, expected) => {
		expect(at(record, ...keys)).toBe(expected);
	});

	it('records of a list, without what is none', () => {
		expect(recordsAt({ a: [null, { b: 1 }, 'text', [7]] }, 'a')).toEqual([{ b: 1 }]);
		expect(recordsAt({ a: { b: 1 } }, 'a')).toEqual([]);
		expect(recordsAt({}, 'a')).toEqual([]);
	});

	it('texts that are there and not masked are joined', () => {
		expect(joinedText(' ', 'Ada', null, ' ', '*', '** *', 'Q*', 7)).toBe('Ada Q*');
		expect(joinedText(' ', null, '')).toBeNull();
	});
});

import { readBody, required } from '../src/control/body.mts';
import { BodyFields } from '../src/http/bodyFields.mts';
import {
	digits,
	flag,
	flagText,
	integer,
	integers,
	integerText,
	nonEmptyText,
	oneOf,
	someOf,
	text,
	textUpTo,
	type FieldType,
} from '../src/http/fieldTypes.mts';
import { QueryFields } from '../src/http/queryFields.mts';

describe('Field types', () => {
	it.each<[string, FieldType<unknown, unknown>, unknown, unknown]>([
		['a text', text, '', ''],
		['no text', text, 5, undefined],
		['an empty text where it must not be', nonEmptyText, '', undefined],
		['a text of the greatest length', textUpTo(2), 'ab', 'ab'],
		['a longer text', textUpTo(2), 'abc', undefined],
		['a switch', flag, false, false],
		['a switch as text', flag, 'false', undefined],
		['a switch of a query', flagText, 'TRUE', true],
		['the name of a built-in property', flagText, 'constructor', undefined],
		['a whole number', integer(1, 5), 5, 5],
		['a whole number out of range', integer(1, 5), 6, undefined],
		['a fraction', integer(1, 5), 1.5, undefined],
		['a whole number of a query', integerText(1, 5), '5', 5],
		['a whole number with a sign', integerText(-5, 5), '-5', undefined],
		['more digits than a page has items', digits, '9999999999', undefined],
		['whole numbers', integers(0, 5), [0, 5], [0, 5]],
		['whole numbers with another value among them', integers(0, 5), [0, null], undefined],
		['a choice', oneOf(['a', 'b']), 'b', 'b'],
		['no choice', oneOf(['a', 'b']), 'c', undefined],
		['some choices', someOf(['a', 'b', 'c']), ['c', 'a'], ['a', 'c']],
		['some choices with another value among them', someOf(['a', 'b']), ['a', 'x'], undefined],
	])('read %s', (_label, type, value, read) => {
		expect(type.read(value)).toEqual(read);
	});
});

describe('The fields of a query', () => {
	const fields = new QueryFields({ empty: '', repeated: ['1', '2'], list: ['1, 2', '', '3'], word: 'x' });

	it('count as absent when they are empty; of repeated ones the first counts', () => {
		expect(fields.read('empty', text)).toBeUndefined();
		expect(fields.read('missing', text)).toBeUndefined();
		expect(fields.read('repeated', integerText(0, 9))).toBe(1);
	});

	it('can be lists', () => {
		expect(fields.list('list', integerText(0, 9))).toEqual([1, 2, 3]);
		expect(() => fields.list('word', integerText(0, 9))).toThrow('word must be a whole number from 0 to 9');
	});

	it('are refused with a code of their name unless they have another one', () => {
		const codeOf = (code?: string) => {
			try {
				fields.read('word', digits, code);
			} catch (error) {
				return error;
			}
			return undefined;
		};
		expect(codeOf()).toMatchObject({
			status: 400,
			code: 'InvalidWord',
			message: 'word must be a whole number',
		});
		expect(codeOf('InvalidNumber')).toMatchObject({ code: 'InvalidNumber' });
	});
});

describe('The fields of a body', () => {
	const fields = BodyFields.of({ taken: null, inner: { name: 5 } }, 'The request body');

	it('count as absent when they are null, unless null takes a value away', () => {
		expect(fields.read('taken', text)).toBeUndefined();
		expect(fields.requireNullable('taken', text)).toBeNull();
		expect(() => fields.requireNullable('missing', text)).toThrow('missing is missing');
	});

	it('tell where they are', () => {
		expect(() => fields.fieldsOf('inner')?.read('name', text)).toThrow('inner.name must be a text');
	});
});

describe('A body of the control interface', () => {
	const schema = { name: required(nonEmptyText), count: integer(1, 9) };

	it('has the fields of its schema and no others', () => {
		expect(readBody(schema, { name: 'a' })).toEqual({ name: 'a', count: undefined });
		expect(() => readBody(schema, {})).toThrow('name is missing');
		expect(() => readBody(schema, { name: 'a', count: null })).toThrow('count must be a whole number');
		expect(() => readBody(schema, { name: 'a', toString: 1 })).toThrow(
			'The body has no toString; known: name, count',
		);
	});
});

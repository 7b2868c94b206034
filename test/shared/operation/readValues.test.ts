import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { parseInstant, utcSeconds } from '../../../nodes/shared/dates/instants';
import { feedInstant } from '../../../nodes/shared/api/bookings/feedStart';
import { ParameterError } from '../../../nodes/shared/util/parameterError';
import { entriesOf, readValues } from '../../../nodes/shared/operation/readValues';

function read(parameter: Partial<INodeProperties>, value: unknown): unknown {
	const full = { displayName: 'P', name: 'p', default: '', ...parameter } as INodeProperties;
	return readValues([full], (_, fallback) => value ?? fallback).p;
}

describe('values by their declared type', () => {
	const luxon = DateTime.fromISO('2026-03-01T14:30:00', { zone: 'Asia/Kathmandu' });

	it.each<[string, Partial<INodeProperties>, unknown, unknown]>([
		['text is trimmed', { type: 'string' }, ' 7 ', '7'],
		['a number where text is wanted', { type: 'string' }, 1024, '1024'],
		['nothing is the default', { type: 'number', default: 50 }, undefined, 50],
		['a number as text', { type: 'number' }, '25', 25],
		['zero is a number', { type: 'number' }, 0, 0],
		['a switch', { type: 'boolean' }, true, true],
		['a switch as text', { type: 'boolean' }, 'false', false],
		['a date as text stays as it is', { type: 'dateTime' }, '2026-03-01', '2026-03-01'],
		['a luxon date keeps its offset', { type: 'dateTime' }, luxon, '2026-03-01T14:30:00.000+05:45'],
		['a JavaScript date', { type: 'dateTime' }, new Date('2026-03-01T14:30:00Z'), '2026-03-01T14:30:00.000Z'],
		['a locator gives its id as text', { type: 'resourceLocator' }, 1024, '1024'],
	])('%s', (_, parameter, value, expected) => {
		expect(read(parameter, value)).toBe(expected);
	});

	it('what is empty in a collection is absent; zero and false are not empty', () => {
		const options = [
			{ displayName: 'A', name: 'a', type: 'string', default: '' },
			{ displayName: 'B', name: 'b', type: 'number', default: 1 },
			{ displayName: 'C', name: 'c', type: 'boolean', default: true },
			{ displayName: 'D', name: 'd', type: 'string', default: '' },
			{ displayName: 'E', name: 'e', type: 'string', default: '' },
		] as INodeProperties[];
		expect(read({ type: 'collection', options }, { a: ' ', b: 0, c: false, d: null })).toEqual({
			b: 0,
			c: false,
		});
	});

	it.each<[string, Partial<INodeProperties>, unknown]>([
		['a number that is none', { type: 'number' }, 'many'],
		['an empty text as number', { type: 'number' }, ''],
		['a number below the smallest', { type: 'number', typeOptions: { minValue: 1 } }, 0],
		['a number above the largest', { type: 'number', typeOptions: { minValue: 1, maxValue: 1000 } }, 1001],
		['a switch that is neither', { type: 'boolean' }, 'maybe'],
	])('%s is refused', (_, parameter, value) => {
		expect(() => read(parameter, value)).toThrow(ParameterError);
	});
});

/** What a value that cannot be used says. */
function refusal(parameter: Partial<INodeProperties>, value: unknown): Partial<ParameterError> {
	try {
		read(parameter, value);
	} catch (error) {
		const { parameter: name, value: entered, problem, advice } = error as ParameterError;
		return { parameter: name, value: entered, problem, advice };
	}
	throw new Error(`${JSON.stringify(value)} was taken`);
}

describe('what a refusal says', () => {
	const limits = { minValue: 1, maxValue: 1000 };
	const choices = [
		{ name: 'All', value: 'all' },
		{ name: 'Any', value: '' },
		{ name: 'One', value: 'one' },
	];

	it.each<[string, Partial<INodeProperties>, unknown, string, string]>([
		['no number', { type: 'number' }, 'many', 'is not a number', 'Enter a number.'],
		['an empty text', { type: 'number' }, ' ', 'is not a number', 'Enter a number.'],
		['no finite number', { type: 'number' }, 'Infinity', 'is not a number', 'Enter a number.'],
		['a number in a list', { type: 'number' }, [5], 'is not a number', 'Enter a number.'],
		['a switch as a number', { type: 'number' }, true, 'is not a number', 'Enter a number.'],
		[
			'half a number',
			{ type: 'number', typeOptions: { numberPrecision: 0 } },
			1.5,
			'is not a whole number',
			'Enter a number without decimals.',
		],
		[
			'too small a number',
			{ type: 'number', typeOptions: limits },
			0,
			'is out of range',
			'Enter a number from 1 to 1000.',
		],
		[
			'too large a number',
			{ type: 'number', typeOptions: limits },
			1001,
			'is out of range',
			'Enter a number from 1 to 1000.',
		],
		[
			'too small a number without a largest',
			{ type: 'number', typeOptions: { minValue: 0 } },
			-1,
			'is out of range',
			'Enter a number 0 or more.',
		],
		[
			'no switch',
			{ type: 'boolean' },
			'maybe',
			'is neither true nor false',
			'Switch it on or off, or use an expression that returns true or false.',
		],
		[
			'no choice',
			{ type: 'options', options: choices },
			'none',
			'is not one of the options',
			'Choose one of: all, one.',
		],
		[
			'one choice that is none',
			{ type: 'multiOptions', options: choices },
			['all', 'none'],
			'is not one of the options',
			'Choose one of: all, one.',
		],
		[
			'a broken list',
			{ type: 'multiOptions' },
			'[1, 2',
			'is not a list',
			'Separate the entries with commas, or use an expression that returns a list.',
		],
	])('of %s', (_, parameter, value, problem, advice) => {
		const entered = Array.isArray(value) && parameter.type === 'multiOptions' ? 'none' : value;
		expect(refusal(parameter, value)).toEqual({ parameter: 'p', value: entered, problem, advice });
	});
});

describe('values at the edges', () => {
	const limits = { minValue: 1, maxValue: 1000 };
	const choices = [
		{ name: 'All', value: 'all' },
		{ name: 'Any', value: '' },
	];
	const now = new Date('2031-05-20T00:00:00.000Z');

	it.each<[string, Partial<INodeProperties>, unknown, unknown]>([
		['the smallest number', { type: 'number', typeOptions: limits }, 1, 1],
		['the largest number', { type: 'number', typeOptions: limits }, '1000', 1000],
		[
			'decimals where none are forbidden',
			{ type: 'number', typeOptions: { numberPrecision: 2 } },
			1.234,
			1.234,
		],
		['a whole number as decimals', { type: 'number', typeOptions: { numberPrecision: 0 } }, 2, 2],
		['true as text', { type: 'boolean' }, 'true', true],
		['false', { type: 'boolean' }, false, false],
		['a choice', { type: 'options', options: choices }, 'all', 'all'],
		['the choice of nothing', { type: 'options', options: choices }, '', ''],
		['a choice from a list that is loaded', { type: 'options' }, 'any', 'any'],
		['several choices', { type: 'multiOptions', options: choices }, ['all'], ['all']],
		['no choices', { type: 'multiOptions', options: choices }, [], []],
		['a list as text', { type: 'string' }, ['5', 7], '["5",7]'],
		['a record as text', { type: 'string' }, { a: 1 }, '{"a":1}'],
		['a switch as text', { type: 'string' }, true, 'true'],
		['a locator', { type: 'resourceLocator' }, { __rl: true, mode: 'id', value: ' 7 ' }, '7'],
		['a locator of nothing', { type: 'resourceLocator' }, { __rl: true, mode: 'list', value: null }, ''],
		['a record that is no locator', { type: 'resourceLocator' }, { value: 7 }, '{"value":7}'],
		['a JavaScript date at midnight UTC', { type: 'dateTime' }, now, '2031-05-20T00:00:00.000Z'],
		['a JavaScript date that is none', { type: 'dateTime' }, new Date('soon'), 'null'],
		['a luxon date that is none', { type: 'dateTime' }, DateTime.invalid('soon'), 'Invalid DateTime'],
		[
			'what only looks like a luxon date',
			{ type: 'dateTime' },
			{ isLuxonDateTime: true },
			'{"isLuxonDateTime":true}',
		],
		['a date with blanks', { type: 'dateTime' }, ' 2031-05-20 ', '2031-05-20'],
	])('%s', (_, parameter, value, expected) => {
		expect(read(parameter, value)).toEqual(expected);
	});

	it('null is nothing', () => {
		const readNull = (type: INodeProperties['type']) =>
			readValues([{ displayName: 'P', name: 'p', type, default: '' }], () => null).p;
		expect(readNull('resourceLocator')).toBe('');
		expect(readNull('string')).toBe('');
		expect(readNull('dateTime')).toBe('');
		expect(readNull('collection')).toEqual({});
		expect(readNull('fixedCollection')).toEqual({});
		expect(readNull('multiOptions')).toEqual([]);
		expect(() => readNull('number')).toThrow(ParameterError);
		expect(() => readNull('boolean')).toThrow(ParameterError);
	});

	it('notices have no value, and all others are asked for by name and default', () => {
		const asked: unknown[] = [];
		const values = readValues(
			[
				{ displayName: 'N', name: 'n', type: 'notice', default: '' },
				{ displayName: 'P', name: 'p', type: 'string', default: 'x' },
			],
			(name, fallback) => {
				asked.push([name, fallback]);
				return fallback;
			},
		);
		expect(values).toEqual({ p: 'x' });
		expect(asked).toEqual([['p', 'x']]);
	});

	it('what is empty in a collection is absent: lists and locators, too', () => {
		const options = [
			{ displayName: 'A', name: 'a', type: 'multiOptions', default: [] },
			{ displayName: 'B', name: 'b', type: 'resourceLocator', default: '' },
			{ displayName: 'C', name: 'c', type: 'multiOptions', default: [] },
			{ displayName: 'D', name: 'd', type: 'resourceLocator', default: '' },
		] as INodeProperties[];
		const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });
		expect(
			read({ type: 'collection', options }, { a: [], b: locator(' '), c: ['1'], d: locator(7) }),
		).toEqual({
			c: ['1'],
			d: '7',
		});
	});

	it('rows of a group have the defaults of what they leave out', () => {
		const values = [
			{ displayName: 'A', name: 'a', type: 'string', default: '' },
			{ displayName: 'B', name: 'b', type: 'boolean', default: true },
		] as INodeProperties[];
		const options = [
			{ displayName: 'Rows', name: 'rows', values },
			{ displayName: 'Others', name: 'others', values },
		];
		const rows = [{ a: ' 1 ', b: false }, { a: null }, null];
		expect(read({ type: 'fixedCollection', options }, { rows, others: 'none' })).toEqual({
			rows: [
				{ a: '1', b: false },
				{ a: '', b: true },
				{ a: '', b: true },
			],
			others: [],
		});
	});

	it.each<[string, string, string[]]>([
		['commas', ' 5, 7 ,', ['5', '7']],
		['a list', '[5, "7", null, ""]', ['5', '7']],
		['records with a code first', '[{"code":"A","id":"1","value":"2"}]', ['A']],
		['records with an id', '[{"id":"1","value":"2"}]', ['1']],
		['records with a value', '[{"value":"2"}]', ['2']],
		['other records', '[{"a":1}]', ['{"a":1}']],
		['nothing', '', []],
	])('entries of %s', (_, text, expected) => {
		expect(entriesOf('p', text)).toEqual(expected);
	});

	it('brackets around what is no list are refused', () => {
		expect(() => entriesOf('p', '[5')).toThrow(ParameterError);
	});
});

describe('a day of the workflow', () => {
	const parameter = { displayName: 'P', name: 'p', type: 'dateTime', default: '' } as const;
	const dayOf = (value: unknown, typeOptions: INodeProperties['typeOptions'] = { dateOnly: true }) =>
		readValues([{ ...parameter, typeOptions }], () => value, 'Europe/Berlin').p;
	const berlin = '2031-05-19T22:00:00.000Z';
	const noon = '2031-05-20T10:00:00.000Z';

	it.each<[string, unknown, unknown]>([
		['is that of a JavaScript date at its midnight', new Date(berlin), '2031-05-20'],
		['is that of its JSON', berlin, '2031-05-20'],
		['at midnight UTC stays as it is', new Date('2031-05-20'), '2031-05-20T00:00:00.000Z'],
		['as text stays as it is', '2031-05-20', '2031-05-20'],
		['is not that of another time', noon, noon],
	])('%s', (_, value, expected) => {
		expect(dayOf(value)).toBe(expected);
	});

	it('is not that of a JavaScript date at another time', () => {
		expect(() => dayOf(new Date(noon))).toThrow(
			expect.objectContaining({
				parameter: 'p',
				value: noon,
				problem: 'is a time, not a day',
				advice: expect.stringContaining('(Europe/Berlin)') as string,
			}) as Error,
		);
	});

	it('is not asked for where a time is taken', () => {
		expect(dayOf(new Date(noon), { dateOnly: true, takesTime: true })).toBe(noon);
		expect(dayOf(new Date(berlin), {})).toBe(berlin);
	});
});

describe('an expression without a result', () => {
	const field = (more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: 'F',
		name: 'f',
		type: 'string',
		default: '',
		...more,
	});
	const readAs = (parameter: INodeProperties, value: unknown, written: unknown) =>
		readValues([parameter], (_name, _fallback, options) => (options?.rawExpressions ? written : value))[
			parameter.name
		];
	const inCollection = (more: Partial<INodeProperties>, value: unknown, written: unknown) => {
		const parameter = field({ name: 'c', type: 'collection', default: {}, options: [field(more)] });
		return readAs(parameter, { f: value }, { f: written });
	};
	const refused = expect.objectContaining({ parameter: 'f', value: '', problem: 'is empty' }) as Error;

	it.each([null, undefined, '', '  ', []])('%j is refused', (value) => {
		expect(() => readAs(field({ type: 'multiOptions' }), value, '={{ 1 }}')).toThrow(refused);
		expect(() => inCollection({}, value, '={{ 1 }}')).toThrow(refused);
		const locator = (of: unknown) => ({ __rl: true, mode: 'id', value: of });
		const type = 'resourceLocator';
		expect(() => inCollection({ type }, locator(value), locator('={{ 1 }}'))).toThrow(refused);
	});

	it.each<[string, unknown, Partial<INodeProperties>]>([
		['without an expression', '', {}],
		['of a model', "={{ $fromAI('f', '', 'string', '') }}", {}],
		['that may be empty', '={{ 1 }}', { typeOptions: { mayBeEmpty: true } }],
		['that its operation requires', '={{ 1 }}', { required: true }],
	])('is none for a field %s', (_, written, more) => {
		expect(readAs(field(more), '', written)).toBe('');
	});

	it('is looked at only where something is empty', () => {
		const written = jest.fn();
		const read = (_name: string, _fallback: unknown, options?: { rawExpressions?: boolean }) =>
			options?.rawExpressions ? (written() as unknown) : 'x';
		expect(readValues([field()], read)).toEqual({ f: 'x' });
		expect(written).not.toHaveBeenCalled();
	});

	it('counts in a collection only where a field was added', () => {
		const parameter = field({ name: 'c', type: 'collection', default: {}, options: [field()] });
		expect(readAs(parameter, {}, {})).toEqual({});
	});
});

describe('dates', () => {
	it.each([
		['with Z', '2026-03-01T14:30:00Z', 'America/New_York', '2026-03-01T14:30:00Z'],
		['with an offset', '2026-03-01T14:30:00+05:45', 'UTC', '2026-03-01T08:45:00Z'],
		[
			'without an offset, in the zone of the workflow',
			'2026-03-01T14:30:00',
			'America/New_York',
			'2026-03-01T19:30:00Z',
		],
		['a day only starts at its midnight there', '2026-03-01', 'Pacific/Kiritimati', '2026-02-28T10:00:00Z'],
		['a blank instead of the T', '2026-03-01 14:30', 'UTC', '2026-03-01T14:30:00Z'],
		['milliseconds are cut, never rounded up', '2026-03-01T14:30:00.999Z', 'UTC', '2026-03-01T14:30:00Z'],
	])('%s', (_, text, zone, expected) => {
		expect(utcSeconds(parseInstant('p', text, zone))).toBe(expected);
	});

	it.each([
		'yesterday',
		'14:30',
		'2026',
		'2026-03',
		'2026-13-01',
		'2026-02-30',
		'01/03/2026',
		'Invalid DateTime',
		'',
	])('%j is no date', (text) => {
		expect(() => parseInstant('modifiedSince', text, 'UTC')).toThrow(
			expect.objectContaining({
				parameter: 'modifiedSince',
				value: text,
				problem: 'is not a date and time',
				advice:
					'Enter it like 2026-03-01T14:30:00 (in the time zone of the workflow) or with an offset, like 2026-03-01T14:30:00Z.',
			}) as Error,
		);
	});

	it('the feed starts at 2009-01-01T00:00:00Z, to the second', () => {
		expect(feedInstant('p', '2009-01-01T00:00:00Z', 'UTC')).toBe('2009-01-01T00:00:00Z');
		expect(() => feedInstant('p', '2008-12-31T23:59:59Z', 'UTC')).toThrow(ParameterError);
		expect(() => feedInstant('p', '2009-01-01', 'Asia/Tokyo')).toThrow(
			expect.objectContaining({
				parameter: 'p',
				value: '2009-01-01',
				problem: 'is before 2009-01-01T00:00:00Z',
				advice: 'The bookings feed starts there. Enter a later date, or leave it empty to read everything.',
			}) as Error,
		);
	});
});

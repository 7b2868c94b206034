import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { feedInstant, parseInstant, utcSeconds } from '../nodes/shared/dates';
import { ParameterError } from '../nodes/shared/parameterError';
import { readValues } from '../nodes/shared/values';

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
		expect(() => parseInstant('modifiedSince', text, 'UTC')).toThrow(ParameterError);
	});

	it('the feed starts at 2009-01-01T00:00:00Z, to the second', () => {
		expect(feedInstant('p', '2009-01-01T00:00:00Z', 'UTC')).toBe('2009-01-01T00:00:00Z');
		expect(() => feedInstant('p', '2008-12-31T23:59:59Z', 'UTC')).toThrow(ParameterError);
		expect(() => feedInstant('p', '2009-01-01', 'Asia/Tokyo')).toThrow(ParameterError);
	});
});

import type { IDataObject } from 'n8n-workflow';

import {
	ResponseError,
	holdsRecords,
	isRecord,
	listIn,
	messagesIn,
	recordIn,
	textIn,
} from '../../../nodes/shared/util/json';

describe('an answer of another form', () => {
	it('names what is missing, and where to look', () => {
		const error = new ResponseError('It lacks something');
		expect(error).toMatchObject({
			name: 'ResponseError',
			message: 'It lacks something',
			failure: { cause: 'configuration-invalid' },
		});
		expect(error.advice).toMatch(/^Check Base URL in the credential/);
	});

	it.each<[string, unknown]>([
		['missing', {}],
		['null', { guest: null }],
		['a list', { guest: [{}] }],
		['a text', { guest: 'Ada' }],
		['in no body', null],
		['in a list', [{ guest: {} }]],
	])('a record that is %s is refused', (_, body) => {
		expect(() => recordIn(body, 'guest')).toThrow(
			new ResponseError("The response of the partner API has no record 'guest'"),
		);
	});

	it('a record is given as it is', () => {
		const guest = { id: '1' };
		expect(recordIn({ guest, errors: [] }, 'guest')).toBe(guest);
	});

	it.each<[string, unknown]>([
		['missing', {}],
		['null', { rooms: null }],
		['a record', { rooms: { id: '1' } }],
		['in no body', undefined],
	])('a list that is %s is refused', (_, body) => {
		expect(() => listIn(body, 'rooms')).toThrow(
			new ResponseError("The response of the partner API has no list 'rooms'"),
		);
	});

	it('of a list the records count', () => {
		expect(listIn({ rooms: [{ id: '1' }, null, 'x', [{}]] }, 'rooms')).toEqual([{ id: '1' }]);
	});
});

describe('values of an answer', () => {
	it.each<[unknown, boolean]>([
		[{}, true],
		[null, false],
		[undefined, false],
		['text', false],
		[[], false],
	])('%j as a record: %s', (value, expected) => {
		expect(isRecord(value)).toBe(expected);
	});

	it.each<[unknown, string | undefined]>([
		['a', 'a'],
		[7, '7'],
		[0, '0'],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
		[true, undefined],
		[{}, undefined],
	])('%j as a text: %s', (value, expected) => {
		expect(textIn({ value } as IDataObject, 'value')).toBe(expected);
	});
});

describe('messages and records', () => {
	it('are told apart by their key', () => {
		const body = { warnings: [{ code: '1' }], errors: [{ code: '2' }] };
		expect(messagesIn(body, 'warnings')).toEqual([{ code: '1' }]);
		expect(messagesIn(body, 'errors')).toEqual([{ code: '2' }]);
	});

	it.each<[string, object, boolean]>([
		['messages alone', { warnings: [{ code: '1' }], errors: [{ code: '2' }] }, false],
		['marks of a page', { errors: [], nextPageToken: 'a', hasNextPage: true }, false],
		['an empty list', { rooms: [] }, false],
		['a list of null', { rooms: [null] }, false],
		['null in place of a record', { guest: null }, false],
		['a list with a record', { rooms: [null, { id: '1' }] }, true],
		['a record', { warnings: [], guest: { id: '1' } }, true],
	])('%s', (_, body, expected) => {
		expect(holdsRecords(body as IDataObject)).toBe(expected);
	});
});

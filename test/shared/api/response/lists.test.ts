import type { IDataObject } from 'n8n-workflow';

import { ResponseError, isRecord } from '../../../../nodes/shared/util/json';
import { pmsList, propertyPages, readList, wholeList } from '../../../../nodes/shared/api/response/lists';
import {
	errorsIn,
	warningsIn,
	withMessagesOf,
	withWarnings,
} from '../../../../nodes/shared/api/response/messages';
import type { ApiRequest } from '../../../../nodes/shared/transport/types';
import { apiThatAnswers } from '../../../support/api';

const request: ApiRequest = { area: 'pms', method: 'GET', path: '/rooms', query: { roomTypeId: '7' } };

const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, position) => ({ id: String(first + position) }));

describe('a paged list of the PMS', () => {
	it.each([
		[1, 1],
		[99, 99],
		[100, 100],
		[101, 100],
		[Infinity, 100],
	])('for %s records the first page has a size of %s', (max, maxPageSize) => {
		expect(pmsList('rooms').page(request, undefined, max)).toStrictEqual({
			...request,
			query: { roomTypeId: '7', maxPageSize },
		});
	});

	it('further pages are asked for with everything the first one was asked for with', () => {
		expect(pmsList('rooms').page(request, 'token-2', 50)).toEqual({
			...request,
			query: { roomTypeId: '7', maxPageSize: 50, pageToken: 'token-2' },
		});
	});

	it.each<[string, object, string | undefined]>([
		['nextPageToken', { hasNextPage: true, nextPageToken: 'a' }, 'a'],
		['pageToken', { hasNextPage: true, pageToken: 'b' }, 'b'],
		['both', { hasNextPage: true, nextPageToken: 'a', pageToken: 'b' }, 'a'],
		['a null beside pageToken', { hasNextPage: true, nextPageToken: null, pageToken: 'b' }, 'b'],
		['a token on the last page', { hasNextPage: false, nextPageToken: 'a' }, undefined],
		['null on the last page', { hasNextPage: false, nextPageToken: null }, undefined],
		['a token without an announcement', { nextPageToken: 'a' }, undefined],
	])('the next page after %s', (_, marks, next) => {
		expect(pmsList('rooms').read({ rooms: [{ id: '1' }], ...marks }).next).toBe(next);
	});

	it.each<[string, object]>([
		['no token', { hasNextPage: true }],
		['null', { hasNextPage: true, nextPageToken: null, pageToken: null }],
		['an empty token', { hasNextPage: true, nextPageToken: '' }],
	])('another page announced with %s is refused where it is wanted, and only there', async (_, marks) => {
		const { api, sent } = apiThatAnswers({ rooms: idsFrom(0, 2), ...marks });
		for (const max of [1, 2]) {
			expect(await readList(api, request, pmsList('rooms'), max)).toEqual(idsFrom(0, max));
		}
		for (const max of [3, Infinity]) {
			await expect(readList(api, request, pmsList('rooms'), max)).rejects.toThrow(
				new ResponseError('The response of the partner API announces another page but has no token for it'),
			);
		}
		expect(sent).toHaveLength(4);
	});

	it.each<[string, object]>([
		['missing', { hasNextPage: false }],
		['null', { rooms: null, hasNextPage: false, nextPageToken: 'a' }],
	])('a list that is %s on the last page is empty', (_, body) => {
		expect(pmsList('rooms').read(body)).toEqual({ records: [] });
	});

	it.each<[string, unknown]>([
		['missing where another page is announced', { hasNextPage: true, nextPageToken: 'a' }],
		['missing where nothing is said of further pages', {}],
		['a record', { rooms: {}, hasNextPage: false }],
		['nowhere at all', null],
		['the body itself', []],
	])('a list that is %s is refused', (_, body) => {
		expect(() => pmsList('rooms').read(body)).toThrow(
			new ResponseError("The response of the partner API has no list 'rooms'"),
		);
	});

	it('what is no record is left out', () => {
		expect(pmsList('rooms').read({ rooms: [null, { id: '1' }, 'x'], hasNextPage: false }).records).toEqual([
			{ id: '1' },
		]);
	});

	it('is read to its end, by the tokens', async () => {
		const { api, sent } = apiThatAnswers(
			{ rooms: idsFrom(0, 2), hasNextPage: true, nextPageToken: 'a' },
			{ rooms: [], hasNextPage: true, pageToken: 'b' },
			{ rooms: idsFrom(2, 1), hasNextPage: false, nextPageToken: 'c' },
		);
		expect(await readList(api, request, pmsList('rooms'), Infinity)).toEqual(idsFrom(0, 3));
		expect(sent.map(({ query }) => query)).toEqual([
			{ roomTypeId: '7', maxPageSize: 100 },
			{ roomTypeId: '7', maxPageSize: 100, pageToken: 'a' },
			{ roomTypeId: '7', maxPageSize: 100, pageToken: 'b' },
		]);
	});

	it('is read no further than wanted, and cut', async () => {
		const { api, sent } = apiThatAnswers(
			{ rooms: idsFrom(0, 2), hasNextPage: true, nextPageToken: 'a' },
			{ rooms: idsFrom(2, 2), hasNextPage: true, nextPageToken: 'b' },
		);
		expect(await readList(api, request, pmsList('rooms'), 3)).toEqual(idsFrom(0, 3));
		expect(sent.map(({ query }) => query?.maxPageSize)).toEqual([3, 1]);
	});

	it('the same token twice is refused, however many pages later', async () => {
		const page = (token: string) => ({ rooms: idsFrom(0, 1), hasNextPage: true, nextPageToken: token });
		const { api, sent } = apiThatAnswers(page('a'), page('b'), page('a'));
		await expect(readList(api, request, pmsList('rooms'), Infinity)).rejects.toThrow(/same page token twice/);
		expect(sent).toHaveLength(3);
	});
});

describe('the property list', () => {
	const all: ApiRequest = {
		area: 'content',
		method: 'GET',
		path: '/v1/properties',
		query: { include: 'All' },
	};

	it.each([
		[1, 1],
		[200, 200],
		[201, 200],
		[Infinity, 200],
	])('for %s records a page has %s', (max, count) => {
		expect(propertyPages.page(all, undefined, max).query).toEqual({
			include: 'All',
			since: undefined,
			count,
		});
		expect(propertyPages.page(all, 'key', max).query).toEqual({ include: 'All', since: 'key', count });
	});

	it.each<[string, object, string | undefined]>([
		['a key', { next: 'UlUtNDE5NQ==' }, 'UlUtNDE5NQ=='],
		['null', { next: null }, undefined],
		['an empty key', { next: '' }, undefined],
		['nothing', {}, undefined],
	])('the next page after %s', (_, mark, next) => {
		expect(propertyPages.read({ properties: [{ id: '1' }], ...mark })).toStrictEqual({
			records: [{ id: '1' }],
			...(next && { next }),
		});
	});

	it('asks on every page for what is still wanted, with everything else as before', async () => {
		const { api, sent } = apiThatAnswers(
			{ properties: idsFrom(0, 200), next: 'a' },
			{ properties: idsFrom(200, 50), next: 'b' },
		);
		expect(await readList(api, all, propertyPages, 250)).toEqual(idsFrom(0, 250));
		expect(sent.map(({ query }) => query)).toEqual([
			{ include: 'All', since: undefined, count: 200 },
			{ include: 'All', since: 'a', count: 50 },
		]);
	});

	it('a list that is null is empty, one that is missing is refused', () => {
		expect(propertyPages.read({ properties: null, next: null })).toEqual({ records: [] });
		expect(() => propertyPages.read({ next: null })).toThrow(/has no list 'properties'/);
	});
});

describe('a list in one piece', () => {
	it.each<[string, string | undefined, unknown, unknown]>([
		['below its key', 'services', { services: [{ id: '1' }] }, [{ id: '1' }]],
		['null below its key', 'services', { services: null }, []],
		['with empty entries', 'services', { services: [null, { id: '1' }] }, [{ id: '1' }]],
		['as the body', undefined, [{ code: 'a' }, null], [{ code: 'a' }]],
		['empty as the body', undefined, [], []],
	])('%s', (_, key, body, records) => {
		expect(wholeList(key).read(body)).toEqual({ records });
	});

	it.each<[string, string | undefined, unknown, RegExp]>([
		['missing', 'services', {}, /has no list 'services'/],
		['a text', 'services', { services: 'none' }, /has no list 'services'/],
		['without a body', 'services', null, /has no list 'services'/],
		['a record instead of the body', undefined, { code: 'a' }, /is not a list/],
		['nothing instead of the body', undefined, null, /is not a list/],
	])('%s is refused', (_, key, body, message) => {
		expect(() => wholeList(key).read(body)).toThrow(message);
	});

	it('is asked for as it is, whatever the limit, and cut to it', async () => {
		const { api, sent } = apiThatAnswers({ services: idsFrom(0, 5) });
		expect(await readList(api, request, wholeList('services'), 2)).toEqual(idsFrom(0, 2));
		expect(sent).toEqual([request]);
	});
});

describe('warnings and errors', () => {
	const real = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };
	const other = { code: '12' };

	it.each<[string, unknown, unknown[]]>([
		['an empty list', { warnings: [] }, []],
		['null', { warnings: null }, []],
		['a list of null', { warnings: [null] }, []],
		['no field', {}, []],
		['no body', null, []],
		['one', { warnings: [real] }, [real]],
		['one beside a null', { warnings: [null, real] }, [real]],
		['texts', { warnings: ['No rooms', ''] }, [{ message: 'No rooms' }]],
		['a text in place of the list', { warnings: 'No rooms' }, []],
	])('%s', (_, body, found) => {
		expect(warningsIn(body)).toEqual(found);
		expect(errorsIn(isRecord(body) ? { errors: body.warnings } : body)).toEqual(found);
	});

	it('are kept on each record, and records without any stay as they are', () => {
		const records = [{ id: '1' }, { id: '2' }];
		expect(withWarnings(records, { warnings: [real] })).toEqual([
			{ id: '1', _warnings: [real] },
			{ id: '2', _warnings: [real] },
		]);
		expect(withWarnings(records, { warnings: [null], errors: [] })).toBe(records);
	});

	it('errors beside records are kept, too', () => {
		expect(withWarnings([{ id: '1' }], { warnings: [], errors: [real] })).toEqual([
			{ id: '1', _errors: [real] },
		]);
		expect(withWarnings([{ id: '1' }], { warnings: [other], errors: [real] })).toEqual([
			{ id: '1', _warnings: [other], _errors: [real] },
		]);
	});

	it.each<[string, object, object[], object]>([
		['nothing to add', { id: '1' }, [{}, { id: '2' }], { id: '1' }],
		['one to add', { id: '1' }, [{ _warnings: [real] }], { id: '1', _warnings: [real] }],
		[
			'its own first, each once',
			{ id: '1', _warnings: [real] },
			[{ _warnings: [other, { ...real }] }, { _errors: [real] }],
			{ id: '1', _warnings: [real, other], _errors: [real] },
		],
	])('of other answers come to those of a record: %s', (_, record, others, expected) => {
		expect(withMessagesOf(record as IDataObject, others as IDataObject[])).toEqual(expected);
	});

	it('stay with the page they came with', async () => {
		const { api } = apiThatAnswers(
			{ rooms: idsFrom(0, 1), hasNextPage: true, nextPageToken: 'a', warnings: [real] },
			{ rooms: idsFrom(1, 1), hasNextPage: false, warnings: [] },
		);
		expect(await readList(api, request, pmsList('rooms'), Infinity)).toEqual([
			{ id: '0', _warnings: [real] },
			{ id: '1' },
		]);
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { HOTEL, LATER, outcome, reconcileTests, SINCE, strangers, word } from '../support/reconcile';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

const FEED = `/api/read-reservation/v1/properties/${HOTEL}/bookings`;
const { sandbox, made, node, run, fails, held, heldBut, askedFor, feedOnce } = reconcileTests();

describe('Booking → Reconcile', () => {
	it('returns nothing for equal bookings, with one request', async () => {
		expect(await run(held())).toEqual([]);
		const requests = (await sandbox().requests()).filter(({ path }) => path !== '/auth/token');
		expect(requests.map(({ path, query }) => [path, query])).toEqual([
			[FEED, { lastModification: '2026-02-18T00:00:00Z', count: '1000' }],
		]);
	});

	it('returns equal bookings on request, each paired with its item', async () => {
		const items = await run(held(), { output: 'all' });
		expect(outcome(items)).toEqual(made().map(({ number }) => [number, 'equal']));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(made().map((_, item) => ({ item })));
	});

	it('tells a booking that no item has, paired with none', async () => {
		const [item, ...others] = await run(heldBut('B3', undefined));
		expect(others).toEqual([]);
		expect(item).toEqual({
			json: {
				result: 'missing',
				propertyId: HOTEL,
				number: 'B3',
				status: 'Active',
				createdDateTime: '2026-02-21T03:00:00Z',
				modifiedDateTime: '2026-02-21T03:00:00Z',
				ownStatus: null,
				ownModifiedDateTime: null,
				differences: [],
				newer: null,
				itemCount: 0,
			},
			pairedItem: [],
		});
	});

	it.each<[string, string, IDataObject, string, string[], string | null]>([
		['another status', 'B2', { status: 'Unconfirmed' }, 'changed', ['status'], null],
		['no status', 'B2', { status: null }, 'changed', ['status'], null],
		[
			'an earlier time',
			'B2',
			{ modifiedDateTime: '2026-02-21T01:59:59Z' },
			'changed',
			['modifiedDateTime'],
			'hotel',
		],
		['a later time', 'B2', { modifiedDateTime: LATER }, 'changed', ['modifiedDateTime'], 'items'],
		['no time', 'B2', { modifiedDateTime: null }, 'changed', ['modifiedDateTime'], null],
		['the state before its cancellation', 'B9', { status: 'Active' }, 'cancelled', ['status'], null],
		[
			'the state and time before its cancellation',
			'B9',
			{ status: 'Active', modifiedDateTime: '2026-02-20T09:00:00Z' },
			'cancelled',
			['status', 'modifiedDateTime'],
			'hotel',
		],
	])('tells %s', async (_label, number, change, result, differences, newer) => {
		const items = await run(heldBut(number, change));
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ number, result, differences, newer }),
		]);
		expect(items[0]?.pairedItem).toEqual({ item: Number(number.slice(1)) });
	});

	it.each<[string, IDataObject[string]]>([
		['in another time zone', '2026-02-21T05:30:00+03:30'],
		['with fractions of a second', '2026-02-21T02:00:00.999Z'],
		['without an offset, in UTC', '2026-02-21 02:00:00'],
		['as a date of JavaScript', new Date('2026-02-21T02:00:00.5Z') as unknown as string],
	])('takes the same instant for equal: %s', async (_label, modifiedDateTime) => {
		expect(await run(heldBut('B2', { modifiedDateTime }))).toEqual([]);
	});

	it('reads times without an offset in the chosen time zone', async () => {
		const there = heldBut('B2', { modifiedDateTime: '2026-02-21T11:00:00' });
		expect(await run(there, { options: { timeZone: 'Asia/Tokyo' } })).toEqual([]);
		expect(outcome(await run(there))).toEqual([['B2', 'changed']]);
	});

	it('takes states in capitals or not for the same', async () => {
		expect(
			await run(held((booking) => ({ ...booking, status: String(booking.status).toUpperCase() }))),
		).toEqual([]);
	});

	it('compares only times without a field for the status', async () => {
		const items = held(({ number, modifiedDateTime, propertyId }) => ({
			number,
			modifiedDateTime,
			propertyId,
		}));
		expect(await run(items, { statusField: '' })).toEqual([]);
	});

	it('tells a booking that was modified since then and that the hotel does not list', async () => {
		const strange = { number: 'X1', status: 'Active', modifiedDateTime: LATER, propertyId: HOTEL };
		const items = await run([strange, ...held()]);
		expect(items).toEqual([
			{
				json: expect.objectContaining({
					number: 'X1',
					result: 'unknown',
					status: null,
					ownStatus: 'Active',
					ownModifiedDateTime: LATER,
				}) as IDataObject,
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[string, IDataObject[string]]>([
		['before that time', '2026-02-19T23:59:59Z'],
		['at no known time', null],
		['a moment ago, which the feed may list later', new Date().toISOString()],
	])('does not compare what it has not and was modified %s', async (_label, modifiedDateTime) => {
		const more = { number: 'X1', status: 'Active', modifiedDateTime, propertyId: HOTEL };
		expect(await run([...held(), more])).toEqual([]);
		const [counts] = await run([...held(), more], { output: 'counts' });
		expect(counts?.json).toMatchObject({ equal: 10, notCompared: 1, unknown: 0 });
	});

	it('tells one that was modified in the future: no feed will list it', async () => {
		const more = {
			number: 'X1',
			status: 'Active',
			modifiedDateTime: '2100-01-01T00:00:00Z',
			propertyId: HOTEL,
		};
		expect(outcome(await run([...held(), more]))).toEqual([['X1', 'unknown']]);
	});

	it('tells the recent one as well without a grace period', async () => {
		const soon = new Date(Date.now() - 60_000).toISOString();
		const more = { number: 'X1', status: 'Active', modifiedDateTime: soon, propertyId: HOTEL };
		const items = await run([...held(), more], { options: { graceMinutes: 0 } });
		expect(outcome(items)).toEqual([['X1', 'unknown']]);
	});

	it('takes several items for one booking, which is equal if all of them are', async () => {
		const twice = held().flatMap((booking) => [booking, { ...booking }]);
		expect(await run(twice)).toEqual([]);
		const [, , first] = twice;
		if (first) first.modifiedDateTime = '2026-02-21T00:30:00Z';
		const items = await run(twice);
		expect(items).toEqual([
			{
				json: expect.objectContaining({
					number: 'B1',
					result: 'changed',
					itemCount: 2,
					ownModifiedDateTime: '2026-02-21T00:30:00Z',
				}) as IDataObject,
				pairedItem: [{ item: 2 }, { item: 3 }],
			},
		]);
	});

	it('returns dates of JavaScript as text', async () => {
		const modifiedDateTime = new Date('2026-02-20T09:00:00.25Z') as unknown as string;
		const [item] = await run(heldBut('B2', { modifiedDateTime }));
		expect(item?.json.ownModifiedDateTime).toBe('2026-02-20T09:00:00.250Z');
	});

	it('reads fields by their names, nested ones with dots', async () => {
		const items = held(({ number, status, modifiedDateTime }) => ({
			'booking.no': number,
			state: { now: status },
			times: { modified: modifiedDateTime },
		}));
		const fields = {
			numberField: 'booking.no',
			statusField: 'state.now',
			modifiedField: 'times.modified',
			propertyField: '',
		};
		expect(await run(items, fields)).toEqual([]);
	});

	it('counts an item without values as none', async () => {
		const [counts] = await run([{}], { output: 'counts' });
		expect(counts?.json).toEqual({
			propertyId: HOTEL,
			modifiedSince: SINCE,
			missing: 9,
			cancelledAbsent: 1,
			changed: 0,
			cancelled: 0,
			unknown: 0,
			unconfirmed: 0,
			equal: 0,
			notCompared: 0,
		});
	});
});

describe('a booking that the feed does not list', () => {
	it('is unknown only after the hotel said so, with one request for its number', async () => {
		const items = await run([...held(), ...strangers(2)]);
		expect(outcome(items)).toEqual([
			['7000', 'unknown'],
			['7001', 'unknown'],
		]);
		expect(await askedFor()).toEqual(['7000', '7001']);
	});

	it('is compared with what the hotel says: the time in the items is that of another system', async () => {
		const since = '2026-02-24T00:00:00Z';
		const own = held((booking) => ({ ...booking, modifiedDateTime: LATER }));
		const items = await run(own, { modifiedSince: since });
		expect(outcome(items)).toEqual(made().map(({ number }) => [number, 'changed']));
		expect(items[0]?.json).toMatchObject({
			status: 'Active',
			modifiedDateTime: '2026-02-21T00:00:00Z',
			newer: 'items',
			differences: ['modifiedDateTime'],
		});
		const active = own.map((booking) => ({ ...booking, status: 'Active' }));
		const [last] = (await run(active, { modifiedSince: since })).slice(-1);
		expect(last?.json).toMatchObject({ number: 'B9', result: 'cancelled', status: 'Cancelled' });
	});

	it('is unconfirmed beyond the number of requests', async () => {
		const few = await run([...held(), ...strangers(5)], { options: { maxConfirmations: 2 } });
		expect(few.map(({ json }) => json.result)).toEqual([
			...['unknown', 'unknown'],
			...['unconfirmed', 'unconfirmed', 'unconfirmed'],
		]);
		expect(few[4]?.json).toMatchObject({ number: '7004', status: null, ownStatus: 'Active', itemCount: 1 });
		expect(few[4]?.pairedItem).toEqual({ item: 14 });
		expect(await askedFor()).toHaveLength(2);
	});

	it('is unconfirmed without a request where none is allowed', async () => {
		const items = await run(strangers(1), { output: 'counts', options: { maxConfirmations: 0 } });
		expect(items[0]?.json).toMatchObject({ unknown: 0, unconfirmed: 1 });
		expect(await askedFor()).toEqual([]);
	});

	it.each<[string, Parameters<Sandbox['fault']>[0]]>([
		['refused', { kind: 'status', status: 403 }],
		['a web page', { kind: 'html', status: 404 }],
		['without a booking', { kind: 'body', body: { booking: null } }],
		['about another booking', { kind: 'body', body: { booking: { number: '7001', status: 'Active' } } }],
	])('is unconfirmed after an answer that is %s, and a hint says why', async (_label, fault) => {
		await sandbox().fault({ ...fault, match: { scope: 'bookingDetail' } });
		const asked = await node();
		expect(outcome(await asked.execute([...held(), ...strangers(1)]))).toEqual([['7000', 'unconfirmed']]);
		expect(asked.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Whether the hotel knows all bookings .+ \(1\).+/),
		]);
	});

	it('is not asked for any more after the hotel did not answer', async () => {
		await sandbox().fault({ kind: 'status', status: 403, match: { scope: 'bookingDetail' }, times: 100 });
		const items = await run([...held(), ...strangers(60)]);
		expect(new Set(items.map(({ json }) => json.result))).toEqual(new Set(['unconfirmed']));
		expect((await askedFor()).length).toBeLessThanOrEqual(20);
	});

	it('may be called otherwise: letter case and white space do not matter', async () => {
		const since = '2026-02-24T00:00:00Z';
		const lower = held((booking) => ({
			...booking,
			number: ` ${String(booking.number).toLowerCase()}\t`,
			modifiedDateTime: LATER,
		}));
		const items = await run(lower, { modifiedSince: since, options: { maxConfirmations: 20 } });
		expect(outcome(items)).toEqual(made().map(({ number }) => [number, 'changed']));
		expect(
			await run(held((booking) => ({ ...booking, number: ` ${String(booking.number).toLowerCase()}` }))),
		).toEqual([]);
	});
});

describe('the window', () => {
	const margin = { modifiedSince: '2026-02-21T05:00:00Z' };

	it('is what is compared; the feed is read from two days before', async () => {
		const items = await run(heldBut('B2', undefined), { ...margin, output: 'all' });
		expect(items.map(({ json }) => json.number)).toEqual(['B5', 'B6', 'B7', 'B8', 'B9']);
		const [counts] = await run(held(), { ...margin, output: 'counts' });
		expect(counts?.json).toMatchObject({ modifiedSince: '2026-02-21T05:00:00Z', equal: 5, notCompared: 5 });
		const requests = await sandbox().requests({ path: FEED });
		expect(requests[0]?.query).toMatchObject({ lastModification: '2026-02-19T05:00:00Z' });
	});

	it('reaches what is in it on one side only', async () => {
		const later = heldBut('B2', { modifiedDateTime: LATER });
		const [item, ...others] = await run(later, margin);
		expect(others).toEqual([]);
		expect(item?.json).toMatchObject({ number: 'B2', result: 'changed', newer: 'items' });
		expect(await askedFor()).toEqual([]);
	});

	it('begins in 2009 at the earliest', async () => {
		await run(held(), { modifiedSince: '2009-01-02T00:00:00Z' });
		const [request] = await sandbox().requests({ path: FEED });
		expect(request?.query).toMatchObject({ lastModification: '2009-01-01T00:00:00Z' });
	});
});

describe('times of a wrong time zone', () => {
	const shifted = (zone: string) =>
		held((booking) => ({
			...booking,
			modifiedDateTime: new Date(String(booking.modifiedDateTime))
				.toLocaleString('sv-SE', { timeZone: zone })
				.replace(' ', 'T'),
		}));

	it.each([
		['Asia/Tokyo', '+09:00'],
		['Asia/Kathmandu', '+05:45'],
		['America/New_York', '-05:00'],
	])('of %s are an error with the offset', async (zone, offset) => {
		const error = await fails(shifted(zone));
		expect(error.message).toBe(
			`Time Zone 'UTC' looks wrong at the property 1024: 10 of the 10 times in the items are off by ${offset}`,
		);
		expect(error.description).toContain("'Time Zone'");
		expect(await run(shifted(zone), { options: { timeZone: zone } })).toEqual([]);
	});

	it('are told when most rows have them, before any booking is asked for', async () => {
		const most = shifted('Asia/Tokyo').map((row, index) => (index < 4 ? held()[index] : row) as IDataObject);
		expect((await fails([...most, ...strangers(3)])).message).toContain('6 of the 10 times');
		expect(await askedFor()).toEqual([]);
		const half = shifted('Asia/Tokyo').map((row, index) => (index < 5 ? held()[index] : row) as IDataObject);
		expect(await run(half)).toHaveLength(5);
	});
});

describe('times that are still to come', () => {
	it('in the items are told in a hint', async () => {
		const rows = heldBut('B2', { modifiedDateTime: '2100-01-01T00:00:00Z' });
		const one = await node();
		expect(outcome(await one.execute(rows))).toEqual([['B2', 'changed']]);
		expect(one.hints.map(({ message }) => message)).toEqual([
			"Times in the items are in the future (1; the first one is in item 2). Check 'Modification Time Field', 'Time Zone' and the clock of the other system.",
		]);
	});
});

describe('status words', () => {
	const words = (...rows: Array<[string, string]>) => ({
		options: { statusWords: { word: rows.map(([theirs, ours]) => word(theirs, ours)) } },
	});

	it('say what the other system calls a status', async () => {
		const rows = held((booking) => ({
			...booking,
			status: booking.status === 'Cancelled' ? 'Storno ' : 'OK',
		}));
		expect(await run(rows, words(['ok', 'Active'], [' STORNO', 'Cancelled']))).toEqual([]);
		const items = await run(rows, words(['ok', 'Active'], ['STORNO', 'Active']));
		expect(items.map(({ json }) => [json.number, json.result, json.ownStatus])).toEqual([
			['B9', 'cancelled', 'Storno'],
		]);
	});

	it('are compared as they are unless listed, and may be numbers', async () => {
		const rows = held((booking) => ({ ...booking, status: booking.status === 'Cancelled' ? 0 : 1 }));
		expect(await run(rows, words(['1', 'Active'], ['0', 'Cancelled']))).toEqual([]);
		expect(await run(held(), words(['1', 'Cancelled']))).toEqual([]);
		const flags = held((booking) => ({ ...booking, status: booking.status !== 'Cancelled' }));
		expect(await run(flags, words(['true', 'Active'], ['false', 'Cancelled']))).toEqual([]);
	});
});

describe('records of the feed with odd types', () => {
	const [odd] = [[0, null, true, {}, [], '', undefined]];

	it.each(odd.map((value) => [value]))('%j as the status', async (status) => {
		await feedOnce(made().map((summary) => (summary.number === 'B2' ? { ...summary, status } : summary)));
		const items = await run(held());
		expect(items.map(({ json }) => [json.number, json.result, json.status, json.differences])).toEqual([
			['B2', 'changed', status === 0 ? '0' : null, ['status']],
		]);
	});

	it.each(odd.map((value) => [value]))('%j as the times', async (value) => {
		const times = { createdDateTime: value, modifiedDateTime: value };
		await feedOnce(made().map((summary) => (summary.number === 'B2' ? { ...summary, ...times } : summary)));
		const items = await run(held());
		expect(items.map(({ json }) => [json.number, json.result, json.modifiedDateTime, json.newer])).toEqual([
			['B2', 'changed', null, null],
		]);
	});
});

describe('Dry Run Summary', () => {
	const summary: INodeParameters = { output: 'summary' };

	it('says what a repair would do, in numbers and examples', async () => {
		const rows = [
			...held(({ number, ...row }) => {
				if (number === 'B0' || number === 'B9') return undefined;
				return { number, ...row, ...(number === 'B1' && { status: 'Unconfirmed' }) };
			}),
			...strangers(1),
			{ ...strangers(1)[0], number: '1', modifiedDateTime: '2026-01-01T00:00:00Z' },
		];
		const [item, ...others] = await run(rows, summary);
		expect(others).toEqual([]);
		expect(item?.json).toEqual({
			propertyId: HOTEL,
			modifiedSince: SINCE,
			plausible: true,
			problem: null,
			add: 1,
			addCancelled: 1,
			update: 1,
			cancel: 0,
			delete: 1,
			leave: 0,
			keep: 7,
			notCompared: 1,
			examples: {
				add: [example('B0', 'Active', '2026-02-21T00:00:00Z', null, null)],
				addCancelled: [example('B9', 'Cancelled', '2026-02-21T09:00:00Z', null, null)],
				update: [example('B1', 'Active', '2026-02-21T01:00:00Z', 'Unconfirmed', '2026-02-21T01:00:00Z')],
				cancel: [],
				delete: [example('7000', null, null, 'Active', LATER)],
				leave: [],
			},
		});
		expect(item?.pairedItem).toEqual(rows.map((_, index) => ({ item: index })));
	});

	function example(
		number: string,
		status: string | null,
		modifiedDateTime: string | null,
		ownStatus: string | null,
		ownModifiedDateTime: string | null,
	) {
		return { number, status, modifiedDateTime, ownStatus, ownModifiedDateTime };
	}

	it('has ten examples of each', async () => {
		const rows = [
			...held(({ status, ...row }) => ({ ...row, status: status === 'Active' ? 'x' : 'y' })),
			...strangers(12),
		];
		const [item] = await run(rows, { ...summary, options: { maxConfirmations: 1 } });
		expect(item?.json).toMatchObject({ update: 9, cancel: 1, delete: 1, leave: 11 });
		const { leave, update } = item?.json.examples as Record<string, IDataObject[]>;
		expect([leave?.length, update?.length, leave?.[0]?.number]).toEqual([10, 9, '7001']);
	});

	it('says that it is not plausible where the other outputs fail', async () => {
		const [item] = await run([...held(), ...strangers(6)], { ...summary, failAbove: 20 });
		expect(item?.json).toMatchObject({
			plausible: false,
			problem: '6 of the 16 bookings in the items are unknown to the hotel',
			delete: 6,
		});
	});
});

describe('a booking that is listed more than once', () => {
	it('counts in its latest state', async () => {
		const [first] = made();
		const newer = { ...first, status: 'Unconfirmed', modifiedDateTime: '2026-02-22T00:00:00Z' };
		const body = { bookingSummaries: [newer, ...made()], hasMoreData: false, continueToken: 'x' };
		await sandbox().fault({ kind: 'body', body, match: { scope: 'bookingList' } });
		const items = await run(held());
		expect(items.map(({ json }) => [json.number, json.status])).toEqual([['B0', 'Unconfirmed']]);
	});

	it('and was never changed has the time at which it was made', async () => {
		const body = {
			bookingSummaries: made().map((summary) => ({ ...summary, modifiedDateTime: null })),
			hasMoreData: false,
			continueToken: 'x',
		};
		await sandbox().fault({ kind: 'body', body, match: { scope: 'bookingList' } });
		expect(await run(held())).toEqual([]);
	});
});

it('50,000 items are compared with a few requests', async () => {
	const many = Array.from({ length: 50_000 }, (_, index) => ({
		number: `Y${index}`,
		status: 'Active',
		modifiedDateTime: '2026-01-01T00:00:00Z',
		propertyId: HOTEL,
	}));
	const [counts] = await run([...many, ...held()], { output: 'counts' });
	expect(counts?.json).toMatchObject({ equal: 10, notCompared: 50_000 });
	expect((await sandbox().requests({ path: 'bookings' })).length).toBe(1);
});

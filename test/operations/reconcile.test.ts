import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { secondsOf } from '../../nodes/PartnerHotelBookings/resources/booking/reconcile/itemTimes';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness } from '../support/n8n';
import { byId } from '../support/pms';
import type { BookingSummary, ClientInput } from '../../tools/sandbox/client.mts';
import { startSandbox, type Sandbox } from '../support/sandbox';

const [HOTEL, OTHER] = ['1024', '7291'];
const SINCE = '2026-02-20T00:00:00Z';
const LATER = '2026-02-25T10:00:00Z';

let sandbox: Sandbox;
/** What the hotel has since that time, as it was made. */
let made: BookingSummary[];

beforeAll(async () => {
	sandbox = await startSandbox({ properties: 2, bookings: 0, anchor: '2026-02-01T00:00:00Z', limits: 'off' });
	await allowManyTokens(sandbox);
	const at = (hour: number) => `2026-02-21T${String(hour).padStart(2, '0')}:00:00Z`;
	made = [];
	for (let hour = 0; hour < 10; hour += 1) {
		const status = hour === 9 ? 'Cancelled' : 'Active';
		made.push(await sandbox.createBooking(HOTEL, { number: `B${hour}`, createdDateTime: at(hour), status }));
	}
	await sandbox.createBooking(OTHER, { number: 'B0', createdDateTime: at(3) });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

interface Options extends Pick<ClientInput, 'apiAccesses'> {
	onError?: 'continueErrorOutput' | 'continueRegularOutput';
}

async function node(
	parameters: INodeParameters = {},
	{ onError, ...wishes }: Options = {},
): Promise<NodeHarness> {
	return harness(new PartnerHotelBookings(), {
		parameters: {
			resource: 'booking',
			operation: 'reconcile',
			propertySelection: 'one',
			propertyId: byId(HOTEL),
			modifiedSince: SINCE,
			failAbove: 100,
			...parameters,
		},
		credential: await newClient(sandbox, wishes),
		onError,
	});
}

async function run(items: IDataObject[], parameters: INodeParameters = {}): Promise<INodeExecutionData[]> {
	return await (await node(parameters)).execute(items);
}

async function fails(items: IDataObject[], parameters: INodeParameters = {}) {
	return await failureOf((await node(parameters)).execute(items));
}

/** The bookings as another system holds them: as the hotel has them, unless changed. */
function held(
	change: (booking: IDataObject) => IDataObject | undefined = (booking) => booking,
): IDataObject[] {
	return made.flatMap(({ number, status, modifiedDateTime }) => {
		const kept = change({ number, status, modifiedDateTime, propertyId: HOTEL });
		return kept === undefined ? [] : [kept];
	});
}

/** Changes one booking, or leaves it out. */
function heldBut(number: string, change: IDataObject | undefined): IDataObject[] {
	return held((booking) => {
		if (booking.number !== number) return booking;
		return change && { ...booking, ...change };
	});
}

const outcome = (items: INodeExecutionData[]) => items.map(({ json }) => [json.number, json.result]);

describe('Booking → Reconcile', () => {
	it('returns nothing for equal bookings, with one request', async () => {
		expect(await run(held())).toEqual([]);
		const requests = (await sandbox.requests()).filter(({ path }) => path !== '/auth/token');
		expect(requests.map(({ path, query }) => [path, query])).toEqual([
			[`/api/read-reservation/v1/properties/${HOTEL}/bookings`, { lastModification: SINCE, count: '1000' }],
		]);
	});

	it('returns equal bookings on request, each paired with its item', async () => {
		const items = await run(held(), { output: 'all' });
		expect(outcome(items)).toEqual(made.map(({ number }) => [number, 'equal']));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(made.map((_, item) => ({ item })));
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
		const fields = { numberField: 'booking.no', statusField: 'state.now', modifiedField: 'times.modified' };
		expect(await run(items, fields)).toEqual([]);
	});

	it('counts an item without values as none', async () => {
		const [counts] = await run([{}], { output: 'counts' });
		expect(counts?.json).toEqual({
			propertyId: HOTEL,
			modifiedSince: SINCE,
			missing: 10,
			changed: 0,
			cancelled: 0,
			unknown: 0,
			equal: 0,
			notCompared: 0,
		});
	});
});

describe('several properties', () => {
	const both: INodeParameters = { propertySelection: 'several', propertyIds: [HOTEL, OTHER] };

	it('are told apart, although their bookings have the same number', async () => {
		expect(outcome(await run(held(), both))).toEqual([['B0', 'missing']]);
		const own = { number: 'B0', status: 'Active', modifiedDateTime: LATER, propertyId: OTHER };
		const [item] = await run([...held(), own], both);
		expect(item?.json).toMatchObject({ propertyId: OTHER, number: 'B0', result: 'changed' });
		expect(item?.pairedItem).toEqual({ item: 10 });
	});

	it('are all that the API connection can access', async () => {
		const items = await run(held(), { propertySelection: 'all', output: 'counts' });
		expect(items.map(({ json }) => [json.propertyId, json.equal, json.missing])).toEqual([
			[HOTEL, 10, 0],
			[OTHER, 0, 1],
		]);
	});

	it('need the property of each item', async () => {
		const items = held(({ number, status, modifiedDateTime }) => ({ number, status, modifiedDateTime }));
		const error = await fails(items, both);
		expect(error.message).toBe("Property Field 'propertyId' is empty in item 0");
	});

	it('that are not chosen are left out, and a hint says so', async () => {
		const own = { number: 'B0', status: 'Active', modifiedDateTime: LATER, propertyId: OTHER };
		const one = await node();
		expect(await one.execute([...held(), own])).toEqual([]);
		expect(one.hints.map(({ message }) => message)).toEqual([
			'Items of other properties were not compared (1).',
		]);
	});
});

describe('the guard', () => {
	const strangers = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			number: `X${index}`,
			status: 'Active',
			modifiedDateTime: LATER,
			propertyId: HOTEL,
		}));

	it.each<[string, () => IDataObject[], number, RegExp | undefined]>([
		['missing, up to it', () => held().slice(2), 20, undefined],
		[
			'missing, beyond it',
			() => held().slice(3),
			20,
			/: 3 of the 10 bookings that the hotel lists are missing in the items$/,
		],
		['unknown, up to it', () => [...held(), ...strangers(2)], 20, undefined],
		[
			'unknown, beyond it',
			() => [...held(), ...strangers(3)],
			20,
			/: 3 of the 13 bookings in the items are unknown to the hotel$/,
		],
		['a single one with 0', () => held().slice(1), 0, /: 1 of the 10 bookings/],
	])('%s', async (_label, items, failAbove, message) => {
		if (message === undefined) {
			expect(await run(items(), { failAbove })).not.toEqual([]);
			return;
		}
		const error = await fails(items(), { failAbove });
		expect(error.message).toMatch(/^Fail If More Than \(%\) '\d+' is exceeded at the property 1024/);
		expect(error.message).toMatch(message);
		expect(error.description).toContain("raise 'Fail If More Than (%)' for this run");
	});

	it('looks at each property alone', async () => {
		const both: INodeParameters = {
			propertySelection: 'several',
			propertyIds: [HOTEL, OTHER],
			failAbove: 50,
		};
		expect((await fails(held(), both)).message).toContain(`at the property ${OTHER}: 1 of the 1 bookings`);
	});
});

describe('what goes wrong', () => {
	it.each<[string, IDataObject[], INodeParameters, string]>([
		[
			'an item without a number',
			[...[{ number: 'B0', status: 'a', modifiedDateTime: LATER }], { number: ' ', status: 'a' }],
			{},
			"Number Field 'number' is empty in item 1",
		],
		['a field that no item has', [{ no: 1 }], {}, "Number Field 'number' is in no item"],
		[
			'a status that no item has',
			[{ number: 'B0', modifiedDateTime: LATER }],
			{},
			"Status Field 'status' is in no item",
		],
		['no name of a field', [{ number: 'B0' }], { numberField: '' }, 'Number Field is empty'],
		[
			'something that is not a time, without quoting it',
			[{ number: 'B0', status: 'a', modifiedDateTime: 'Zyxel Vuong' }],
			{},
			"Modification Time Field 'modifiedDateTime' is not a date and time in item 0",
		],
		[
			'a number for a time',
			[{ number: 'B0', status: 'a', modifiedDateTime: 5 }],
			{},
			"Modification Time Field 'modifiedDateTime' is not a date and time in item 0",
		],
		[
			'a time before the feed',
			[{}],
			{ modifiedSince: '2008-12-31T23:59:59Z' },
			"Modified Since '2008-12-31T23:59:59Z' is before 2009-01-01T00:00:00Z",
		],
		[
			'a time zone that is none',
			[{}],
			{ options: { timeZone: 'Mars' } },
			"Time Zone 'Mars' is not a time zone",
		],
	])('%s is refused before anything is read', async (_label, items, parameters, message) => {
		expect((await fails(items, parameters)).message).toBe(message);
		expect((await sandbox.requests()).filter(({ path }) => path !== '/auth/token')).toEqual([]);
	});

	it('a feed that fails half-way gives an error and no item', async () => {
		const page = (hasMoreData: boolean, records: unknown[]) => ({
			bookingSummaries: records,
			hasMoreData,
			continueToken: 'next',
		});
		await sandbox.fault({ kind: 'body', body: page(true, [made[0]]), match: { scope: 'bookingList' } });
		await sandbox.fault({ kind: 'status', status: 403, match: { scope: 'bookingList' } });
		const regular = await node({}, { onError: 'continueRegularOutput' });
		const items = await regular.execute(held());
		expect(items).toEqual([
			{
				json: {
					error: expect.any(String) as string,
					description: expect.any(String) as string,
					httpCode: '403',
					apiErrors: expect.any(Array) as unknown,
				},
				pairedItem: held().map((_, item) => ({ item })),
			},
		]);
	});

	it('an error output gets one item', async () => {
		const output = await node({ failAbove: 0 }, { onError: 'continueErrorOutput' });
		const [item, ...others] = await output.execute(held().slice(1));
		expect(others).toEqual([]);
		expect(item?.json.error).toMatch(/^Fail If More Than/);
		expect((item as { error?: Error }).error).toBeInstanceOf(Error);
	});

	it('is tried again by Retry On Fail with the feed as it is then', async () => {
		const again = await node();
		again.node.retryOnFail = true;
		await sandbox.fault({ kind: 'status', status: 403, match: { scope: 'bookingList' } });
		await failureOf(again.execute(held()));
		expect(await again.execute(held())).toEqual([]);
	});

	it('records without a number leave open what is unknown', async () => {
		const body = {
			bookingSummaries: [...made, { status: 'Active' }],
			hasMoreData: false,
			continueToken: 'x',
		};
		const strange = { number: 'X1', status: 'Active', modifiedDateTime: LATER, propertyId: HOTEL };
		await sandbox.fault({ kind: 'body', body, match: { scope: 'bookingList' }, times: 2 });
		expect((await fails([...held(), strange])).message).toContain('records without a booking number');
		expect(await run(held())).toEqual([]);
	});
});

describe('a booking that is listed more than once', () => {
	it('counts in its latest state', async () => {
		const [first] = made;
		const newer = { ...first, status: 'Unconfirmed', modifiedDateTime: '2026-02-22T00:00:00Z' };
		const body = { bookingSummaries: [newer, ...made], hasMoreData: false, continueToken: 'x' };
		await sandbox.fault({ kind: 'body', body, match: { scope: 'bookingList' } });
		const items = await run(held());
		expect(items.map(({ json }) => [json.number, json.status])).toEqual([['B0', 'Unconfirmed']]);
	});

	it('and was never changed has the time at which it was made', async () => {
		const body = {
			bookingSummaries: made.map((summary) => ({ ...summary, modifiedDateTime: null })),
			hasMoreData: false,
			continueToken: 'x',
		};
		await sandbox.fault({ kind: 'body', body, match: { scope: 'bookingList' } });
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
	expect((await sandbox.requests({ path: 'bookings' })).length).toBe(1);
});

it.each<[unknown, number | undefined]>([
	['2026-02-21T02:00:00Z', 1771639200],
	['2026-02-21T02:00:00.999Z', 1771639200],
	['2026-02-21T03:00:00+01:00', 1771639200],
	['2026-02-21', 1771632000],
	['2026-02-30T00:00:00Z', undefined],
	['soon', undefined],
	[7, undefined],
	[{}, undefined],
	[null, NaN],
	['', NaN],
])('the time %j is %p seconds', (value, seconds) => {
	expect(secondsOf(value, 'utc')).toBe(seconds);
});

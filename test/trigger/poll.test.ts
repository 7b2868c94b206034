import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { rememberBooking, SUMMARY_ALONE } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';
import type { TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { credentialFor, newClient, newClientWithoutToken } from '../support/clients';
import { loggedTrigger } from '../support/loggedTrigger';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { eventually, startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
let nextProperty = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 23, limits: 'off', properties: 60, bookings: 40 });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

/** Every test has a hotel of its own. */
function freshProperty(): string {
	return sandbox.properties[nextProperty++]?.id ?? '';
}

interface Options {
	credential?: TestCredential;
	staticData?: IDataObject;
	timezone?: string;
	type?: PartnerHotelTrigger;
	nodeId?: string;
}

async function trigger(
	propertyId: string,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeHarness> {
	return harness(options.type ?? new PartnerHotelTrigger(), {
		parameters: {
			propertyId: { __rl: true, mode: 'id', value: propertyId },
			startFrom: 'now',
			output: 'details',
			...parameters,
		},
		credential: options.credential ?? (await newClient(sandbox)),
		...options,
	});
}

type Json = IDataObject & { event: string; number: string; booking?: IDataObject | null };

async function poll(node: NodeHarness, options?: Parameters<NodeHarness['poll']>[0]): Promise<Json[]> {
	return ((await node.poll(options)) ?? []).map(({ json }) => json as Json);
}

const events = (items: Json[]) => items.map(({ event, number }) => [event, number]);

/** What n8n keeps of a node across a restart. */
const saved = (node: NodeHarness) => JSON.parse(JSON.stringify(node.staticData)) as IDataObject;

describe('start from now', () => {
	it('emits nothing that was there before, then a new booking, its change and its cancellation', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		expect(await node.poll()).toBeNull();

		const { number } = await sandbox.createBooking(property);
		const [made] = await poll(node);
		expect(made).toMatchObject({ event: 'new', number, propertyId: property, status: 'Active' });
		expect(made?.booking).toMatchObject({ number, roomStays: expect.any(Array) as unknown });

		await sandbox.changeBooking(property, number);
		expect(events(await poll(node))).toEqual([['changed', number]]);
		await sandbox.cancelBooking(property, number);
		expect(events(await poll(node))).toEqual([['cancelled', number]]);
		expect(await node.poll()).toBeNull();
	});

	it('a booking made in the very second before the start is not news', async () => {
		const property = freshProperty();
		await sandbox.createBooking(property);
		const node = await trigger(property);
		expect(await node.poll()).toBeNull();
		expect(await node.poll()).toBeNull();
	});

	it('an old booking that changes after the start is changed, not new', async () => {
		const property = freshProperty();
		const { number } = await sandbox.createBooking(property, {
			createdDateTime: '2026-01-05T08:00:00Z',
			modifiedDateTime: '2026-01-05T08:00:00Z',
		});
		const node = await trigger(property);
		await node.poll();
		await sandbox.changeBooking(property, number);
		expect(events(await poll(node))).toEqual([['changed', number]]);
	});

	it("follows the service's clock, not the one of this machine", async () => {
		const property = freshProperty();
		await sandbox.settings({ clockOffsetMs: -3_600_000 });
		const node = await trigger(property);
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		const emitted = await poll(node);
		await sandbox.settings({ clockOffsetMs: 0 });
		expect(events(emitted)).toEqual([['new', number]]);
	});
});

describe('start from a date', () => {
	it('emits what was changed since, in the time zone of the workflow', async () => {
		const property = freshProperty();
		await sandbox.createBooking(property, { modifiedDateTime: '2026-11-10T03:59:59Z' });
		const { number } = await sandbox.createBooking(property, {
			createdDateTime: '2026-11-10T05:00:00Z',
			modifiedDateTime: '2026-11-10T05:00:00Z',
		});
		const node = await trigger(
			property,
			{ startFrom: 'date', startDate: '2026-11-10T00:00:00' },
			{ timezone: 'America/New_York' },
		);
		const emitted = await poll(node);
		expect(events(emitted)).toContainEqual(['new', number]);
		expect((await sandbox.requests({ path: '/bookings' }))[0]?.query.lastModification).toBe(
			'2026-11-10T05:00:00Z',
		);
	});

	it.each([
		['before 2009', '2008-05-01', /^Start Date '2008-05-01' is before 2009/],
		['no date', 'soon', /^Start Date 'soon' is not a date/],
		['missing', '', /^Start Date is not a date/],
	])('a date that is %s is refused before any request', async (_, startDate, message) => {
		const node = await trigger('1024', { startFrom: 'date', startDate });
		await expect(node.poll()).rejects.toThrow(message);
		expect((await sandbox.report()).requests).toBe(0);
		expect(node.staticData).toEqual({});
	});
});

describe('start from everything', () => {
	it('emits the whole history once, then what is new', async () => {
		const property = freshProperty();
		const node = await trigger(property, { startFrom: 'everything', output: 'summary' });
		const history = await poll(node);
		expect(history).toHaveLength(40);
		for (const { event, status } of history) expect(event).toBe(status === 'Cancelled' ? 'cancelled' : 'new');
		expect(history[0]).not.toHaveProperty('booking');
		expect((await sandbox.requests({ path: '/bookings' }))[0]?.query).toEqual({ count: '500' });
		const { number } = await sandbox.createBooking(property);
		expect(events(await poll(node))).toEqual([['new', number]]);
	});

	it('in slices of the chosen size, none twice, none lost', async () => {
		const property = freshProperty();
		const node = await trigger(property, {
			startFrom: 'everything',
			output: 'summary',
			options: { maxBookings: 15 },
		});
		const slices = [await poll(node), await poll(node), await poll(node), await poll(node)];
		expect(slices.map((slice) => slice.length)).toEqual([15, 15, 10, 0]);
		expect(new Set(slices.flat().map(({ number }) => number)).size).toBe(40);
	});

	it('with details, a slice ends in time and the next one goes on', async () => {
		const property = freshProperty();
		const node = await trigger(property, { startFrom: 'everything' });
		await sandbox.settings({ latencyMs: 300 });
		const first = await poll(node, { budgetMs: 4_000 });
		await sandbox.settings({ latencyMs: 0 });
		expect(first.length).toBeGreaterThan(0);
		expect(first.length).toBeLessThan(40);
		const rest = await poll(node, { budgetMs: null });
		expect(new Set([...first, ...rest].map(({ number }) => number)).size).toBe(40);
	});
});

describe('little time', () => {
	it.each([6_000, 4_000, 2_000])('of %d ms is enough for a booking', async (budgetMs) => {
		const property = freshProperty();
		const before = await trigger(property);
		await before.poll();
		const { number } = await sandbox.createBooking(property);
		const node = await trigger(property, {}, { staticData: saved(before) });
		const stopwatch = new Stopwatch();
		expect(events(await poll(node, { budgetMs }))).toEqual([['new', number]]);
		expect(stopwatch.stop()).toBeLessThan(budgetMs);
	});

	it.each([
		['one item per booking', { output: 'simplified' }],
		['with cancellation deadlines', { output: 'details', options: { addCancellationDeadline: true } }],
	])('is not spent waiting for what an execution reads for longer: %s', async (_, parameters) => {
		const property = freshProperty();
		const credential = await newClient(sandbox);
		const node = await trigger(property, parameters, { credential });
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		await sandbox.fault({ kind: 'delay', delayMs: 8_000, match: { path: '/content/' } });
		const execution = harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				operation: 'get',
				propertyId: byId(property),
				number,
				output: 'simplified',
			},
			credential,
		});
		const running = execution.execute();
		await eventually(
			async () => await sandbox.faults(),
			(faults) => faults.some(({ applied }) => applied > 0),
		);
		const stopwatch = new Stopwatch();
		expect(events(await poll(node, { budgetMs: 4_000 }))).toEqual([['new', number]]);
		expect(stopwatch.stop()).toBeLessThan(4_000);
		await running;
	});

	it('that is not enough for anything is told in the log, once an hour', async () => {
		const { type, warnings } = loggedTrigger();
		const node = await trigger(freshProperty(), {}, { type });
		await node.poll();
		let now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 10_000));
		expect(await node.poll({ budgetMs: 6_000 })).toBeNull();
		expect(await node.poll({ budgetMs: 6_000 })).toBeNull();
		clock.mockRestore();
		expect(warnings).toEqual([expect.stringMatching(/^No property could be read within 6 s/)]);
	});
});

describe('a poll that fails', () => {
	async function startedWith(
		faulty: Parameters<Sandbox['fault']>[0],
	): Promise<{ node: NodeHarness; property: string; number: string }> {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		await sandbox.fault(faulty);
		return { node, property, number };
	}

	it.each<[string, Parameters<Sandbox['fault']>[0]]>([
		['the list is refused', { kind: 'status', status: 403, match: { scope: 'bookingList' } }],
		[
			'the list and its restart are refused',
			{ kind: 'status', status: 400, times: 2, match: { scope: 'bookingList' } },
		],
		['the details are refused', { kind: 'status', status: 403, match: { scope: 'bookingDetail' } }],
		['the list is a web page', { kind: 'html', match: { scope: 'bookingList' } }],
		[
			'the list lacks its list',
			{ kind: 'body', body: { hasMoreData: false }, match: { scope: 'bookingList' } },
		],
		[
			'the wait would be too long',
			{ kind: 'status', status: 429, retryAfterSeconds: 900, match: { scope: 'bookingList' } },
		],
	])('leaves the state exactly as it was, and the next one emits everything: %s', async (_, fault) => {
		const { node, number } = await startedWith(fault);
		const before = saved(node);
		await expect(node.poll()).rejects.toThrow();
		expect(saved(node)).toEqual(before);
		await sandbox.clearFaults();
		expect(events(await poll(await withoutPause(node)))).toEqual([['new', number]]);
	});

	it('names the property, for people and for error workflows', async () => {
		const { node, property } = await startedWith({
			kind: 'status',
			status: 403,
			match: { scope: 'bookingList' },
		});
		await expect(node.poll()).rejects.toMatchObject({
			message: expect.stringMatching(`^Property ${property}: `) as unknown,
			context: { propertyId: property },
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it('a secret that is not accepted: n8n is asked to try again soon, for it will be corrected', async () => {
		const credential = { ...(await newClientWithoutToken(sandbox)), apiClientSecret: 'an-earlier-one' };
		const node = await trigger(freshProperty(), {}, { credential });
		await expect(node.poll()).rejects.toMatchObject({
			httpCode: '401',
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it('on activation tells the user why', async () => {
		const node = await trigger('999999');
		await expect(node.poll()).rejects.toMatchObject({
			message: "The property '999999' was not found",
			httpCode: '404',
		});
		expect(node.staticData).toEqual({});
	});

	it('after part of the bookings: those are emitted, the others follow, each once', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const made = await sandbox.createBookings(property, 5);
		await sandbox.fault({
			kind: 'status',
			status: 403,
			match: { scope: 'bookingDetail' },
			skip: 2,
			times: 1,
		});
		const [first, second] = [await poll(node), await poll(node)];
		const [, , failed, ...others] = made.map(({ number }) => number);
		expect(first).toHaveLength(4);
		expect(first.map(({ number }) => number)).toEqual(expect.arrayContaining(others));
		expect(second.map(({ number }) => number)).toEqual([failed]);
	});

	/** A long 429 pauses the client in this process: another one with the same state stands for later. */
	async function withoutPause(node: NodeHarness): Promise<NodeHarness> {
		const parameters = node.node.parameters;
		return harness(new PartnerHotelTrigger(), {
			parameters,
			credential: await newClient(sandbox),
			staticData: saved(node),
		});
	}
});

describe('the feed', () => {
	it('repeated bookings in the same state are emitted once', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		await sandbox.createBookings(property, 3);
		const before = saved(node);
		expect(await poll(node)).toHaveLength(3);
		const { properties } = node.staticData.bookings as unknown as TriggerState;
		const earlier = before.bookings as unknown as TriggerState;
		const again = { ...earlier.properties[property], seen: properties[property]?.seen };
		Object.assign(node.staticData, { bookings: { ...earlier, properties: { [property]: again } } });
		expect(await node.poll()).toBeNull();
	});

	it('two changes within one second are both emitted', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const modifiedDateTime = new Date(Date.now() + 1000).toISOString();
		const { number } = await sandbox.createBooking(property, { modifiedDateTime });
		expect(events(await poll(node))).toEqual([['new', number]]);
		await sandbox.changeBooking(property, number, { modifiedDateTime });
		expect(events(await poll(node))).toEqual([['changed', number]]);
	});

	it('is read to its end over several pages', async () => {
		const property = freshProperty();
		const node = await trigger(property, { output: 'summary', options: { maxBookings: 5000 } });
		await node.poll();
		await sandbox.createBookings(property, 1200);
		expect(await poll(node)).toHaveLength(1200);
	});

	it('never gets a token together with a date', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		for (let poll = 0; poll < 4; poll++) await node.poll();
		const queries = (await sandbox.requests({ path: `${property}/bookings` })).map(({ query }) => query);
		expect(queries.length).toBeGreaterThanOrEqual(5);
		for (const query of queries) expect('continueToken' in query && 'lastModification' in query).toBe(false);
		expect(Object.keys(queries.at(-1) ?? {})).toContain('continueToken');
	});

	it('a booking whose details are gone is emitted with its summary and a note', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		await sandbox.removeDetail(property, number);
		const [item] = await poll(node);
		expect(item).toMatchObject({
			event: 'new',
			number,
			booking: null,
			note: expect.stringContaining('404') as unknown,
		});
	});
});

describe('a feed that keeps no order, shows bookings late and again', () => {
	afterEach(async () => {
		await sandbox.settings({ feedDisorder: 0 });
	});

	it.each(['details', 'summary'])(
		'%s: every booking and its change come once, with their events',
		async (output) => {
			const property = freshProperty();
			const node = await trigger(property, { output });
			await node.poll();
			await sandbox.settings({ feedDisorder: 40 });
			const made = (await sandbox.createBookings(property, 8)).map(({ number }) => number).sort();
			const emitted: Json[] = [];
			const pollUntil = async (count: number, most = 20) => {
				for (let polls = 0; polls < most && emitted.length < count; polls++)
					emitted.push(...(await poll(node)));
			};
			await pollUntil(8);
			for (const number of made) await sandbox.cancelBooking(property, number);
			await pollUntil(16);
			await pollUntil(17, 3);
			const numbersOf = (event: string) =>
				emitted.filter((item) => item.event === event).map(({ number }) => number);
			expect(numbersOf('new').sort()).toEqual(made);
			expect(numbersOf('cancelled').sort()).toEqual(made);
			expect(emitted).toHaveLength(16);
		},
	);
});

describe('a record of the feed without a booking number', () => {
	const odd = { number: null, status: 'Active', guest: 'Eve Example' };
	const page = (continueToken: string, ...bookingSummaries: unknown[]) => ({
		kind: 'body' as const,
		body: { continueToken, hasMoreData: false, bookingSummaries },
		match: { scope: 'bookingList' as const },
	});

	it('does not cost the others; the log names the property once until it is gone', async () => {
		const property = freshProperty();
		const { type, warnings } = loggedTrigger();
		const node = harness(type, {
			parameters: {
				propertyId: { __rl: true, mode: 'id', value: property },
				output: 'summary',
				startFrom: 'now',
			},
			credential: await newClient(sandbox),
		});
		await node.poll();
		const warning = `The bookings feed of property ${property} contains records without a booking number (1), which were skipped. Report it to the provider of the API.`;
		const good = { number: 'good', createdDateTime: '2099-01-01T00:00:00Z' };
		await sandbox.fault(page('any', odd, good));
		expect(events(await poll(node))).toEqual([['new', 'good']]);
		expect(warnings).toEqual([warning]);
		await sandbox.fault(page('any', odd));
		expect(await node.poll()).toBeNull();
		expect(warnings).toEqual([warning]);
		await sandbox.fault(page('any'));
		await node.poll();
		await sandbox.fault(page('any', odd));
		await node.poll();
		expect(warnings).toEqual([warning, warning]);
	});
});

it('more bookings than are remembered: the log says so', async () => {
	const property = freshProperty();
	const { type, warnings } = loggedTrigger();
	const node = harness(type, {
		parameters: { propertyId: byId(property), output: 'summary', startFrom: 'now' },
		credential: await newClient(sandbox),
	});
	await node.poll();
	const { [property]: full } = (node.staticData.bookings as unknown as TriggerState).properties;
	for (let index = 0; full && index <= 45_000; index++)
		rememberBooking(full.seen, { number: `n${index}` } as BookingSummary, SUMMARY_ALONE, NaN);
	await node.poll();
	expect(warnings).toEqual([expect.stringMatching(/ remembers as much as it may, /)]);
});

describe('a token that the service refuses', () => {
	it('is replaced by reading again from two days before the last known change, without repeats', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const first = await sandbox.createBooking(property);
		expect(events(await poll(node))).toEqual([['new', first.number]]);
		await sandbox.revokeTokens({ continueTokens: true });
		const second = await sandbox.createBooking(property);
		expect(events(await poll(node))).toEqual([['new', second.number]]);
		const { lastModification } = (await sandbox.requests({ path: `${property}/bookings` }))
			.map(({ query }) => query)
			.filter((query) => 'lastModification' in query)
			.at(-1) as { lastModification: string };
		expect(Date.now() - Date.parse(lastModification)).toBeLessThan(48 * 3_600_000 + 60_000);
		expect(await node.poll()).toBeNull();
	});

	it.each([404, 410, 422])('is told by any status that a token can get: %i', async (status) => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		await sandbox.fault({ kind: 'status', status, match: { scope: 'bookingList' } });
		expect(events(await poll(node))).toEqual([['new', number]]);
		expect(await node.poll()).toBeNull();
	});
});

describe('what survives', () => {
	it('a restart: nothing is lost, nothing repeated', async () => {
		const property = freshProperty();
		const credential = await newClient(sandbox);
		const before = await trigger(property, {}, { credential });
		await before.poll();
		const first = await sandbox.createBooking(property);
		expect(events(await poll(before))).toEqual([['new', first.number]]);
		const whileDown = await sandbox.createBooking(property);
		const after = await trigger(property, {}, { credential, staticData: saved(before) });
		expect(events(await poll(after, { activation: 'init' }))).toEqual([['new', whileDown.number]]);
		expect(await after.poll()).toBeNull();
	});

	it('another property starts anew', async () => {
		const property = freshProperty();
		const other = await trigger(freshProperty());
		await other.poll();
		const node = await trigger(property, {}, { staticData: saved(other) });
		expect(await node.poll()).toBeNull();
		const { properties } = node.staticData.bookings as unknown as TriggerState;
		expect(Object.keys(properties)).toEqual([property]);
	});

	it('two polls at once: the second returns without touching anything', async () => {
		const property = freshProperty();
		const node = await trigger(property);
		await node.poll();
		const { number } = await sandbox.createBooking(property);
		await sandbox.fault({ kind: 'delay', delayMs: 500, match: { scope: 'bookingList' } });
		const slow = poll(node);
		expect(await node.poll()).toBeNull();
		expect(events(await slow)).toEqual([['new', number]]);
	});

	it('a workflow that is renamed while it polls: what comes from then on is emitted', async () => {
		const property = freshProperty();
		const credential = await newClient(sandbox);
		const before = await trigger(property, {}, { credential });
		await before.poll();
		await sandbox.fault({ kind: 'delay', delayMs: 500, match: { scope: 'bookingList' } });
		const slow = before.poll();
		const renamed = await trigger(property, {}, { credential, nodeId: before.node.id });
		await renamed.poll();
		const { number } = await sandbox.createBooking(property);
		await slow;
		expect(events(await poll(renamed))).toEqual([['new', number]]);
	});
});

describe("the editor's test fetch", () => {
	it('gives the latest booking and leaves the state alone', async () => {
		const property = freshProperty();
		const { number } = await sandbox.createBooking(property);
		const node = await trigger(property);
		const items = await poll(node, { mode: 'manual' });
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({ event: 'new', number, booking: { number } });
		expect(node.staticData).toEqual({});
	});

	it('looks further back where nothing happened lately', async () => {
		const node = await trigger(freshProperty(), { output: 'summary' });
		expect(await poll(node, { mode: 'manual' })).toHaveLength(1);
	});

	it('says so when there is no booking at all', async () => {
		const empty = await startSandbox({ limits: 'off', properties: 1, bookings: 0 });
		const node = await trigger('1024', {}, { credential: credentialFor(empty) });
		await expect(node.poll({ mode: 'manual' })).rejects.toThrow(
			"Property '1024' has no bookings yet, so there is no test event",
		);
		await empty.stop();
	});
});

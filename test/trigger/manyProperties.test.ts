import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { newClient, withToken } from '../support/clients';
import { loggedTrigger } from '../support/loggedTrigger';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

let sandbox: Sandbox;
let nextProperty = 0;
const DAY_MS = 86_400_000;
/** Until the faults are cleared. */
const FOR_GOOD = 1000;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 71, properties: 100, bookings: 3, limits: 'off' });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

/** Hotels of the test's own, and a client that sees only them. */
async function world(
	count: number,
): Promise<{ ids: string[]; credential: TestCredential; clientId: string }> {
	const ids = sandbox.properties.slice(nextProperty, nextProperty + count).map(({ id }) => id);
	nextProperty += count;
	const credential = await newClient(sandbox, { propertyIds: ids });
	return { ids, credential, clientId: credential.apiClientId };
}

function trigger(
	parameters: INodeParameters,
	credential: TestCredential,
	staticData?: IDataObject,
	type = new PartnerHotelTrigger(),
): NodeHarness {
	return harness(type, {
		parameters: { startFrom: 'now', output: 'summary', ...parameters },
		credential,
		...(staticData && { staticData }),
	});
}

function triggerWithLog(
	parameters: INodeParameters,
	credential: TestCredential,
): { node: NodeHarness; warnings: string[] } {
	const { type, warnings } = loggedTrigger();
	return { node: trigger(parameters, credential, undefined, type), warnings };
}

const several = (ids: string[]): INodeParameters => ({ propertySelection: 'several', propertyIds: ids });

type Json = IDataObject & { event: string; number: string; propertyId: string };

async function poll(node: NodeHarness, options?: Parameters<NodeHarness['poll']>[0]): Promise<Json[]> {
	return ((await node.poll(options)) ?? []).map(({ json }) => json as Json);
}

const numbers = (items: Array<{ number: string }>) => items.map(({ number }) => number).sort();
const stateOf = (node: NodeHarness) => node.staticData.bookings as unknown as TriggerState;

describe('several properties', () => {
	it('each has a cursor of its own, and a booking of any of them comes once', async () => {
		const { ids, credential } = await world(3);
		const node = trigger(several(ids), credential);
		expect(await node.poll()).toBeNull();
		const made = [await sandbox.createBooking(ids[2] ?? ''), await sandbox.createBooking(ids[0] ?? '')];
		const items = await poll(node);
		expect(numbers(items)).toEqual(numbers(made));
		expect(new Set(items.map(({ propertyId }) => propertyId))).toEqual(new Set([ids[0], ids[2]]));
		expect(Object.keys(stateOf(node).properties).sort()).toEqual([...ids].sort());
		expect(await node.poll()).toBeNull();
	});

	it.each([
		['text', (ids: string[]) => ids.join(', ')],
		['the same ones twice', (ids: string[]) => [...ids, ...ids]],
		['an expression that gives records', (ids: string[]) => ids.map((id) => ({ id }))],
	])('may be given as %s', async (_, given) => {
		const { ids, credential } = await world(2);
		const node = trigger(several(given(ids) as unknown as string[]), credential);
		await node.poll();
		const made = await sandbox.createBooking(ids[1] ?? '');
		expect(numbers(await poll(node))).toEqual(numbers([made]));
	});

	it('without any, the user is told before anything is sent', async () => {
		const { credential } = await world(1);
		await expect(trigger(several([]), credential).poll()).rejects.toMatchObject({
			message: 'Property Names or IDs is empty',
			description: expect.stringContaining("'Properties'") as unknown,
		});
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('one that does not exist stops the activation and is named', async () => {
		const { ids, credential } = await world(1);
		const node = trigger(several([...ids, '999999']), credential);
		await expect(node.poll()).rejects.toMatchObject({ message: "The property '999999' was not found" });
		expect(node.staticData).toEqual({});
	});

	it('one that is taken out is forgotten, one that is added starts now, the others go on', async () => {
		const { ids, credential } = await world(3);
		const [first = '', second = '', third = ''] = ids;
		const node = trigger(several([first, second]), credential);
		await node.poll();
		const early = await sandbox.createBooking(second);
		await sandbox.createBooking(third);
		const edited = trigger(several([second, third]), credential, node.staticData);
		expect(numbers(await poll(edited))).toEqual(numbers([early]));
		expect(Object.keys(stateOf(edited).properties).sort()).toEqual([second, third].sort());
		const late = await sandbox.createBooking(third);
		expect(numbers(await poll(edited))).toEqual(numbers([late]));
	});
});

describe('a property that fails among others', () => {
	const refused = (id: string) => ({
		kind: 'status' as const,
		status: 403,
		times: FOR_GOOD,
		match: { path: `/properties/${id}/bookings` },
	});

	it('does not hold them back, keeps its cursor, and is told on the first quiet poll', async () => {
		const { ids, credential } = await world(3);
		const [bad = '', good = ''] = ids;
		const node = trigger(several(ids), credential);
		await node.poll();
		const cursor = JSON.stringify(stateOf(node).properties[bad]);
		await sandbox.fault(refused(bad));
		const [waits, arrives] = [await sandbox.createBooking(bad), await sandbox.createBooking(good)];
		expect(numbers(await poll(node))).toEqual(numbers([arrives]));
		expect(JSON.stringify(stateOf(node).properties[bad])).toBe(cursor);

		await expect(node.poll()).rejects.toMatchObject({
			message: expect.stringContaining(`Property ${bad}: `) as unknown,
			httpCode: '403',
			failure: { cause: 'temporarily-unavailable' },
		});
		const afterwards = await sandbox.createBooking(good);
		expect(numbers(await poll(node))).toEqual(numbers([afterwards]));
		expect(await node.poll()).toBeNull();

		await sandbox.clearFaults();
		expect(numbers(await poll(node))).toEqual(numbers([waits]));
	});

	it('is told of at once when the credential was changed', async () => {
		const { ids, credential } = await world(2);
		const node = trigger(several(ids), credential);
		await node.poll();
		await sandbox.fault(refused(ids[0] ?? ''));
		await expect(node.poll()).rejects.toMatchObject({ httpCode: '403' });
		expect(await node.poll()).toBeNull();
		const other = await newClient(sandbox, { propertyIds: ids });
		Object.assign(node.stored, other, { oauthTokenData: undefined });
		await expect(node.poll()).rejects.toMatchObject({ httpCode: '403' });
		expect(await node.poll()).toBeNull();
	});

	describe('beside one that is busy', () => {
		const clock = { ms: 0 };
		beforeEach(() => {
			clock.ms = 0;
			const real = Date.now;
			jest.spyOn(Date, 'now').mockImplementation(() => real() + clock.ms);
		});
		afterEach(() => jest.restoreAllMocks());

		it('is warned of in the log, once an hour until it has recovered, without secrets', async () => {
			const { ids, credential } = await world(2);
			const [bad = '', busy = ''] = ids;
			const { node, warnings } = triggerWithLog(several(ids), credential);
			await node.poll();
			await sandbox.fault(refused(bad));
			const pollBusy = async (afterMs: number) => {
				clock.ms += afterMs;
				const made = await sandbox.createBooking(busy);
				expect(numbers(await poll(node))).toEqual(numbers([made]));
				return warnings.length;
			};
			expect(await pollBusy(0)).toBe(1);
			expect(await pollBusy(60_000)).toBe(1);
			expect(await pollBusy(3_600_000)).toBe(2);
			for (const text of warnings) {
				expect(text).toMatch(new RegExp(`^Property ${bad}: .*may use Bookings .* but not for this property`));
				expect(text).not.toContain(credential.apiClientSecret);
			}
			await sandbox.clearFaults();
			expect(await pollBusy(60_000)).toBe(2);
			await sandbox.fault(refused(bad));
			expect(await pollBusy(60_000)).toBe(3);
			expect(await pollBusy(-86_400_000)).toBe(4);
		});

		it('is told again after it had recovered: by an error ten minutes after the one before', async () => {
			const { ids, credential } = await world(2);
			const { node, warnings } = triggerWithLog(several(ids), credential);
			await node.poll();
			for (let episode = 1; episode <= 2; episode++) {
				await sandbox.fault(refused(ids[0] ?? ''));
				await expect(node.poll()).rejects.toMatchObject({ httpCode: '403' });
				await sandbox.clearFaults();
				expect(await node.poll()).toBeNull();
				clock.ms += 60_000;
				await sandbox.fault(refused(ids[0] ?? ''));
				expect(await node.poll()).toBeNull();
				expect(warnings).toHaveLength(episode);
				await sandbox.clearFaults();
				expect(await node.poll()).toBeNull();
				clock.ms += 540_000;
			}
		});

		it('properties that fail by turns are all told; one poll in ten minutes fails, and what the others read is kept', async () => {
			const { ids, credential } = await world(4);
			const { node, warnings } = triggerWithLog(several(ids), credential);
			await node.poll();
			const failed: string[] = [];
			for (const bad of [...ids.slice(1), ...ids.slice(1), ...ids.slice(1), ids[1] ?? '']) {
				clock.ms += 60_000;
				await sandbox.clearFaults();
				await sandbox.fault(refused(bad));
				await node.poll().catch(({ message }: Error) => failed.push(message));
			}
			expect(failed).toHaveLength(1);
			for (const id of ids.slice(1))
				expect([...failed, ...warnings].some((text) => text.startsWith(`Property ${id}: `))).toBe(true);
			clock.ms += 60_000;
			await expect(node.poll()).rejects.toMatchObject({ httpCode: '403' });
		});

		it('is told as an error on the first poll that emits nothing', async () => {
			const { ids, credential } = await world(2);
			const [bad = '', busy = ''] = ids;
			const { node, warnings } = triggerWithLog(several(ids), credential);
			await node.poll();
			await sandbox.fault(refused(bad));
			await sandbox.createBooking(busy);
			await node.poll();
			await expect(node.poll()).rejects.toMatchObject({ httpCode: '403' });
			expect(warnings).toHaveLength(1);
		});
	});

	it('when all fail for a reason that a person has to remove, n8n is asked to try again soon', async () => {
		const { ids, credential } = await world(2);
		const node = trigger(several(ids), credential);
		await node.poll();
		await sandbox.fault({ kind: 'status', status: 403, times: FOR_GOOD, match: { scope: 'bookingList' } });
		await expect(node.poll()).rejects.toMatchObject({
			message: expect.stringContaining(`also failing: ${[...ids].sort()[1]}`) as unknown,
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it('one that is added and fails does not hold back those that are known', async () => {
		const { ids, credential } = await world(2);
		const [known = '', added = ''] = ids;
		const node = trigger(several([known]), credential);
		await node.poll();
		await sandbox.fault(refused(added));
		const made = await sandbox.createBooking(known);
		const edited = trigger(several(ids), credential, node.staticData);
		expect(numbers(await poll(edited))).toEqual(numbers([made]));
	});

	it('many bookings whose details fail do not hold back the others', async () => {
		const { ids, credential } = await world(1);
		const node = trigger({ ...several(ids), output: 'details' }, credential);
		await node.poll();
		const made = numbers(await sandbox.createBookings(ids[0] ?? '', 30));
		for (const poisoned of made.slice(0, 6)) {
			await sandbox.fault({ kind: 'status', status: 403, times: FOR_GOOD, match: { path: poisoned } });
		}
		const received: Json[] = [];
		for (let polls = 0; polls < 6; polls++) received.push(...(await poll(node).catch(() => [])));
		expect(numbers(received)).toEqual(made.slice(6));
		await sandbox.clearFaults();
		expect(numbers(await poll(node))).toEqual(made.slice(0, 6));
	});

	it('an odd record of one property does not stop the others', async () => {
		const { ids, credential } = await world(2);
		const [odd = '', good = ''] = ids;
		const node = trigger(several(ids), credential);
		await node.poll();
		const body = {
			continueToken: 'x',
			hasMoreData: false,
			bookingSummaries: [{ number: 7, status: 5, modifiedDateTime: 'soon', createdDateTime: null }],
		};
		await sandbox.fault({ kind: 'body', body, match: { path: `/properties/${odd}/bookings` } });
		const made = await sandbox.createBooking(good);
		expect(numbers(await poll(node))).toEqual(['7', made.number].sort());
	});

	it.each(['constructor', 'toString'])(
		'a property called %s is not found, and the others go on',
		async (id) => {
			const { ids, credential } = await world(1);
			const node = trigger(several(ids), credential);
			await node.poll();
			const made = await sandbox.createBooking(ids[0] ?? '');
			expect(numbers(await poll(trigger(several([...ids, id]), credential, node.staticData)))).toEqual([
				made.number,
			]);
		},
	);

	it('details that fail for one booking hold back that booking alone', async () => {
		const { ids, credential } = await world(2);
		const node = trigger({ ...several(ids), output: 'details' }, credential);
		await node.poll();
		const made = await sandbox.createBookings(ids[0] ?? '', 6);
		const poisoned = made[1]?.number ?? '';
		await sandbox.fault({ kind: 'status', status: 403, times: FOR_GOOD, match: { path: poisoned } });
		expect(numbers(await poll(node))).toEqual(numbers(made.filter(({ number }) => number !== poisoned)));
		const next = await sandbox.createBooking(ids[0] ?? '');
		expect(numbers(await poll(node))).toEqual([next.number]);
		await sandbox.clearFaults();
		expect(numbers(await poll(node))).toEqual([poisoned]);
	});
});

describe('all properties', () => {
	const all = { propertySelection: 'all' };

	it('are those the client can see', async () => {
		const { ids, credential } = await world(4);
		const node = trigger(all, credential);
		expect(await node.poll()).toBeNull();
		expect(Object.keys(stateOf(node).properties).sort()).toEqual([...ids].sort());
		const made = [await sandbox.createBooking(ids[3] ?? ''), await sandbox.createBooking(ids[1] ?? '')];
		expect(numbers(await poll(node))).toEqual(numbers(made));
	});

	it('one that fails does not stop the activation: it is warned of, and told by an error on the next poll', async () => {
		const { ids, credential } = await world(3);
		const [bad = '', good = ''] = ids;
		const path = `/properties/${bad}/bookings`;
		await sandbox.fault({ kind: 'status', status: 403, times: FOR_GOOD, match: { path } });
		const { node, warnings } = triggerWithLog(all, credential);
		expect(await node.poll()).toBeNull();
		expect(warnings).toEqual([expect.stringMatching(new RegExp(`^Property ${bad}: `))]);
		await expect(node.poll()).rejects.toMatchObject({ httpCode: '403' });
		const made = await sandbox.createBooking(good);
		expect(numbers(await poll(node))).toEqual(numbers([made]));
	});

	it('when none can be read, the activation fails', async () => {
		const { credential } = await world(2);
		await sandbox.fault({ kind: 'status', status: 403, times: FOR_GOOD, match: { scope: 'bookingList' } });
		await expect(trigger(all, credential).poll()).rejects.toMatchObject({ httpCode: '403' });
	});

	it('are those of the client of the moment', async () => {
		const { ids, credential } = await world(3);
		const node = trigger(all, credential);
		await node.poll();
		const [seen = '', ...hidden] = ids;
		const other = await newClient(sandbox, { propertyIds: [seen] });
		Object.assign(node.stored, other, { oauthTokenData: undefined });
		await sandbox.resetReport();
		expect(await node.poll()).toBeNull();
		const asked = (await sandbox.requests({ path: '/bookings' })).map(({ path }) => path);
		expect(asked.some((path) => path.includes(seen))).toBe(true);
		for (const id of hidden) expect(asked.some((path) => path.includes(id))).toBe(false);
	});

	it('new ones join by themselves, with what happened since the others were listed', async () => {
		const { ids, credential, clientId } = await world(3);
		const [first = '', second = '', joins = ''] = ids;
		const pair = { clientId, clientSecret: credential.apiClientSecret };
		await sandbox.addClient({ ...pair, propertyIds: [first, second] });
		const node = trigger(all, credential);
		await node.poll();
		expect(Object.keys(stateOf(node).properties)).not.toContain(joins);
		await sandbox.addClient({ ...pair, propertyIds: ids });
		const made = await sandbox.createBooking(joins);
		const restarted = trigger(all, await sameClient(credential), node.staticData);
		expect(numbers(await poll(restarted))).toEqual(numbers([made]));
		expect(Object.keys(stateOf(restarted).properties)).toContain(joins);
	});

	it('after one alone was chosen for a while, the others start now', async () => {
		const { ids, credential } = await world(3);
		const node = trigger(all, credential);
		await node.poll();
		const [one = '', other = ''] = ids;
		const alone = trigger({ propertyId: byId(one) }, await sameClient(credential), node.staticData);
		await alone.poll();
		await sandbox.createBooking(other);
		await sandbox.settings({ clockOffsetMs: 60 * DAY_MS });
		const again = trigger(all, await sameClient(credential), node.staticData);
		const before = await again.poll();
		const made = await sandbox.createBooking(other);
		const after = numbers(await poll(again));
		await sandbox.settings({ clockOffsetMs: 0 });
		expect([before, after]).toEqual([null, numbers([made])]);
	});

	it.each([
		['for half a day goes on where it was', 0.5, true],
		['for two months starts with its return', 60, false],
	])('one that was not listed %s', async (_, days, isKnown) => {
		const { ids, credential, clientId } = await world(2);
		const pair = { clientId, clientSecret: credential.apiClientSecret };
		const node = trigger(all, credential);
		await node.poll();
		const pollAnew = async () =>
			numbers(await poll(trigger(all, await sameClient(credential), node.staticData)));
		await sandbox.addClient({ ...pair, propertyIds: ids.slice(0, 1) });
		await pollAnew();
		const away = await sandbox.createBooking(ids[1] ?? '');
		await sandbox.settings({ clockOffsetMs: days * DAY_MS });
		await pollAnew();
		await sandbox.addClient({ ...pair, propertyIds: ids });
		const told = [...(await pollAnew()), ...(await pollAnew())];
		const made = await sandbox.createBooking(ids[1] ?? '');
		const after = await pollAnew();
		await sandbox.settings({ clockOffsetMs: 0 });
		expect(told).toEqual(isKnown ? numbers([away]) : []);
		expect(after).toEqual(numbers([made]));
	});

	it('are listed again by a trigger that starts anew in the same process', async () => {
		const { ids, credential, clientId } = await world(2);
		const pair = { clientId, clientSecret: credential.apiClientSecret };
		await sandbox.addClient({ ...pair, propertyIds: ids.slice(0, 1) });
		const node = trigger(all, credential);
		await node.poll();
		await sandbox.addClient({ ...pair, propertyIds: ids });
		delete node.staticData.bookings;
		await node.poll();
		const made = await sandbox.createBooking(ids[1] ?? '');
		expect(numbers(await poll(node))).toEqual(numbers([made]));
	});

	it('are listed again when the clock of the machine was set back', async () => {
		const { credential } = await world(1);
		const node = trigger(all, credential);
		await node.poll();
		await sandbox.resetReport();
		const real = Date.now;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() - 86_400_000);
		await node.poll();
		clock.mockRestore();
		expect(await sandbox.requests({ path: '/api/content/v1/properties' })).toHaveLength(1);
	});

	it('a list that cannot be read now does not stop those that are known', async () => {
		const { ids, credential } = await world(2);
		const node = trigger(all, credential);
		await node.poll();
		await sandbox.fault({
			kind: 'status',
			status: 403,
			times: FOR_GOOD,
			match: { path: '/api/content/v1/properties' },
		});
		const made = await sandbox.createBooking(ids[0] ?? '');
		const restarted = trigger(all, await sameClient(credential), node.staticData);
		expect(numbers(await poll(restarted))).toEqual(numbers([made]));
	});

	it('a list that hangs does not use up the time of the poll', async () => {
		const { ids, credential } = await world(2);
		const node = trigger(all, credential);
		await node.poll();
		await sandbox.fault({ kind: 'delay', delayMs: 20_000, match: { path: '/api/content/v1/properties' } });
		const made = await sandbox.createBooking(ids[0] ?? '');
		const restarted = trigger(all, await sameClient(credential), node.staticData);
		const stopwatch = new Stopwatch();
		expect(numbers(await poll(restarted, { budgetMs: 15_000 }))).toEqual(numbers([made]));
		expect(stopwatch.stop()).toBeLessThan(15_000);
	});

	it('without access to the list, the user is told what to do', async () => {
		const { ids } = await world(1);
		const credential = await newClient(sandbox, { propertyIds: ids, apiAccesses: ['reservation_api'] });
		await expect(trigger(all, credential).poll()).rejects.toMatchObject({
			message: expect.stringContaining('requires access to Content') as unknown,
		});
	});

	it('without a single one, the user is told', async () => {
		const credential = await newClient(sandbox, { propertyIds: [] });
		await expect(trigger(all, credential).poll()).rejects.toMatchObject({
			message: 'Properties include none that this API connection can access',
		});
	});

	/** Another process knows nothing of the list: a credential under another address of the same sandbox. */
	async function sameClient(credential: TestCredential): Promise<TestCredential> {
		const baseUrl = credential.baseUrl.replace('127.0.0.1', 'localhost');
		return withToken({ ...credential, baseUrl }, credential.oauthTokenData as IDataObject);
	}
});

describe('many properties', () => {
	it('all get their turn although a poll serves only some of them, and the next one goes on', async () => {
		const { ids, credential } = await world(12);
		const parameters = { ...several(ids), startFrom: 'everything', options: { maxBookings: 6 } };
		const node = trigger(parameters, credential);
		const polls: Json[][] = [];
		while (polls.flat().length < 36 && polls.length < 20) polls.push(await poll(node));
		expect(new Set(polls.flat().map(({ number }) => number)).size).toBe(36);
		expect(Math.max(...polls.map(({ length }) => length))).toBe(6);
		const firstServed = new Set(polls[0]?.map(({ propertyId }) => propertyId));
		expect(polls[1]?.every(({ propertyId }) => !firstServed.has(propertyId))).toBe(true);
		expect(await node.poll()).toBeNull();
	});

	it('a long history of one does not hold back a new booking of another', async () => {
		const { ids, credential } = await world(2);
		const [long = '', short = ''] = ids;
		const node = trigger(
			{ ...several(ids), startFrom: 'everything', options: { maxBookings: 5 } },
			credential,
		);
		await sandbox.createBookings(long, 60);
		for (let polls = 0; polls < 2; polls++) await node.poll();
		const made = await sandbox.createBooking(short);
		const next = [...(await poll(node)), ...(await poll(node)), ...(await poll(node))];
		expect(numbers(next)).toContain(made.number);
		expect(next.length).toBeLessThan(60);
	});
});

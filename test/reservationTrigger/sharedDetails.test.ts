import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allowManyTokens, withToken } from '../support/clients';
import type { TestCredential } from '../support/n8n';
import { proxyOf, type Proxy } from '../support/proxy';
import { eventsOf, FrontDesk, pollOnce, reservationTrigger } from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** Several triggers of one API client on the same hotel. */

let sandbox: Sandbox;
let proxy: Proxy;
let nextProperty = 0;
/** The time that the service tells. */
let date: string | undefined;
/** Statuses with which the next requests for details are refused. */
let refusals: number[] = [];

const DETAILS = /\/reservations\/(\d[^/]*)$/;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 97, properties: 12, bookings: 2 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	date = undefined;
	refusals = [];
	proxy = await proxyOf(sandbox);
	answerThrough(proxy);
});
afterEach(async () => await proxy.fake.stop());

function answerThrough(one: Proxy): void {
	one.between = async (request) => {
		const status = DETAILS.test(request.path) ? refusals.shift() : undefined;
		const answer = status === undefined ? await one.forward(request) : { status };
		return { ...answer, headers: { ...answer.headers, ...(date !== undefined && { date }) } };
	};
}

async function hotel(triggers: number, credentials: TestCredential[] = [], parameters: INodeParameters = {}) {
	const desk = new FrontDesk(sandbox, sandbox.properties[nextProperty++]?.id ?? '', proxy.credential);
	const nodes = await Promise.all(
		Array.from({ length: triggers }, async (_, index) => {
			const credential = credentials[index] ?? proxy.credential;
			return await reservationTrigger(sandbox, desk.propertyId, parameters, { credential });
		}),
	);
	for (const node of nodes) await node.poll();
	return { desk, nodes };
}

/** All requests of a test come within a second, as the service counts. */
function stopClock(): void {
	date = new Date().toUTCString();
	proxy.fake.requests.length = 0;
}

const detailsRead = () => proxy.fake.requests.flatMap(({ path }) => DETAILS.exec(path)?.[1] ?? []).sort();

describe.each(['specification', 'published'] as const)('in the dialect "%s"', (dialect) => {
	beforeAll(async () => void (await sandbox.settings({ dialect })));

	it('two triggers read each reservation once, at the same time or one after the other', async () => {
		const { desk, nodes } = await hotel(3);
		const numbers = [await desk.book(), await desk.book(2), await desk.book()].map(({ number }) => number);
		stopClock();
		const [one, two] = await Promise.all(nodes.slice(0, 2).map(async (node) => await pollOnce(node)));
		const three = await pollOnce(nodes[2] as never);
		for (const items of [one, two, three]) {
			expect(items?.map(({ event }) => event)).toEqual(['new', 'new', 'new']);
			expect(items?.map(({ number }) => number).sort()).toEqual(numbers.sort());
			expect(items?.[0]?.reservation).toMatchObject({ customer: expect.any(Object) as unknown });
		}
		expect(detailsRead()).toEqual(numbers);
	});

	it('a reservation that changes is read again', async () => {
		const { desk, nodes } = await hotel(2);
		const reservation = await desk.book();
		const { number } = reservation;
		stopClock();
		for (const node of nodes) expect(eventsOf(await pollOnce(node))).toEqual([['new', number]]);
		await desk.checkIn(reservation);
		date = new Date(Date.now() + 10_000).toUTCString();
		for (const node of nodes) expect(eventsOf(await pollOnce(node))).toEqual([['checkedIn', number]]);
		expect(detailsRead()).toEqual([number, number]);
	});
});

it('another client reads for itself', async () => {
	const another = await proxyOf(sandbox);
	answerThrough(another);
	const { desk, nodes } = await hotel(2, [proxy.credential, another.credential]);
	const { number } = await desk.book();
	stopClock();
	for (const node of nodes) expect(eventsOf(await pollOnce(node))).toEqual([['new', number]]);
	expect(detailsRead()).toEqual([number]);
	expect(another.fake.requests.filter(({ path }) => path.endsWith(`/${number}`))).toHaveLength(1);
	await another.fake.stop();
});

it('who has another secret for the same client ID reads for himself', async () => {
	const { oauthTokenData } = proxy.credential;
	const other = withToken({ ...proxy.credential, apiClientSecret: 'another' }, oauthTokenData as IDataObject);
	const { desk, nodes } = await hotel(2, [proxy.credential, other]);
	const { number } = await desk.book();
	stopClock();
	for (const node of nodes) expect(eventsOf(await pollOnce(node))).toEqual([['new', number]]);
	expect(detailsRead()).toEqual([number, number]);
});

it('a reading that fails fails one trigger, which has it with its next poll', async () => {
	const { desk, nodes } = await hotel(2);
	const { number } = await desk.book();
	stopClock();
	refusals = [403];
	const polled = await Promise.all(nodes.map(async (node) => await pollOnce(node).catch(() => [])));
	expect(polled.flatMap(eventsOf)).toEqual([['new', number]]);
	const failed = nodes[polled.findIndex(({ length }) => length === 0)];
	expect(eventsOf(await pollOnce(failed as never))).toEqual([['new', number]]);
	expect(detailsRead()).toEqual([number, number]);
});

it('what another trigger has read counts in the size of an execution', async () => {
	const { desk, nodes } = await hotel(2);
	for (let count = 0; count < 3; count++) await desk.book();
	const small = await reservationTrigger(
		sandbox,
		desk.propertyId,
		{ options: { maxReservations: 2 } },
		{ credential: proxy.credential, staticData: JSON.parse(JSON.stringify(nodes[0]?.staticData)) as never },
	);
	stopClock();
	expect(await pollOnce(nodes[1] as never)).toHaveLength(3);
	expect(await pollOnce(small)).toHaveLength(2);
	expect(await pollOnce(small)).toHaveLength(1);
});

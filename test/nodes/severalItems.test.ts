import type { INodeParameters, INodeType } from 'n8n-workflow';

import * as exposed from '../../index';
import { allowManyTokens, newClient, newClientWithoutToken } from '../support/clients';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import type { ClientInput } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

type NodeName = Exclude<keyof typeof exposed, 'PartnerHotelOAuth2Api' | 'PartnerHotelTrigger'>;

let sandbox: Sandbox;
let numbers: string[];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 5, properties: 3, bookings: 40, latency: 150 });
	await allowManyTokens(sandbox);
	numbers = (await sandbox.createBookings('1024', 30)).map(({ number }) => number);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

async function node(
	name: NodeName,
	parameters: INodeParameters,
	options: Pick<ClientInput, 'apiAccesses'> & {
		onError?: 'continueRegularOutput';
		credential?: TestCredential;
	} = {},
): Promise<NodeHarness> {
	const { onError, credential: given, ...wishes } = options;
	const type: INodeType = new exposed[name]();
	const credential = given ?? (await newClient(sandbox, wishes));
	return harness(type, { parameters: { propertyId: byId('1024'), ...parameters }, credential, onError });
}

const getBooking = { resource: 'booking', operation: 'get', number: '={{ $json.number }}' };
const inputs = (list: string[]) => list.map((number) => ({ number }));

describe('reading operations on several items', () => {
	it('work on several at once; results stay in the order of the items; one token serves all', async () => {
		const credential = await newClientWithoutToken(sandbox);
		const many = await node('PartnerHotelBookings', getBooking, { credential });
		const asked = numbers.slice(0, 12);
		const items = await many.execute(inputs(asked));
		expect(items.map(({ json }) => json.number)).toEqual(asked);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(asked.map((_, item) => ({ item })));
		const report = await sandbox.report();
		expect(report.highestConcurrency).toBeGreaterThan(2);
		expect(report.tokensIssued).toBe(1);
		expect(report.byStatus['429']).toBeUndefined();
	});

	it('end with the error of the first item that fails, and start nothing more', async () => {
		const many = await node('PartnerHotelBookings', getBooking);
		const asked = [numbers[0] ?? '', 'NOWHERE-1', 'NOWHERE-2', ...numbers];
		await expect(many.execute(inputs(asked))).rejects.toMatchObject({
			httpCode: '404',
			context: { itemIndex: 1 },
		});
		expect((await sandbox.report()).requests).toBeLessThan(asked.length);
	});

	it('go on after failures when the node is set to', async () => {
		const many = await node('PartnerHotelBookings', getBooking, { onError: 'continueRegularOutput' });
		const items = await many.execute(inputs([numbers[0] ?? '', 'NOWHERE', numbers[1] ?? '']));
		expect(items.map(({ json }) => json.httpCode ?? json.number)).toEqual([numbers[0], '404', numbers[1]]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it('end at once when the execution is cancelled', async () => {
		const many = await node('PartnerHotelBookings', getBooking);
		await sandbox.fault({ kind: 'delay', delayMs: 30_000, times: 100, match: { scope: 'bookingDetail' } });
		const run = many.execute(inputs(numbers), AbortSignal.timeout(300));
		const stopwatch = new Stopwatch();
		await expect(run).rejects.toThrow();
		expect(stopwatch.stop()).toBeLessThan(5_000);
	});

	it('say at once which limit is used up when it would take longer than allowed', async () => {
		const options = { maxWaitSeconds: 3 };
		const many = await node('PartnerHotelBookings', { ...getBooking, options });
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 40,
			match: { scope: 'bookingDetail' },
		});
		const stopwatch = new Stopwatch();
		await expect(many.execute(inputs(numbers.slice(0, 3)))).rejects.toMatchObject({
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) as number },
		});
		expect(stopwatch.stop()).toBeLessThan(3_000);
	});

	it('ask a refused Content for names once, not for each item', async () => {
		const parameters = { ...getBooking, options: { output: 'simplified' }, output: 'simplified' };
		const many = await node('PartnerHotelBookings', parameters, { apiAccesses: ['reservation_api'] });
		const items = await many.execute(inputs(numbers.slice(0, 6)));
		expect(items).toHaveLength(6);
		const content = (await sandbox.requests()).filter(({ path }) => path.includes('/content/'));
		expect(content.length).toBeLessThanOrEqual(1);
	});
});

describe('operations that change something', () => {
	it('are carried out strictly one after the other', async () => {
		const create = { resource: 'corporateClient', operation: 'create' };
		const many = await node('PartnerHotelReferenceData', {
			...create,
			taxpayerIdentificationNumber: '={{ $json.number }}',
			registrationReasonCode: '771401001',
		});
		await many.execute(inputs(['770493581', '770493582', '770493583']));
		expect((await sandbox.report()).highestConcurrency).toBe(1);
		const bodies = (await sandbox.requests()).flatMap(({ method, body }) =>
			method === 'POST' && body !== undefined ? [JSON.stringify(body)] : [],
		);
		const order = bodies.flatMap((body) => /77049358\d/.exec(body) ?? []);
		expect(order).toEqual(['770493581', '770493582', '770493583']);
	});
});

/** The last one, for it leaves requests behind that the sandbox is slow to answer. */
describe('reading operations of which one item fails', () => {
	it('do not wait for the requests of later items when an item fails', async () => {
		const many = await node('PartnerHotelBookings', getBooking);
		await many.execute(inputs(numbers.slice(0, 1)));
		const slow = { kind: 'delay', delayMs: 30_000, times: 10 } as const;
		for (const number of numbers.slice(1, 4)) await sandbox.fault({ ...slow, match: { path: number } });
		const stopwatch = new Stopwatch();
		await expect(many.execute(inputs(['NOWHERE', ...numbers.slice(1, 4)]))).rejects.toMatchObject({
			context: { itemIndex: 0 },
		});
		expect(stopwatch.stop()).toBeLessThan(10_000);
		await sandbox.clearFaults();
		// The next run does not wait for them either.
		expect(await many.execute(inputs(numbers.slice(4, 10)))).toHaveLength(6);
	});
});

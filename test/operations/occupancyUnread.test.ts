import {
	sleep,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import type { FaultInput } from '../../packages/sandbox/src/client.mts';
import { allowManyTokens, newClient } from '../support/clients';
import { runInEngine } from '../support/engine';
import { failureOf } from '../support/failures';
import { byId, pmsNode } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

const MARCH = { period: 'custom', startStayDate: '2027-03-01', endStayDate: '2027-03-10', groupBy: 'total' };
const REPORT = {
	resource: 'occupancy',
	operation: 'getReport',
	propertySelection: 'all',
	output: 'all',
	...MARCH,
};
const DAILY = '/daily-occupancy';

let sandbox: Sandbox;
let ids: string[];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 5, properties: 12, bookings: 60, anchor: '2027-03-15T00:00:00Z' });
	await allowManyTokens(sandbox);
	ids = sandbox.properties.map(({ id }) => id);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const pathOf = (id: string) => `/properties/${id}${DAILY}`;

async function failing(id: string, fault: FaultInput = { kind: 'status', status: 403 }): Promise<void> {
	await sandbox.fault({ ...fault, match: { path: pathOf(id) }, times: 99 });
}

async function report(parameters: INodeParameters = {}) {
	const node = await pmsNode(sandbox, { ...REPORT, ...parameters });
	const items = await node.execute();
	return { items, rows: items.map(({ json }) => json), hints: node.hints.map(({ message }) => message) };
}

const [NO_RETRY, NONE] = [{ maxWaitSeconds: 0 }, expect.anything() as unknown];

describe('a hotel that cannot be read', () => {
	it('is an item with its ID, name and error after the others, which are reported', async () => {
		const whole = (await report()).rows;
		const unread = ids[0] ?? '';
		await failing(unread);
		const { items, rows, hints } = await report();
		expect(rows.slice(0, -1)).toEqual(whole.filter(({ propertyId }) => propertyId !== unread));
		expect(rows.at(-1)).toEqual({
			propertyId: unread,
			propertyName: sandbox.properties[0]?.name,
			error: expect.stringContaining('PMS Analytics') as unknown,
			description: expect.stringContaining('Ask the hotelier') as unknown,
			httpCode: '403',
			apiErrors: NONE,
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map(() => ({ item: 0 })));
		expect(hints).toEqual([
			`1 of 12 properties could not be read and is missing in the report: ${unread}. Its item has the 'error'.`,
		]);
	});

	it.each<[string, FaultInput, string | undefined]>([
		['does not exist in the PMS', { kind: 'status', status: 404 }, '404'],
		['fails', { kind: 'status', status: 500 }, '500'],
		['has a broken connection', { kind: 'reset' }, undefined],
		['answers with something else', { kind: 'body', body: { occupancies: 1 } }, undefined],
		['answers with nothing', { kind: 'body', body: null }, '200'],
	])('%s: the same', async (_, fault, httpCode) => {
		const unread = ids[5] ?? '';
		await failing(unread, fault);
		const { rows } = await report({ options: NO_RETRY });
		expect(rows).toHaveLength(12);
		expect(rows.at(-1)).toMatchObject({ propertyId: unread, error: expect.any(String) as string });
		expect(rows.at(-1)?.httpCode).toBe(httpCode);
		expect(rows.slice(0, -1).some(({ error }) => error !== undefined)).toBe(false);
	});

	it('is left out of totals, which say so', async () => {
		const [first = '', second = ''] = ids;
		const { rows: apart } = await report();
		await failing(first);
		await failing(second);
		const { rows, hints } = await report({ options: { isCombined: true } });
		const unread = rows.filter(({ error }) => error !== undefined);
		expect(unread.map(({ propertyId }) => propertyId)).toEqual([first, second]);
		for (const row of rows.slice(0, -2)) {
			const own = apart.filter(
				({ propertyId, currencyCode }) =>
					propertyId !== first && propertyId !== second && currencyCode === row.currencyCode,
			);
			expect(row).toMatchObject({ properties: own.length, missingProperties: 2 });
			expect(row.roomsSold).toBe(own.reduce((sum, { roomsSold }) => sum + Number(roomsSold), 0));
		}
		expect(hints).toEqual([
			`2 of 12 properties could not be read and are missing in the report: ${first}, ${second}. Their items have the 'error'.`,
		]);
	});

	it('in part is left out as a whole, and asked no more', async () => {
		const unread = ids[3] ?? '';
		await sandbox.fault({ kind: 'status', status: 403, match: { path: pathOf(unread) }, times: 1 });
		const long = { startStayDate: '2024-09-01', endStayDate: '2027-03-10' };
		const entered = { propertySelection: 'several', propertyIds: [unread, ids[4] ?? ''] };
		const { rows } = await report({ ...long, ...entered });
		expect(rows.map(({ propertyId, error }) => [propertyId, error !== undefined])).toEqual([
			[ids[4], false],
			[unread, true],
		]);
		// Those that were under way beside the failed one.
		expect((await sandbox.requests({ path: pathOf(unread) })).length).toBeLessThanOrEqual(20);
		expect((await sandbox.requests({ path: pathOf(ids[4] ?? '') })).length).toBe(30);
	});

	it('without a total over several: none is missing', async () => {
		const { rows, hints } = await report({ options: { isCombined: true } });
		for (const row of rows) expect(row.missingProperties).toBe(0);
		expect(hints).toEqual([]);
	});

	it('because its time zone is unknown is an item, too', async () => {
		const unread = ids[2] ?? '';
		await sandbox.fault({
			kind: 'body',
			body: { id: unread, name: 'Nowhere' },
			match: { path: `/v1/properties/${unread}` },
			times: 9,
		});
		const { rows } = await report({ period: 'yesterday' });
		expect(rows).toHaveLength(12);
		expect(rows.at(-1)).toMatchObject({
			propertyId: unread,
			error: expect.stringMatching(/^Time Zone of the property is unknown/) as unknown,
		});
	});

	it('fails the report if that is chosen, and is named', async () => {
		await failing(ids[7] ?? '');
		const failure = await failureOf(report({ options: { ifUnread: 'fail' } }));
		expect(failure.message).toContain(`Property ${ids[7]}: This API connection`);
		expect(failure.message).toContain('PMS Analytics');
		expect(failure.httpCode).toBe('403');
	});

	it('fails the report if it is the only one', async () => {
		await failing(ids[0] ?? '');
		const one = { propertySelection: 'one', propertyId: byId(ids[0] ?? '') };
		const failure = await failureOf(report(one));
		expect(failure.message).toMatch(/^This API connection/);
	});

	it('like all others fails the report, with the first one', async () => {
		for (const id of ids) await failing(id);
		const failure = await failureOf(report());
		expect(failure.message).toContain(`Property ${ids[0]}: This API connection`);
	});

	it('has dates that no hotel can have: the report fails, and sends nothing to the PMS', async () => {
		const failure = await failureOf(report({ endStayDate: '2027-02-01' }));
		expect(failure.message).toContain('End Date');
		expect(await sandbox.requests({ path: DAILY })).toEqual([]);
	});

	it('ends with the execution that is stopped', async () => {
		await sandbox.fault({ kind: 'delay', delayMs: 5_000, match: { path: DAILY }, times: 99 });
		const cancel = new AbortController();
		const running = (await pmsNode(sandbox, REPORT)).execute([{}], cancel.signal);
		void sleep(500).then(() => cancel.abort(new Error('stopped')));
		await expect(running).rejects.toThrow('stopped');
	});
});

describe('an API that stops answering', () => {
	it('is not asked for every hotel', async () => {
		await sandbox.fault({ kind: 'reset', match: { path: DAILY }, times: 999 });
		const year = { startStayDate: '2025-03-01', endStayDate: '2027-03-10' };
		const failure = await failureOf(report({ ...year, options: NO_RETRY }));
		expect(failure.message).toContain(`Property ${ids[0]}: The partner API at `);
		// 12 hotels with 24 requests each
		expect((await sandbox.requests({ path: DAILY })).length).toBeLessThanOrEqual(40);
	});
});

describe('the outputs of the node', () => {
	async function outputs(settings: Partial<INode>): Promise<INodeExecutionData[][]> {
		const credential = await newClient(sandbox);
		const { outputs: runs } = await runInEngine(new PartnerHotelPms(), {
			parameters: REPORT,
			credential,
			settings,
			input: [{ row: 7 }],
		});
		return runs[0] ?? [];
	}

	const errors = (items: INodeExecutionData[] = []) =>
		items.flatMap(({ json }: { json: IDataObject }) => (json.error === undefined ? [] : [json.propertyId]));

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)('%s: one output has all', async (onError) => {
		await failing(ids[0] ?? '');
		const [items = []] = await outputs({ onError });
		expect(items).toHaveLength(12);
		expect(errors(items)).toEqual([ids[0]]);
	});

	it('the error output has those that could not be read', async () => {
		await failing(ids[0] ?? '');
		const [items, failed] = await outputs({ onError: 'continueErrorOutput' });
		expect(items).toHaveLength(11);
		expect(errors(items)).toEqual([]);
		expect(failed?.map(({ json }) => json)).toEqual([
			expect.objectContaining({ propertyId: ids[0], httpCode: '403' }),
		]);
		expect(failed?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
	});
});

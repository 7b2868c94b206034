import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeTypes,
	type IPollFunctions,
} from 'n8n-workflow';

import { pollContext } from '../../src/host/contexts.mts';
import { dataAround, withIsolate } from '../../../../test/support/n8n';
import { inBoth, ModelHost, nodeWith, probe, type Host, type Work } from './bothHosts';

const PARAMETERS: INodeParameters = {
	text: 'here',
	nothing: null as never,
	no: false,
	zero: 0,
	empty: '',
	nested: { list: [{ name: 'first' }], deep: { name: 'deep' }, none: null as never },
	from: '={{ $json.name }}',
	collection: { from: '={{ $json.name }}', plain: 1, list: ['={{ $json.count }}'] },
	missing: '={{ $json.absent }}',
};

const items = [{ json: { name: 'one', count: 1 } }, { json: { name: 'two', count: 2 } }];

async function expectSame<T>(trace: (host: Host) => Promise<T>): Promise<T> {
	const [n8n, model] = await inBoth(trace);
	expect(model).toEqual(n8n);
	return n8n;
}

const attempt = (read: () => unknown): unknown => {
	try {
		return { value: read() };
	} catch (error) {
		return { error: (error as Error).message };
	}
};

describe('getNodeParameter', () => {
	const names = Object.keys(PARAMETERS).concat(
		'absent',
		'nested.deep.name',
		'nested.none',
		'nested.absent.name',
		'nothing.name',
	);

	it.each(names)('gives %s alike in executions, with and without a fallback', async (name) => {
		await expectSame(async (host) => {
			const work: Work<unknown> = async (context) =>
				await Promise.resolve(
					[0, 1].flatMap((index) => [
						attempt(() => context.getNodeParameter(name, index)),
						attempt(() => context.getNodeParameter(name, index, 'instead')),
						attempt(() => context.getNodeParameter(name, index, null)),
					]),
				);
			return await host.run(work, { parameters: PARAMETERS, items });
		});
	});
});

it('expressions are evaluated for the item', async () => {
	const told = await expectSame(async (host) => {
		const work: Work<unknown> = async (context) =>
			await Promise.resolve([0, 1].map((index) => context.getNodeParameter('collection', index)));
		return await host.run(work, { parameters: PARAMETERS, items });
	});
	expect(told).toEqual([
		{ from: 'one', plain: 1, list: [1] },
		{ from: 'two', plain: 1, list: [2] },
	]);
});

describe('what a context says about the run', () => {
	it.each(['UTC', 'Europe/Vienna'])('time zone, workflow and input are the same (%s)', async (timezone) => {
		const told = await expectSame(async (host) => {
			const work: Work<unknown> = async (context) =>
				await Promise.resolve([context.getTimezone(), context.getInputData(), context.getWorkflow().active]);
			return await host.run(work, { items, timezone });
		});
		expect(told).toEqual([timezone, items, true]);
	});

	it('the node is a copy each time', async () => {
		await expectSame(async (host) => {
			const work: Work<unknown> = async (context) => {
				context.getNode().parameters.text = 'changed';
				return await Promise.resolve(context.getNode().parameters);
			};
			return await host.run(work, { parameters: { text: 'as it was' } });
		});
	});

	it.each(['signal', 'helpers', 'getCredentials'])('has %s where this package looks for it', async (what) => {
		const told = await expectSame(async (host) => {
			const work: Work<unknown> = async (context) =>
				await Promise.resolve(
					{
						signal: 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted,
						helpers: typeof context.helpers.httpRequestWithAuthentication,
						getCredentials: typeof context.getCredentials,
					}[what],
				);
			return await host.run(work);
		});
		expect(told).toBe({ signal: false, helpers: 'function', getCredentials: 'function' }[what]);
	});
});

describe('getCredentials', () => {
	it.each(['', '/', ' ', '/base/'])(
		'gives defaults and the evaluated token address (base URL ends with "%s")',
		async (end) => {
			await expectSame(async (host) => {
				const credential = {
					baseUrl: `${host.url}${end}`,
					apiClientId: 'c',
					apiClientSecret: 's',
					oauthTokenData: { access_token: 't' },
				};
				const read = (await host.run(
					async (context) => await context.getCredentials('partnerHotelOAuth2Api'),
					{ credential },
				)) as IDataObject;
				return JSON.parse(JSON.stringify(read).replaceAll(host.url, 'the base URL')) as unknown;
			});
		},
	);

	it('reads it again each time', async () => {
		const told = await expectSame(async (host) => {
			const work: Work<unknown> = async (context) => {
				const first = await context.getCredentials('partnerHotelOAuth2Api');
				first.apiClientId = 'changed';
				return (await context.getCredentials('partnerHotelOAuth2Api')).apiClientId;
			};
			return await host.run(work);
		});
		expect(told).toBe('client');
	});
});

describe('static data', () => {
	/** n8n's context and the model's around workflows alike, with what n8n looks at to know of changes. */
	async function bothAfter(
		change: (data: (type: 'node' | 'global') => IDataObject) => void,
	): Promise<unknown[]> {
		const type = probe({ poll: async () => await Promise.resolve(null) });
		const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type } as unknown as INodeTypes;
		const staticData = { global: { shared: 1 }, 'node:Hotel': { list: [1], deep: { a: 1 } } };
		const workflowOf = () => {
			const nodes = [nodeWith({})];
			return new Workflow({
				id: 'w',
				nodes,
				connections: {},
				active: true,
				nodeTypes,
				staticData: structuredClone(staticData),
			});
		};
		const real = workflowOf();
		const realNode = real.getNode('Hotel') as INode;
		const n8n = new PollContext(real, realNode, dataAround(real, realNode, {}), 'trigger', 'activate');
		const modelled = workflowOf();
		const modelNode = modelled.getNode('Hotel') as INode;
		const model = pollContext(new ModelHost().process('p', type), modelled, modelNode, {
			activation: 'activate',
			staticData: (kind) => modelled.getStaticData(kind, modelNode),
		});
		return [[real, n8n] as const, [modelled, model] as const].map(([workflow, context]) => {
			change((kind) => context.getWorkflowStaticData(kind));
			return { changed: workflow.staticData.__dataChanged, data: JSON.stringify(workflow.staticData) };
		});
	}

	it.each<[string, (data: (type: 'node' | 'global') => IDataObject) => void, boolean]>([
		['reading', (data) => void data('node').list, false],
		['setting a field', (data) => (data('node').next = 1), true],
		['setting a field of the workflow', (data) => (data('global').next = 1), true],
		['changing what lies deeper', (data) => ((data('node').deep as IDataObject).a = 2), true],
		['deleting a field', (data) => delete data('node').list, true],
	])('%s marks it as changed, or not', async (_, change, changed) => {
		const [n8n, model] = await bothAfter(change);
		expect(model).toEqual(n8n);
		expect(n8n).toMatchObject({ changed });
	});
});

describe('a poll', () => {
	const type = probe({ poll: async () => await Promise.resolve(null) }, PARAMETERS);
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type } as unknown as INodeTypes;
	const workflow = new Workflow({
		id: 'w',
		nodes: [nodeWith(PARAMETERS)],
		connections: {},
		active: true,
		nodeTypes,
		settings: { timezone: 'Asia/Tokyo' },
	});
	const node = workflow.getNode('Hotel') as INode;

	it.each([
		['trigger', 'activate'],
		['manual', 'manual'],
	] as const)(
		'is told mode, activation, time zone, parameters and five minutes: %s',
		async (mode, activation) => {
			const n8n = new PollContext(
				workflow,
				node,
				dataAround(workflow, node, {}),
				mode,
				activation,
			) as unknown as IPollFunctions;
			const model = pollContext(new ModelHost().process('p', type), workflow, node, {
				mode,
				activation,
				budgetMs: 300_000,
				staticData: () => ({}),
			});
			const told = (context: IPollFunctions) => [
				context.getMode(),
				context.getActivationMode(),
				context.getTimezone(),
				context.getPollBudgetMs?.(),
				'getExecutionCancelSignal' in context,
				attempt(() => context.getNodeParameter('text')),
				attempt(() => context.getNodeParameter('absent', 'instead')),
				attempt(() => context.getNodeParameter('absent')),
				attempt(() => context.getNodeParameter('nested.deep.name')),
			];
			await withIsolate(workflow, async () => await Promise.resolve(expect(told(model)).toEqual(told(n8n))));
			expect(told(model).slice(0, 5)).toEqual([mode, activation, 'Asia/Tokyo', 300_000, false]);
		},
	);
});

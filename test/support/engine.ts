import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type EngineResponse,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type ITaskData,
	type IWorkflowBase,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE, dataAround, type TestCredential } from './n8n';

export interface EngineOptions {
	parameters: INodeParameters;
	credential: TestCredential;
	/** Settings of the node: On Error, Retry On Fail. */
	settings?: Partial<INode>;
	input: Array<IDataObject | INodeExecutionData>;
	/** How many batches of `input` come one after the other, as Loop Over Items hands them over. */
	runs?: number;
	/** Is told how to cancel the execution. */
	onStart?: (cancel: () => void) => void;
}

export interface Ended {
	/** Why the execution failed. */
	error?: { message: string; description?: string };
	/** What each run of the node handed on: the items of its outputs. */
	outputs: INodeExecutionData[][][];
	/** What n8n keeps of the runs. */
	runs: ITaskData[];
}

const START = 'Start';
const HOTEL = 'Hotel';

function startType(input: EngineOptions['input']): INodeType {
	const items = input.map((one) =>
		'json' in one ? (one as INodeExecutionData) : { json: one as IDataObject },
	);
	return {
		description: { name: 'start', displayName: START, inputs: [], outputs: ['main'], properties: [] },
		execute: async () => await Promise.resolve([items]),
	} as unknown as INodeType;
}

function hotelNode(type: INodeType, parameters: INodeParameters, settings: Partial<INode> = {}): INode {
	return {
		id: 'hotel',
		name: HOTEL,
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [CREDENTIAL_TYPE.name]: { id: 'credential', name: 'Sandbox' } },
		waitBetweenTries: 1,
		...settings,
	};
}

async function execution(
	workflow: Workflow,
	hotel: INode,
	credential: TestCredential,
	startNode: INode,
	onStart: NonNullable<EngineOptions['onStart']> = () => undefined,
): Promise<IRun['data']['resultData']> {
	const additionalData = dataAround(workflow, hotel, { ...credential } as ICredentialDataDecryptedObject);
	additionalData.hooks = new ExecutionLifecycleHooks('manual', 'execution', {} as IWorkflowBase);
	const running = new WorkflowExecute(additionalData, 'manual').run({ workflow, startNode });
	onStart(() => running.cancel());
	const { data } = await running;
	return data.resultData;
}

/** Runs a node as n8n runs it within an execution: tries, error output and all. */
export async function runInEngine(
	type: INodeType,
	{ parameters, credential, settings, input, runs = 1, onStart }: EngineOptions,
): Promise<Ended> {
	const start = startType(input);
	const batches = Array.from({ length: runs }, (_, run) => `Batch ${run}`);
	const starts = [START, ...batches].map(
		(name, index): INode => ({
			id: `start-${index}`,
			name,
			type: 'start',
			typeVersion: 1,
			position: [0, index],
			parameters: {},
		}),
	);
	const hotel = hotelNode(type, parameters, settings);
	const to = (node: string) => ({ node, type: 'main' as const, index: 0 });
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [...starts, hotel],
		connections: {
			[START]: { main: [batches.map(to)] },
			...Object.fromEntries(batches.map((name) => [name, { main: [[to(HOTEL)]] }])),
		},
		active: false,
		nodeTypes: {
			getByName: (name) => (name === 'start' ? start : type),
			getByNameAndVersion: (name) => (name === 'start' ? start : type),
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'UTC', executionOrder: 'v1' },
	});
	const { error, runData } = await execution(workflow, hotel, credential, starts[0] as INode, onStart);
	const kept = runData[HOTEL] ?? [];
	return {
		...(error && { error: { message: error.message, description: error.description ?? undefined } }),
		outputs: kept.map(({ data }) => (data?.main ?? []).map((items) => items ?? [])),
		runs: kept,
	};
}

export interface ToolCalls {
	parameters: INodeParameters;
	credential: TestCredential;
	settings?: Partial<INode>;
	/** The arguments of each call of the agent, one after the other. */
	calls: IDataObject[];
}

interface Tool {
	invoke(toolArguments: IDataObject): Promise<string>;
}

/** Lets an agent call the node as its tool, as n8n-core makes tools of nodes; what it told the agent each time. */
export async function callAsTool(
	type: INodeType,
	{ parameters, credential, settings, calls }: ToolCalls,
): Promise<string[]> {
	const told: string[] = [];
	const agent = {
		description: {
			name: 'agent',
			displayName: 'Agent',
			inputs: [{ type: 'main' }, { type: 'ai_tool' }],
			outputs: ['main'],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
			for (const call of calls) {
				told.push(await (tool as Tool).invoke(call).catch((error: Error) => `failed: ${error.message}`));
			}
			return [[]];
		},
	} as unknown as INodeType;
	const tool = Object.assign(Object.create(type) as INodeType, {
		description: { ...type.description, inputs: [], outputs: ['ai_tool'] },
	});
	const base = { typeVersion: 1, position: [0, 0] as [number, number] };
	const agentNode: INode = { ...base, id: 'agent', name: 'Agent', type: 'agent', parameters: {} };
	const hotel = hotelNode(type, parameters, settings);
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [agentNode, hotel],
		connections: { [HOTEL]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
		active: false,
		nodeTypes: {
			getByName: (name) => (name === 'agent' ? agent : tool),
			getByNameAndVersion: (name) => (name === 'agent' ? agent : tool),
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'UTC', executionOrder: 'v1' },
	});
	await execution(workflow, hotel, credential, agentNode);
	return told;
}

/**
 * Lets an agent call the node in the engine's other way, in which the engine itself runs the tool between two runs of
 * the agent. Of an error, the agent gets the message alone.
 */
export async function callThroughEngine(
	type: INodeType,
	{ parameters, credential, settings, calls }: ToolCalls,
): Promise<unknown[]> {
	const told: unknown[] = [];
	const agent = {
		description: { name: 'agent', displayName: 'Agent', inputs: ['main'], outputs: ['main'], properties: [] },
		async execute(this: IExecuteFunctions, response?: EngineResponse) {
			const answer = response?.actionResponses.at(-1);
			if (answer) told.push(answer.data.data?.ai_tool?.[0]?.[0]?.json);
			const input = calls[told.length];
			if (input === undefined) return await Promise.resolve([[]]);
			const id = `call-${told.length}`;
			const action = {
				actionType: 'ExecutionNodeAction',
				nodeName: HOTEL,
				type: 'ai_tool',
				input,
				id,
				metadata: {},
			};
			return await Promise.resolve({ actions: [action], metadata: {} });
		},
	} as unknown as INodeType;
	const start = startType([{}]);
	const tool = Object.assign(Object.create(type) as INodeType, {
		description: { ...type.description, inputs: [], outputs: ['ai_tool'] },
	});
	const types: Record<string, INodeType> = { start, agent };
	const base = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const startNode: INode = { ...base, id: 'start', name: START, type: 'start' };
	const hotel = hotelNode(type, parameters, settings);
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [startNode, { ...base, id: 'agent', name: 'Agent', type: 'agent' }, hotel],
		connections: {
			[START]: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			[HOTEL]: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		active: false,
		nodeTypes: {
			getByName: (name) => types[name] ?? tool,
			getByNameAndVersion: (name) => types[name] ?? tool,
			getKnownTypes: () => ({}),
		},
		settings: { timezone: 'UTC', executionOrder: 'v1' },
	});
	await execution(workflow, hotel, credential, startNode);
	return told;
}

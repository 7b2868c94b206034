import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { callNode } from '../../src/host/engine.mts';
import { ModelHost, nodeWith, probe } from './bothHosts';

/** What one try of a tool does. */
type Try = () => INodeExecutionData[][];

const ARGUMENTS = { amount: 5 };
const NODE = nodeWith({});

function scripted(tries: Try[]) {
	const state = { tries: 0 };
	const type = probe({
		execute: async () => {
			state.tries += 1;
			return await Promise.resolve((tries[state.tries - 1] ?? (tries.at(-1) as Try))());
		},
	});
	return { type, state };
}

async function inN8n(tries: Try[], settings: Partial<INode>) {
	const { type, state } = scripted(tries);
	const context = {
		addInputData: () => undefined,
		addOutputData: () => undefined,
		getExecutionCancelSignal: () => undefined,
	};
	const node = { ...NODE, ...settings };
	const call = makeHandleToolInvocation(() => context as never, node, type, {
		resultData: { runData: {} },
	} as never);
	const told = await call(ARGUMENTS).catch(({ message }: Error) => message);
	return { told, tries: state.tries };
}

async function inModel(tries: Try[], settings: Partial<INode>) {
	const { type, state } = scripted(tries);
	const host = new ModelHost();
	const process = host.process('process', type);
	const { signal } = new AbortController();
	const told = await host.pass(
		process,
		async () => await callNode(process, { ...NODE, ...settings }, ARGUMENTS, {}, signal),
	);
	return { told, tries: state.tries };
}

const items: Try = () => [[{ json: { outcome: 'done' } }, { json: { error: 'not made' } }]];
const fails =
	(error: Error): Try =>
	() => {
		throw error;
	};
const refused = new NodeApiError(NODE, {}, { message: 'Refused', description: 'Look first.' });
const wrong = new NodeOperationError(NODE, 'Wrong', { description: 'Enter another.' });

describe('what an agent is told of a call', () => {
	it.each<[string, Try[], string]>([
		['items as JSON', [items], '[{"outcome":"done"},{"error":"not made"}]'],
		['an error of the API with its description', [fails(refused)], 'Refused\n\nDetails: Look first.'],
		['an error of the node with its description', [fails(wrong)], 'Wrong\n\nDetails: Enter another.'],
		['an error without a description', [fails(new Error('Broken'))], 'Broken'],
	])('%s', async (_, tries, told) => {
		for (const settings of [{}, { retryOnFail: true, waitBetweenTries: 0 }]) {
			const n8n = await inN8n(tries, settings);
			expect(await inModel(tries, settings)).toEqual(n8n);
			expect(n8n.told).toBe(told);
		}
	});

	it('of the last try', async () => {
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
		const n8n = await inN8n([fails(refused), items], settings);
		expect(await inModel([fails(refused), items], settings)).toEqual(n8n);
		expect(n8n.tries).toBe(2);
	});

	it('which has no main input', async () => {
		const host = new ModelHost();
		const inputs: unknown[] = [];
		const read = async (context: IExecuteFunctions) => {
			inputs.push(context.getInputData(0, 'main'), context.getInputData());
			return await Promise.resolve([[]]);
		};
		const process = host.process('process', probe({ execute: read }));
		const { signal } = new AbortController();
		await host.pass(process, async () => await callNode(process, NODE, ARGUMENTS, {}, signal));
		expect(inputs).toEqual([[], [{ json: ARGUMENTS }]]);
	});
});

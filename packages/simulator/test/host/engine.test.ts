/* eslint-disable @n8n/community-nodes/no-restricted-globals -- the waits between tries are looked at, not waited for */
import {
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { runNode } from '../../src/host/engine.mts';
import { runInEngine } from '../../../../test/support/engine';
import { ModelHost, nodeWith, probe } from './bothHosts';

/** What one try of a node does. */
type Try = (context: IExecuteFunctions) => INodeExecutionData[][];

interface Told {
	outputs: unknown;
	error?: string;
	tries: number;
	waits: number[];
}

const INPUT = [{ name: 'one' }, { name: 'two' }];
const CREDENTIAL = { baseUrl: '', apiClientId: '', apiClientSecret: '' };

/** A node that does in each try what the script says, in the last of them for good. */
function scripted(tries: Try[]) {
	const state = { tries: 0 };
	const type = probe({
		execute: async (context) => {
			state.tries += 1;
			return await Promise.resolve((tries[state.tries - 1] ?? (tries.at(-1) as Try))(context));
		},
	});
	return { type, state };
}

const shown = (outputs: INodeExecutionData[][]) =>
	outputs.map((output) =>
		output.map(({ json, pairedItem }) => ({
			json,
			from: [pairedItem].flat().map((one) => (typeof one === 'object' ? one.item : one)),
		})),
	);

const realSetTimeout = setTimeout;

async function inN8n(tries: Try[], settings: Partial<INode>): Promise<Told> {
	const { type, state } = scripted(tries);
	const waits: number[] = [];
	const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
		waits.push(ms);
		return realSetTimeout(run, 0);
	}) as never);
	try {
		const { outputs, error, runs } = await runInEngine(type, {
			parameters: {},
			credential: CREDENTIAL,
			settings: { waitBetweenTries: undefined, ...settings },
			input: INPUT,
		});
		// An execution fails with its last node also where a next node would go on.
		const isStopped = runs.every(({ data }) => data === undefined);
		return {
			outputs: shown(outputs[0] ?? []),
			...(error && isStopped && { error: error.message }),
			tries: state.tries,
			waits: waits.slice(0, state.tries - 1),
		};
	} finally {
		spy.mockRestore();
	}
}

async function inModel(tries: Try[], settings: Partial<INode>): Promise<Told> {
	const host = new ModelHost();
	const starts: number[] = [];
	const { type, state } = scripted(
		tries.map(
			(one): Try =>
				(context) => {
					starts.push(host.time.nowMs);
					return one(context);
				},
		),
	);
	const process = host.process('process', type);
	const items = INPUT.map((json, item) => ({ json, pairedItem: { item } }));
	const {
		outputs,
		error,
		tries: counted,
	} = await host.pass(
		process,
		async () => await runNode(process, { ...nodeWith({}), ...settings }, items, new AbortController().signal),
	);
	expect(counted).toBe(state.tries);
	return {
		outputs: shown(outputs),
		...(error && { error: error.message }),
		tries: state.tries,
		waits: starts.slice(1).map((at, index) => at - (starts[index] ?? 0)),
	};
}

async function expectSame(tries: Try[], settings: Partial<INode>): Promise<Told> {
	const n8n = await inN8n(tries, settings);
	expect(await inModel(tries, settings)).toEqual(n8n);
	return n8n;
}

const paired = (item: number) => ({ pairedItem: { item } });
const good: Try = () => [INPUT.map((_, index) => ({ json: { good: index }, ...paired(index) }))];
const failing: Try = () => {
	throw new Error('broken');
};
const failedItem: Try = () => [[{ json: { error: 'refused' }, ...paired(0) }]];
const retried = { retryOnFail: true, waitBetweenTries: 10 };

describe('Retry On Fail', () => {
	it.each<[string, Partial<INode>, number]>([
		['is off', {}, 1],
		['has no number', { retryOnFail: true }, 3],
		['has 0', { ...retried, maxTries: 0 }, 3],
		['has 1', { ...retried, maxTries: 1 }, 2],
		['has 2', { ...retried, maxTries: 2 }, 2],
		['has 5', { ...retried, maxTries: 5 }, 5],
		['has 99', { ...retried, maxTries: 99 }, 5],
	])('tries so many times when it %s', async (_, settings, tries) => {
		expect(await expectSame([failing], settings)).toMatchObject({ tries, error: 'broken' });
	});

	it.each([
		[undefined, 1000],
		[0, 1000],
		[-5, 0],
		[10, 10],
		[5000, 5000],
		[9999, 5000],
	])('set to wait %s ms it waits %d', async (waitBetweenTries, waits) => {
		// n8n calls no timer where there is nothing to wait for.
		const n8n = await inN8n([failing], { retryOnFail: true, maxTries: 2, waitBetweenTries });
		const model = await inModel([failing], { retryOnFail: true, maxTries: 2, waitBetweenTries });
		expect(model.waits).toEqual([waits]);
		if (waits > 0) expect(n8n.waits).toEqual([waits]);
		expect(model.tries).toBe(n8n.tries);
	});

	it.each<[string, Try[], number]>([
		['ends with success', [failing, good], 2],
		[
			'is for the first item alone',
			[
				() => [
					[
						{ json: { good: 1 }, ...paired(0) },
						{ json: { error: 'x' }, ...paired(1) },
					],
				],
			],
			1,
		],
		['comes for an error in the first item', [failedItem, good], 2],
		['comes for any error value', [() => [[{ json: { error: 0 }, ...paired(0) }]], good], 2],
		['does not come for false', [() => [[{ json: { error: false }, ...paired(0) }]]], 1],
		['does not come for null', [() => [[{ json: { error: null }, ...paired(0) }]]], 1],
		['does not come for the second output', [() => [[], [{ json: { error: 'x' }, ...paired(0) }]]], 1],
		['hands over the last failure', [failedItem], 3],
		['counts a throw after failed items', [failedItem, failing, failing, good], 4],
		['counts failed items after a throw', [failing, failedItem, good], 3],
	])('%s', async (_, tries, expected) => {
		expect(await expectSame(tries, { ...retried, maxTries: 3 })).toMatchObject({ tries: expected });
	});
});

describe('On Error', () => {
	const settings: Array<Partial<INode>> = [
		{},
		{ onError: 'stopWorkflow' },
		{ onError: 'continueRegularOutput' },
		{ onError: 'continueErrorOutput' },
		{ continueOnFail: true },
	];
	const withError = (): INodeExecutionData => ({
		json: { kept: 1 },
		error: new NodeOperationError(nodeWith({}), 'refused'),
		...paired(1),
	});
	const behaviours: Array<[string, Try[]]> = [
		['succeeds', [good]],
		['throws', [failing]],
		['throws twice, then succeeds', [failing, failing, good]],
		['gives nothing', [() => [[]]]],
		['gives an item with an error alone', [failedItem]],
		[
			'gives an item with an error and its details',
			[() => [[{ json: { error: 'x', message: 'm', details: 1 }, ...paired(1) }]]],
		],
		[
			'gives an item with an error beside other fields',
			[() => [[{ json: { error: 'x', name: 'n' }, ...paired(1) }]]],
		],
		["gives an item with n8n's error", [() => [[withError(), { json: { good: 1 }, ...paired(0) }]]]],
		[
			'gives a failed item that comes from several',
			[() => [[{ json: { error: 'x' }, pairedItem: [{ item: 1 }, { item: 0 }] }]]],
		],
		[
			'gives good and failed items in turn',
			[() => [[...(good({} as never)[0] ?? []), ...(failedItem({} as never)[0] ?? [])]]],
		],
	];

	it.each(settings.flatMap((setting) => [setting, { ...setting, ...retried, maxTries: 3 }]))(
		'%j',
		async (setting) => {
			for (const [, tries] of behaviours) await expectSame(tries, setting);
		},
	);

	it('Continue hands the input on when the node throws, also in the form with an error output', async () => {
		const outputs = [INPUT.map((json, item) => ({ json, from: [item] }))];
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			expect(await expectSame([failing], { onError })).toMatchObject({ outputs });
		}
	});

	it('an error output adds the fields of the input', async () => {
		const { outputs } = await expectSame([() => [[{ json: { error: 'x' }, ...paired(1) }]]], {
			onError: 'continueErrorOutput',
		});
		expect(outputs).toEqual([[], [{ json: { name: 'two', error: 'x' }, from: [1] }]]);
	});
});

describe('the tries of a run', () => {
	it('share input and execute data, and have a context each', async () => {
		const seen: Array<[unknown, unknown, unknown]> = [];
		const keep: Try = (context) => {
			seen.push([context.getInputData(), context.getExecuteData(), context]);
			throw new Error('again');
		};
		const identities = () => {
			const [first, second] = seen.splice(0, Infinity);
			return first?.map((one, index) => one === second?.[index]);
		};
		await inN8n([keep], { ...retried, maxTries: 2 });
		const n8n = identities();
		await inModel([keep], { ...retried, maxTries: 2 });
		expect(identities()).toEqual(n8n);
		expect(n8n).toEqual([true, true, false]);
	});

	it('are made also when the run is cancelled, with a signal that says so', async () => {
		const signals: unknown[] = [];
		let cancel = () => undefined as void;
		const give: Try = (context) => {
			cancel();
			signals.push(context.getExecutionCancelSignal()?.aborted);
			throw new Error('cancelled');
		};
		const settings = { ...retried, maxTries: 3, waitBetweenTries: 1 };
		await runInEngine(scripted([give]).type, {
			parameters: {},
			credential: CREDENTIAL,
			settings,
			input: INPUT,
			onStart: (stop) => (cancel = stop),
		});
		const n8n = signals.splice(0, Infinity);
		const host = new ModelHost();
		const process = host.process('process', scripted([give]).type);
		const stop = new AbortController();
		cancel = () => stop.abort();
		const items = INPUT.map((json) => ({ json }));
		await host.pass(
			process,
			async () => await runNode(process, { ...nodeWith({}), ...settings }, items, stop.signal),
		);
		expect(signals).toEqual(n8n);
		expect(n8n).toEqual([true, true, true]);
	});
});

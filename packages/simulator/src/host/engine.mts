import { NodeOperationError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';
import { continuesOnError, executeContext } from './contexts.mts';
import type { Process } from './process.mts';

/**
 * How n8n runs a node within an execution: n8n-core 2.41.1, workflow-execute.js (getRetryParams, runNode,
 * processNodeOutput, handleNodeErrorOutput, handleNodeExecutionError, normalizeNodeErrors). Every item of this package
 * has a paired item, so assignPairedItems has nothing to do.
 */

export interface Run {
	/** The items of each output. */
	outputs: INodeExecutionData[][];
	/** Why the execution failed. */
	error?: Error;
	/** What the last try threw, also if the execution continues. */
	thrown?: Error;
	tries: number;
}

const MAX_TRIES = 5;
const MAX_WAIT_MS = 5_000;

export async function runNode(
	process: Process,
	node: INode,
	items: INodeExecutionData[],
	cancelSignal: AbortSignal,
): Promise<Run> {
	const { type, workflow, loaded } = load(process, node);
	const context = () => executeContext(process, workflow, loaded, { items, executeData, cancelSignal });
	const executeData = { node: loaded };
	const [maxTries, waitMs] = triesOf(node);
	let error: Error | undefined;
	let outputs: INodeExecutionData[][] | undefined;
	let tries = 0;
	for (let tryIndex = 0; tryIndex < maxTries; tryIndex += 1) {
		if (tryIndex > 0) {
			error = undefined;
			await process.time.sleep(waitMs, process.machine);
		}
		try {
			const attempt = async () => {
				tries += 1;
				return (await type.execute?.call(context())) as INodeExecutionData[][];
			};
			let given = await attempt();
			while (hasFailed(given) && tryIndex !== maxTries - 1) {
				await process.time.sleep(waitMs, process.machine);
				given = await attempt();
				tryIndex += 1;
			}
			outputs = given.map((output) => [...output]);
			if (node.onError === 'continueErrorOutput') outputs = withErrorOutput(outputs, items);
			break;
		} catch (thrown) {
			error = thrown as Error;
		}
	}
	if (error !== undefined) {
		if (!continuesOnError(node)) return { outputs: [], error, thrown: error, tries };
		outputs = [items];
	}
	return {
		outputs: (outputs ?? []).map((output) => output.map(normalized)),
		...(error && { thrown: error }),
		tries,
	};
}

/**
 * How an agent calls a node as its tool, where n8n does not run the tool as a node of the workflow: n8n-core 2.41.1,
 * node-execution-context/utils/get-input-connection-data.js (makeHandleToolInvocation).
 * @param executeData that of the agent, shared by all of its calls
 * @returns the text for the agent: items as JSON, or an error with its description
 */
export async function callNode(
	process: Process,
	node: INode,
	json: IDataObject,
	executeData: object,
	cancelSignal: AbortSignal,
): Promise<string> {
	const { type, workflow, loaded } = load(process, node);
	const items = [{ json }];
	const [maxTries, waitMs] = triesOf(node);
	let result = '';
	for (let tryIndex = 0; tryIndex < maxTries; tryIndex += 1) {
		if (cancelSignal.aborted) return CANCELLED;
		if (tryIndex > 0) await process.time.sleep(waitMs, process.machine);
		const run = { items, executeData, cancelSignal, isCall: true } as const;
		try {
			const outputs = (await type.execute?.call(
				executeContext(process, workflow, loaded, run),
			)) as INodeExecutionData[][];
			return JSON.stringify(outputs[0]?.map((item) => item.json));
		} catch (thrown) {
			if (cancelSignal.aborted) return CANCELLED;
			const { message, description } = new NodeOperationError(loaded, thrown as Error);
			const isComplete = !description || message.includes(description);
			result = isComplete ? message : `${message}\n\nDetails: ${description}`;
		}
	}
	return result;
}

const CANCELLED = 'Error during node execution: Execution was cancelled';

function load(process: Process, node: INode) {
	const type = process.nodeType(node.type);
	const workflow = process.workflow({
		id: 'executed',
		name: 'Executed',
		timezone: 'UTC',
		active: true,
		node,
	});
	return { type, workflow, loaded: workflow.getNode(node.name) as INode };
}

function triesOf({ retryOnFail, maxTries, waitBetweenTries }: INode): [number, number] {
	if (retryOnFail !== true) return [1, 0];
	return [
		Math.min(MAX_TRIES, Math.max(2, maxTries || 3)),
		Math.min(MAX_WAIT_MS, Math.max(0, waitBetweenTries || 1000)),
	];
}

function hasFailed(outputs: INodeExecutionData[][]): boolean {
	const error = outputs[0]?.[0]?.json.error;
	return error !== undefined && error !== null && error !== false;
}

/** handleNodeErrorOutput: failed items go to the second output, with the fields of their input before their own. */
function withErrorOutput(
	[regular = []]: INodeExecutionData[][],
	inputs: readonly INodeExecutionData[],
): INodeExecutionData[][] {
	const good: INodeExecutionData[] = [];
	const failed: INodeExecutionData[] = [];
	for (const item of regular) {
		if (!item.error && !isErrorAlone(item.json)) good.push(item);
		else failed.push({ ...item, json: { ...inputOf(item, inputs), ...item.json } });
	}
	return [good, failed];
}

const FIELDS_OF_ERRORS = ['error', 'message', 'details'];

function isErrorAlone(json: IDataObject): boolean {
	return Boolean(json.error) && Object.keys(json).every((key) => FIELDS_OF_ERRORS.includes(key));
}

function inputOf({ pairedItem }: INodeExecutionData, inputs: readonly INodeExecutionData[]): IDataObject {
	const [first] = [pairedItem].flat();
	return (typeof first === 'object' && inputs[first.item]?.json) || {};
}

function normalized(item: INodeExecutionData): INodeExecutionData {
	return item.error === undefined ? item : { ...item, json: { error: item.error.message } };
}

import {
	deepCopy,
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type Workflow,
	UserError,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { deduplicationHelpers } from './deduplication.mts';
import type { Process } from './process.mts';
import { requestHelpers } from './requests.mts';

/**
 * The contexts that n8n passes to nodes, as far as this package uses them: n8n-core 2.41.1, node-execution-context/
 * {node-execution-context,poll-context,execute-context,base-execute-context}.js.
 */

/** The only kind of expression that is evaluated: a field of the item. */
const FIELD_OF_ITEM = /^=\{\{ \$json\.(\w+) \}\}$/;

function baseContext(process: Process, workflow: Workflow, node: INode) {
	return {
		logger: process.logger,
		getNode: () => deepCopy(node),
		getWorkflow: () => ({ id: workflow.id, name: workflow.name, active: workflow.active }),
		getTimezone: () => workflow.timezone,
		getCredentials: async (type: string) => await process.readCredential(node.credentials?.[type]?.id ?? ''),
		helpers: requestHelpers(process.requests, node),
	};
}

/** @throws if there is neither a value nor a fallback */
function valueAt(node: INode, name: string, fallback: unknown, item?: INodeExecutionData): unknown {
	let value: unknown = node.parameters;
	for (const part of name.split('.')) value = (value as IDataObject | null | undefined)?.[part];
	if (value === undefined && fallback === undefined) throw new UserError(`Could not get parameter "${name}"`);
	return resolved(value === undefined ? fallback : value, item);
}

function resolved(value: unknown, item: INodeExecutionData | undefined): unknown {
	if (typeof value === 'string') {
		const [, field] = FIELD_OF_ITEM.exec(value) ?? [];
		return field === undefined ? value : item?.json[field];
	}
	if (Array.isArray(value)) return value.map((one) => resolved(one, item));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, item)]));
}

export interface PollSetting {
	/** Manual for the editor's Fetch Test Event. */
	mode?: 'manual' | 'trigger';
	activation: WorkflowActivateMode;
	/** Absent on versions of n8n that do not tell how long a poll may take. */
	budgetMs?: number;
	/** The static data that the node sees. */
	staticData: (type: 'node' | 'global') => IDataObject;
}

export function pollContext(
	process: Process,
	workflow: Workflow,
	node: INode,
	{ mode = 'trigger', activation, budgetMs, staticData }: PollSetting,
): IPollFunctions {
	return {
		...baseContext(process, workflow, node),
		getMode: () => mode,
		getActivationMode: () => activation,
		getNodeParameter: (name: string, fallback?: unknown) => valueAt(node, name, fallback),
		getWorkflowStaticData: staticData,
		...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
	} as unknown as IPollFunctions;
}

export interface RunSetting {
	items: INodeExecutionData[];
	/** The same object for each try of a run. */
	executeData: object;
	cancelSignal: AbortSignal;
	/** An agent calls the node: the arguments are its item, and there is no main input. */
	isCall?: true;
}

export function executeContext(
	process: Process,
	workflow: Workflow,
	node: INode,
	{ items, executeData, cancelSignal, isCall }: RunSetting,
): IExecuteFunctions {
	const base = baseContext(process, workflow, node);
	const binaryOf = (index: number, field: string) => {
		const binary = items[index]?.binary?.[field];
		if (binary === undefined)
			throw new Error(`This operation expects the node's input data to contain '${field}'`);
		return binary;
	};
	return {
		...base,
		getMode: () => 'trigger',
		getInputData: (_index?: number, type?: string) =>
			isCall && type === NodeConnectionTypes.Main ? [] : items,
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => cancelSignal,
		continueOnFail: () => continuesOnError(node),
		getNodeParameter: (name: string, index: number, fallback?: unknown) =>
			valueAt(node, name, fallback, items[index]),
		addExecutionHints: () => undefined,
		helpers: {
			...base.helpers,
			...deduplicationHelpers(process, { workflowId: workflow.id, nodeId: node.id }),
			assertBinaryData: binaryOf,
			getBinaryDataBuffer: async (index: number, field: string) =>
				await Promise.resolve(Buffer.from(binaryOf(index, field).data, 'base64')),
		},
	} as unknown as IExecuteFunctions;
}

/** workflow-execute.js, continuesOnError */
export function continuesOnError({ continueOnFail, onError }: INode): boolean {
	return continueOnFail === true || onError === 'continueRegularOutput' || onError === 'continueErrorOutput';
}

import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../util/mapConcurrently';
import { withoutRepeating } from './earlierTries';
import { ItemAborts, untilAborted } from './itemAborts';
import { readList } from '../api/lists';
import { withWarnings } from '../api/warnings';
import { WarningHints } from './warningHints';
import { toNodeError } from './nodeErrors';
import type { AnyOperation, InputFile, OperationContext, Resource } from './defineOperation';
import { executeOnAll } from './executeOnAll';
import { maxOf } from './paging';
import { maxWaitMs, withRequestOptions } from './requestOptions';
import { ParameterError } from '../util/parameterError';
import { connectionStatus, createApi } from '../transport/request';
import type { Api } from '../transport/types';
import { readValues, type ReadParameter } from './readValues';

/**
 * The item loop of every node: reads the values, runs the operation and pairs the results with the input item.
 * Read-only operations process several items at a time, others one after the other. A failed item ends the run,
 * or becomes an error item if the node is set to continue.
 */
export async function executeOperations(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [[]];
	const operation = chosenOperation(context, resources);
	const aborts = new ItemAborts(context.getExecutionCancelSignal?.());
	const hints = new WarningHints();
	if (operation.runOnAll) return [await executeTogether(context, operation, hints)];
	const atOnce = operation.readOnly ? REQUESTS_AT_ONCE : 1;
	const results = mapConcurrently(inputs, atOnce, async (_, itemIndex) => {
		const signal = aborts.start(itemIndex);
		const work = executeItem(context, operation, itemIndex, signal, hints);
		// The outcome of a write is always awaited.
		return await (operation.readOnly ? untilAborted(work, signal) : work)
			.catch((error) => {
				aborts.throwIfCancelled();
				return failedItem(context, operation, error, itemIndex);
			})
			.catch((error) => aborts.failed(itemIndex, error))
			.finally(() => aborts.done(itemIndex));
	});
	const output: INodeExecutionData[] = [];
	for (const items of await results.finally(() => aborts.end())) for (const item of items) output.push(item);
	hints.show(context);
	return [output];
}

/** All items, or one error item for all of them. */
async function executeTogether(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	hints: WarningHints,
): Promise<INodeExecutionData[]> {
	const signal = context.getExecutionCancelSignal?.();
	const output = await executeOnAll(context, operation, hints, signal).catch((error) => {
		signal?.throwIfAborted();
		const [failed] = failedItem(context, operation, error, 0, {});
		return failed ? [Object.assign(failed, { pairedItem: allItems(context) })] : [];
	});
	hints.show(context);
	return output;
}

function allItems(context: IExecuteFunctions): IPairedItemData[] {
	return context.getInputData().map((_, item) => ({ item }));
}

type ChosenOperation = AnyOperation & Pick<Resource, 'personal'>;

/** The same for all items: n8n allows no expressions for resource and operation. */
function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): ChosenOperation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const { operations = [], personal } = resources.find(({ option }) => option.value === resource) ?? {};
	const found = operations.find(({ option }) => option.value === operation);
	if (found) return { ...found, personal };
	const unknown = new ParameterError(
		'Operation',
		operation,
		`does not exist for '${resource}'`,
		'Choose one from the list.',
	);
	throw toNodeError(context.getNode(), unknown, [], 0);
}

async function executeItem(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	hints: WarningHints,
): Promise<INodeExecutionData[]> {
	const records = await withoutRepeating(
		context,
		itemIndex,
		async (watched) => await runOperation(context, operation, itemIndex, signal, hints, watched),
	);
	return records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

async function runOperation(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	hints: WarningHints,
	watched: (api: Api) => Api,
): Promise<IDataObject[]> {
	const read: ReadParameter = (name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options);
	const about: OperationContext = { timezone: context.getTimezone() };
	const values = readValues(operation.parameters, read, about.timezone) as never;
	const { readOnly, personal } = operation;
	const settings = { itemIndex, signal, maxWaitMs: maxWaitMs(read), readOnly, personal };
	const { api, keptBy } = hints.during(watched(createApi(context, settings)), itemIndex);
	const readFile = async (field: string) => await readInputFile(context, itemIndex, field);
	const records = operation.run
		? await operation.run({
				...about,
				values,
				api,
				connectionStatus: async () => await connectionStatus(context, settings),
				readFile,
				warn: (text) => hints.add(text),
				log: (text) => context.logger.info(text),
			})
		: await sendRequest(operation, values, about, api, (text) => hints.add(text));
	keptBy(records);
	return records;
}

async function sendRequest(
	{ request, list, items, errors, view }: AnyOperation,
	values: never,
	about: OperationContext,
	api: Api,
	warn: (text: string) => void,
): Promise<IDataObject[]> {
	if (!request) return [];
	const options = { errors: errors?.(values) };
	const readRecords = async () => {
		if (list) return await readList(api, request(values, about), list, maxOf(values), options);
		const { body } = await api.send(request(values, about), options);
		return withWarnings(items?.(body) ?? [], body);
	};
	const records = await readRecords();
	return view ? await view(records, { values, api, warn }) : records;
}

async function readInputFile(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
): Promise<InputFile | undefined> {
	const found = binaryData(context, itemIndex, field);
	if (!found) return undefined;
	const content = await context.helpers.getBinaryDataBuffer(itemIndex, field);
	return { fileName: found.fileName ?? '', content };
}

/** Drops n8n's error about a missing field, which quotes the name of the field. */
function binaryData(context: IExecuteFunctions, itemIndex: number, field: string): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch {
		return undefined;
	}
}

/** The fields of the input item and the failure. n8n retries the node if the first item has `error`. */
function failedItem(
	context: IExecuteFunctions,
	{ personal, parameters }: ChosenOperation,
	error: unknown,
	itemIndex: number,
	fields = context.getInputData()[itemIndex]?.json,
): INodeExecutionData[] {
	const shown = personal && error instanceof ParameterError ? error.withoutValue() : error;
	const failure = toNodeError(
		context.getNode(),
		shown,
		withRequestOptions(parameters),
		itemIndex,
	) as NodeFailure;
	if (!context.continueOnFail()) throw failure;
	const { message, description, httpCode, context: about } = failure;
	const { apiErrors } = about ?? {};
	const json: IDataObject = {
		...fields,
		error: message,
		...(description && { description }),
		...(httpCode && { httpCode }),
		...(Array.isArray(apiErrors) && apiErrors.length > 0 && { apiErrors }),
	};
	const item = { json, pairedItem: { item: itemIndex } };
	return [context.getNode().onError === 'continueErrorOutput' ? toErrorOutput(item, failure) : item];
}

type NodeFailure = Error & {
	description?: string;
	httpCode?: string | null;
	context?: IDataObject;
};

/**
 * n8n sends items with an `error` to the error output, but later also replaces their json with its message. In
 * between it copies own properties only, so an inherited `error` has the first effect and not the second.
 */
function toErrorOutput(item: INodeExecutionData, error: Error): INodeExecutionData {
	return Object.assign(Object.create({ error }) as INodeExecutionData, item);
}

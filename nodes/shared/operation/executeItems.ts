import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../util/mapConcurrently';
import { earlierAttempts, withoutRepeating } from './earlierTries';
import { beginWrite, ItemWrite, savedParameter, WritesOfRun } from './writing';
import { ItemAborts, untilAborted } from './itemAborts';
import { readList } from '../api/lists';
import { withWarnings } from '../api/warnings';
import { WarningHints } from './warningHints';
import { outcomeError, toNodeError, type NodeFailure } from './nodeErrors';
import type { AnyOperation, InputFile, OperationContext, Resource } from './defineOperation';
import { executeOnAll } from './executeOnAll';
import { maxOf } from './paging';
import { maxWaitMs, refuseWithinMs, withRequestOptions } from './requestOptions';
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
	const writes = new WritesOfRun(operation.readOnly ? undefined : earlierAttempts(context));
	const results = mapConcurrently(inputs, atOnce, async (_, itemIndex) => {
		const signal = aborts.start(itemIndex);
		// The outcome of a write is always awaited.
		const work = operation.readOnly
			? untilAborted(readItem(context, operation, itemIndex, signal, hints), signal)
			: writeItem(context, operation, itemIndex, signal, hints, writes);
		return await work
			.catch((error) => {
				aborts.throwIfCancelled();
				return failedItem(context, operation, error, itemIndex, writes);
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
		const [failed] = failedItem(context, operation, error, 0, new WritesOfRun(), {});
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

async function readItem(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	hints: WarningHints,
): Promise<INodeExecutionData[]> {
	return paired(await runOperation(context, operation, itemIndex, signal, hints), itemIndex);
}

async function writeItem(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	hints: WarningHints,
	writes: WritesOfRun,
): Promise<INodeExecutionData[]> {
	const { attempt, records } = withoutRepeating(context, itemIndex, () => {
		const begun = beginWrite(operation);
		return {
			attempt: begun,
			records: runOperation(context, operation, itemIndex, signal, hints, begun),
		};
	});
	writes.begin(itemIndex, attempt);
	return paired(await records, itemIndex);
}

function paired(records: IDataObject[], itemIndex: number): INodeExecutionData[] {
	return records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

async function runOperation(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	hints: WarningHints,
	attempt = beginWrite(operation),
): Promise<IDataObject[]> {
	const read: ReadParameter = (name, fallback) => context.getNodeParameter(name, itemIndex, fallback);
	const values = readValues(operation.parameters, read) as never;
	const about: OperationContext = { timezone: context.getTimezone() };
	const { readOnly, personal } = operation;
	const settings = { itemIndex, signal, maxWaitMs: maxWaitMs(read), personal, writing: !readOnly };
	const { api, keptBy } = hints.during(createApi(context, { ...settings, readOnly: true }), itemIndex);
	const saved = (path: string) => savedParameter(context, path);
	const itemWrite = new ItemWrite(
		{
			context,
			api: createApi(context, { ...settings, readOnly }),
			signal,
			operation: operation.option.action,
			refuseWithinMs: readOnly ? 0 : refuseWithinMs(read, saved),
		},
		attempt,
	);
	const warn = (text: string) => hints.add(text);
	const records = operation.run
		? await operation.run({
				...about,
				values,
				api,
				write: async (write) => await itemWrite.write(write),
				saved,
				connectionStatus: async () => await connectionStatus(context, settings),
				readFile: async (field) => await readInputFile(context, itemIndex, field),
				warn,
				log: (text) => context.logger.info(text),
			})
		: await sendRequest(operation, values, about, api, warn);
	const told = readOnly ? records : itemWrite.told(records);
	keptBy(told);
	return told;
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

/** The fields and files of the input item and the failure. n8n retries the node if the first item has `error`. */
function failedItem(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	error: unknown,
	itemIndex: number,
	writes: WritesOfRun,
	input: Partial<INodeExecutionData> = context.getInputData()[itemIndex] ?? {},
): INodeExecutionData[] {
	const failure = failureOf(context, operation, error, itemIndex, writes);
	if (!context.continueOnFail()) throw failure;
	const { binary } = input;
	const json = { ...input.json, ...failedFields(failure, input.json) };
	const item = { json, ...(binary && { binary }), pairedItem: { item: itemIndex } };
	return [context.getNode().onError === 'continueErrorOutput' ? toErrorOutput(item, failure) : item];
}

function failureOf(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	error: unknown,
	itemIndex: number,
	writes: WritesOfRun,
): NodeFailure {
	const shown = operation.personal && error instanceof ParameterError ? error.withoutValue() : error;
	const parameters = withRequestOptions(operation);
	const failure: NodeFailure = toNodeError(context.getNode(), shown, parameters, itemIndex);
	if (operation.readOnly) return failure;
	const attempt = writes.attempt(itemIndex) ?? beginWrite(operation);
	return outcomeError(context.getNode(), failure, attempt, writes.besides(itemIndex), itemIndex);
}

/** A description of the input item's own keeps its name. */
function failedFields(failure: NodeFailure, fields: IDataObject = {}): IDataObject {
	const { message, description, httpCode, context: about = {} } = failure;
	const { apiErrors, outcome, doneItems, unknownItems } = about;
	return {
		error: message,
		...(description && { ['description' in fields ? 'errorDescription' : 'description']: description }),
		...(outcome !== undefined && { outcome, doneItems, unknownItems }),
		...(httpCode && { httpCode }),
		...(Array.isArray(apiErrors) && apiErrors.length > 0 && { apiErrors }),
	};
}

/**
 * n8n sends items with an `error` to the error output, but later also replaces their json with its message. In
 * between it copies own properties only, so an inherited `error` has the first effect and not the second.
 */
function toErrorOutput(item: INodeExecutionData, error: Error): INodeExecutionData {
	return Object.assign(Object.create({ error }) as INodeExecutionData, item);
}

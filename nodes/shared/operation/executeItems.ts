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
import { readList } from '../api/response/lists';
import { withWarnings } from '../api/response/messages';
import { withoutColumns } from '../privacy/personalColumns';
import { withoutPersonalData } from '../privacy/withoutPersonalData';
import { WarningHints } from './warningHints';
import { toNodeError, type NodeFailure } from './nodeErrors';
import type { AnyOperation, InputFile, OperationContext, Resource, ViewArguments } from './defineOperation';
import { executeOnAll, type FailedRecord } from './executeOnAll';
import { errorItem, failureOf, type ChosenOperation } from './failedItems';
import { maxOf } from './paging';
import { maxWaitMs, refuseWithinMs, withoutPersonalDataIn } from './requestOptions';
import { ParameterError } from '../util/parameterError';
import { shownText } from '../util/shownText';
import { connectionStatus, createApi } from '../transport/request';
import type { WriteAttempt } from '../writes/outcome';
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
	const failedRecord: FailedRecord = (error, json, endsRun) => {
		const failure = failureOf(context, operation, error, 0);
		if (endsRun && !context.continueOnFail()) throw failure;
		return errorItem(context, failure, { json });
	};
	const output = await executeOnAll(context, operation, hints, signal, failedRecord).catch((error) => {
		signal?.throwIfAborted();
		const failed = failedRecord(error, {}, true);
		return [Object.assign(failed, { pairedItem: allItems(context) })];
	});
	hints.show(context);
	return output;
}

function allItems(context: IExecuteFunctions): IPairedItemData[] {
	return context.getInputData().map((_, item) => ({ item }));
}

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
	const failures: Failures = new Map();
	const attempt = beginWrite(operation);
	const records = await runOperation(context, operation, itemIndex, signal, hints, attempt, failures);
	return paired(records, itemIndex, (json) => {
		const failure = failures.get(json);
		return failure ? errorItem(context, failure, { json }) : { json };
	});
}

/** Errors of records that failed within an item. */
type Failures = Map<IDataObject, NodeFailure>;

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

function paired(
	records: IDataObject[],
	itemIndex: number,
	itemOf = (json: IDataObject): INodeExecutionData => ({ json }),
): INodeExecutionData[] {
	return records.map((json) => Object.assign(itemOf(json), { pairedItem: { item: itemIndex } }));
}

async function runOperation(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	hints: WarningHints,
	attempt: WriteAttempt,
	failures: Failures = new Map(),
): Promise<IDataObject[]> {
	const read: ReadParameter = (name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options);
	const about: OperationContext = { timezone: context.getTimezone() };
	const values = readValues(operation.parameters, read, about.timezone) as never;
	const { readOnly, personalColumns = [] } = operation;
	const saved = (path: string) => savedParameter(context, path);
	const leavesOut = withoutPersonalDataIn(operation, read, saved);
	const settings = { itemIndex, signal, maxWaitMs: maxWaitMs(read), writing: !readOnly };
	const reading = createApi(context, { ...settings, readOnly: true });
	const { api, keptBy } = hints.during(leavesOut ? withoutPersonalData(reading) : reading, itemIndex);
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
	const running = operation.run
		? operation.run({
				...about,
				values,
				api,
				write: async (write) => await itemWrite.write(write),
				saved,
				connectionStatus: async () => await connectionStatus(context, settings),
				failedRecord: (error, fields) => {
					failures.set(fields, failureOf(context, operation, error, itemIndex));
					return fields;
				},
				readFile: async (field) => await readInputFile(context, itemIndex, field),
				warn,
				log: (text) => context.logger.info(shownText(text)),
				withoutPersonalData: leavesOut,
			})
		: sendRequest(operation, about, { values, api, warn, withoutPersonalData: leavesOut });
	const records = await running.catch(async (error) => {
		if (!readOnly) await itemWrite.failed(keyIn(values));
		throw error;
	});
	const shown = leavesOut ? withoutColumns(records, personalColumns) : records;
	const told = readOnly ? shown : itemWrite.told(shown);
	keptBy(told);
	return told;
}

function keyIn({ options }: { options?: { idempotencyKey?: unknown } }): unknown {
	return options?.idempotencyKey;
}

async function sendRequest(
	{ request, list, items, errors, view }: AnyOperation,
	about: OperationContext,
	args: ViewArguments<never>,
): Promise<IDataObject[]> {
	if (!request) return [];
	const { values, api } = args;
	const options = { errors: errors?.(values) };
	const readRecords = async () => {
		if (list) return await readList(api, request(values, about), list, maxOf(values), options);
		const { body } = await api.send(request(values, about), options);
		return withWarnings(items?.(body) ?? [], body);
	};
	const records = await readRecords();
	return view ? await view(records, args) : records;
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

/** An error item, if the node is set to continue. @throws the failure if not */
function failedItem(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	error: unknown,
	itemIndex: number,
	writes: WritesOfRun,
): INodeExecutionData[] {
	const failure = failureOf(context, operation, error, itemIndex, writes);
	if (!context.continueOnFail()) throw failure;
	const item = errorItem(context, failure, context.getInputData()[itemIndex] ?? {});
	return [Object.assign(item, { pairedItem: { item: itemIndex } })];
}

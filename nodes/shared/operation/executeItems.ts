import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../util/mapConcurrently';
import { withoutRepeating } from './earlierTries';
import { ItemAborts, untilAborted } from './itemAborts';
import { readList } from '../api/lists';
import { withWarnings } from '../api/warnings';
import { WarningHints } from './warningHints';
import { toNodeError } from './nodeErrors';
import type { AnyOperation, InputFile, OperationContext, Resource, Values } from './defineOperation';
import { maxOf } from './paging';
import { requestOptions } from './requestOptions';
import { ParameterError } from '../util/parameterError';
import { createApi } from '../transport/request';
import type { Api } from '../transport/types';
import { readValues, type ReadParameter } from './readValues';

/**
 * The item loop of every node: read the values, run the operation, pair what comes out with the input item.
 * Operations that only read work on several items at once, the others on one after the other. An item that
 * fails ends the run, or becomes an error item when the node is set to continue.
 */
export async function executeOperations(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	const stops = new ItemAborts(context.getExecutionCancelSignal?.());
	const warnings = new WarningHints();
	const results = mapConcurrently(inputs, itemsAtOnce(context, resources), async (_, itemIndex) => {
		const signal = stops.start(itemIndex);
		const operation = operationOf(context, resources, itemIndex);
		const work = executeItem(context, operation, itemIndex, signal, warnings);
		// What a write comes to is waited for, whatever happens.
		return await (operation.readOnly ? untilAborted(work, signal) : work)
			.catch((error) => {
				stops.throwIfCancelled();
				return failedItem(context, error, itemIndex);
			})
			.catch((error) => stops.failed(itemIndex, error))
			.finally(() => stops.done(itemIndex));
	});
	const output: INodeExecutionData[] = [];
	for (const items of await results.finally(() => stops.end())) for (const item of items) output.push(item);
	warnings.show(context);
	return [output];
}

/** The operation is the same for all items, unless a workflow made by hand has an expression there. */
function itemsAtOnce(context: IExecuteFunctions, resources: readonly Resource[]): number {
	const { resource, operation } = context.getNode().parameters;
	if (context.getInputData().length < 2) return 1;
	const fixed = [resource, operation].every((value) => typeof value !== 'string' || !value.startsWith('='));
	return fixed && operationOf(context, resources, 0).readOnly === true ? REQUESTS_AT_ONCE : 1;
}

type ChosenOperation = AnyOperation & Pick<Resource, 'personal'>;

function operationOf(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	itemIndex: number,
): ChosenOperation {
	const resource = context.getNodeParameter('resource', itemIndex);
	const operation = context.getNodeParameter('operation', itemIndex);
	const { operations = [], personal } = resources.find(({ option }) => option.value === resource) ?? {};
	const found = operations.find(({ option }) => option.value === operation);
	if (found) return { ...found, personal };
	const unknown = new ParameterError(
		'Operation',
		operation,
		`does not exist for '${resource}'`,
		'Choose one from the list.',
	);
	throw toNodeError(context.getNode(), unknown, [], itemIndex);
}

async function executeItem(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	warnings: WarningHints,
): Promise<INodeExecutionData[]> {
	const records = withoutRepeating(
		context,
		itemIndex,
		async (watched) => await runOperation(context, operation, itemIndex, signal, warnings, watched),
	);
	return await records.then(
		(found) => found.map((json) => ({ json, pairedItem: { item: itemIndex } })),
		(error) => {
			const shown = operation.personal && error instanceof ParameterError ? error.withoutValue() : error;
			throw toNodeError(context.getNode(), shown, operation.parameters, itemIndex);
		},
	);
}

async function runOperation(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	itemIndex: number,
	signal: AbortSignal,
	warnings: WarningHints,
	watched: (api: Api) => Api,
): Promise<IDataObject[]> {
	const read: ReadParameter = (name, fallback) => context.getNodeParameter(name, itemIndex, fallback);
	const values = readValues(operation.parameters, read) as never;
	const about: OperationContext = { timezone: context.getTimezone() };
	const { readOnly, personal } = operation;
	const settings = { itemIndex, signal, maxWaitMs: maxWaitMs(read), readOnly, personal };
	const { api, keptBy } = warnings.during(watched(createApi(context, settings)), itemIndex);
	const readFile = async (field: string) => await readInputFile(context, itemIndex, field);
	const records = operation.run
		? await operation.run({ ...about, values, api, readFile, warn: (text) => warnings.add(text) })
		: await sendRequest(operation, values, about, api);
	keptBy(records);
	return records;
}

function maxWaitMs(read: ReadParameter): number | undefined {
	const { requestOptions: chosen } = readValues([requestOptions], read) as Values<[typeof requestOptions]>;
	return chosen.maxWaitSeconds === undefined ? undefined : chosen.maxWaitSeconds * 1_000;
}

async function sendRequest(
	{ request, list, items, errors }: AnyOperation,
	values: never,
	about: OperationContext,
	api: Api,
): Promise<IDataObject[]> {
	if (!request) return [];
	const options = { errors: errors?.(values) };
	if (list) return await readList(api, request(values, about), list, maxOf(values), options);
	const { body } = await api.send(request(values, about), options);
	return withWarnings(items?.(body) ?? [], body);
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

/** n8n's error about a missing field quotes its name. */
function binaryData(context: IExecuteFunctions, itemIndex: number, field: string): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch {
		return undefined;
	}
}

/** The input's own fields and what is known of the failure; n8n tries again when the first one has `error`. */
function failedItem(context: IExecuteFunctions, error: unknown, itemIndex: number): INodeExecutionData[] {
	const failure = toNodeError(context.getNode(), error, [], itemIndex) as NodeFailure;
	if (!context.continueOnFail()) throw failure;
	const { message, description, httpCode, context: about } = failure;
	const { apiErrors } = about ?? {};
	const json: IDataObject = {
		...context.getInputData()[itemIndex]?.json,
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
 * n8n sends items with an `error` to the error output and later reduces the json of items with an `error` to its
 * message. In between it copies their own properties, so an inherited `error` does the one and not the other.
 */
function toErrorOutput(item: INodeExecutionData, error: Error): INodeExecutionData {
	return Object.assign(Object.create({ error }) as INodeExecutionData, item);
}

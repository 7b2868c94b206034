import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from './concurrency';
import { ItemStops } from './itemStops';
import { readList, withWarnings } from './lists';
import { LostWarnings } from './lostWarnings';
import { toNodeError } from './nodeErrors';
import type { AnyOperation, InputFile, OperationContext, Resource, Values } from './operation';
import { maxOf } from './parameters/paging';
import { requestOptions } from './parameters/requestOptions';
import { ParameterError } from './parameterError';
import { createApi } from './transport/request';
import type { Api } from './transport/types';
import { readValues, type ReadParameter } from './values';

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
	const stops = new ItemStops(context.getExecutionCancelSignal?.());
	const warnings = new LostWarnings();
	const results = mapConcurrently(inputs, itemsAtOnce(context, resources), async (_, itemIndex) => {
		const signal = stops.start(itemIndex);
		const operation = operationOf(context, resources, itemIndex);
		return await executeItem(context, operation, itemIndex, signal, warnings)
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

function operationOf(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	itemIndex: number,
): AnyOperation {
	const resource = context.getNodeParameter('resource', itemIndex);
	const operation = context.getNodeParameter('operation', itemIndex);
	const operations = resources.find(({ option }) => option.value === resource)?.operations ?? [];
	const found = operations.find(({ option }) => option.value === operation);
	if (found) return found;
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
	operation: AnyOperation,
	itemIndex: number,
	signal: AbortSignal,
	warnings: LostWarnings,
): Promise<INodeExecutionData[]> {
	const records = runOperation(context, operation, itemIndex, signal, warnings);
	return await records.then(
		(found) => found.map((json) => ({ json, pairedItem: { item: itemIndex } })),
		(error) => {
			throw toNodeError(context.getNode(), error, operation.parameters, itemIndex);
		},
	);
}

async function runOperation(
	context: IExecuteFunctions,
	operation: AnyOperation,
	itemIndex: number,
	signal: AbortSignal,
	warnings: LostWarnings,
): Promise<IDataObject[]> {
	const read: ReadParameter = (name, fallback) => context.getNodeParameter(name, itemIndex, fallback);
	const values = readValues(operation.parameters, read) as never;
	const about: OperationContext = { timezone: context.getTimezone() };
	const { api, keptBy } = warnings.during(
		createApi(context, { itemIndex, signal, maxWaitMs: maxWaitMs(read), readOnly: operation.readOnly }),
		itemIndex,
	);
	const readFile = async (field: string) => await readInputFile(context, itemIndex, field);
	const records = operation.run
		? await operation.run({ ...about, values, api, readFile })
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
): Promise<InputFile> {
	const { fileName = '' } = context.helpers.assertBinaryData(itemIndex, field);
	return { field, fileName, content: await context.helpers.getBinaryDataBuffer(itemIndex, field) };
}

/** The error goes to the error output; its facts stay readable in the item itself. */
function failedItem(context: IExecuteFunctions, error: unknown, itemIndex: number): INodeExecutionData[] {
	const failure = toNodeError(context.getNode(), error, [], itemIndex);
	if (!context.continueOnFail()) throw failure;
	const {
		message,
		description,
		httpCode,
		context: about,
	} = failure as Error & {
		description?: string;
		httpCode?: string | null;
		context?: IDataObject;
	};
	const json: IDataObject = {
		error: message,
		...(description && { description }),
		...(httpCode && { httpCode }),
		...(Array.isArray(about?.apiErrors) && about.apiErrors.length > 0 && { apiErrors: about.apiErrors }),
	};
	return [{ json, error: failure as INodeExecutionData['error'], pairedItem: { item: itemIndex } }];
}

import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toNodeError } from './nodeErrors';
import { ParameterError } from './parameterError';
import { readList, withWarnings } from './lists';
import type { AnyOperation, InputFile, OperationContext, Resource } from './operation';
import { maxOf } from './parameters/paging';
import { createApi } from './transport/request';
import type { Api } from './transport/types';
import { readValues } from './values';

/**
 * The item loop of every node: read the values, run the operation, pair what comes out with the input item.
 * An item that fails ends the run, or becomes an error item when the node is set to continue.
 */
export async function executeOperations(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const records = executeItem(context, operationOf(context, resources, itemIndex), itemIndex);
		const items = await records.catch((error) => failedItem(context, error, itemIndex));
		for (const item of items) output.push({ ...item, pairedItem: { item: itemIndex } });
	}
	return [output];
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
): Promise<INodeExecutionData[]> {
	const records = runOperation(context, operation, itemIndex);
	return await records.then(
		(found) => found.map((json) => ({ json })),
		(error) => {
			throw toNodeError(context.getNode(), error, operation.parameters, itemIndex);
		},
	);
}

async function runOperation(
	context: IExecuteFunctions,
	operation: AnyOperation,
	itemIndex: number,
): Promise<IDataObject[]> {
	const values = readValues(operation.parameters, (name, fallback) =>
		context.getNodeParameter(name, itemIndex, fallback),
	) as never;
	const about: OperationContext = { timezone: context.getTimezone() };
	const api = createApi(context, itemIndex);
	if (operation.run) {
		const readFile = async (field: string) => await readInputFile(context, itemIndex, field);
		return await operation.run({ ...about, values, api, readFile });
	}
	return await sendRequest(operation, values, about, api);
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
	return [{ json, error: failure as INodeExecutionData['error'] }];
}

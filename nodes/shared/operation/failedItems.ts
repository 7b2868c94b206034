import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ParameterError } from '../util/parameterError';
import type { AnyOperation, Resource } from './defineOperation';
import { outcomeError, toNodeError, type NodeFailure } from './nodeErrors';
import { withRequestOptions } from './requestOptions';
import { beginWrite, WritesOfRun } from './writing';

/** An operation, and whether it takes personal data. */
export type ChosenOperation = AnyOperation & Pick<Resource, 'personal'>;

/** n8n's error for a failure of an item. @param writes those of the run, if the operation changes data */
export function failureOf(
	context: IExecuteFunctions,
	operation: ChosenOperation,
	error: unknown,
	itemIndex: number,
	writes = new WritesOfRun(),
): NodeFailure {
	const shown = operation.personal && error instanceof ParameterError ? error.withoutValue() : error;
	const failure: NodeFailure = toNodeError(
		context.getNode(),
		shown,
		withRequestOptions(operation),
		itemIndex,
	);
	if (operation.readOnly) return failure;
	const attempt = writes.attempt(itemIndex) ?? beginWrite(operation);
	return outcomeError(context.getNode(), failure, attempt, writes.besides(itemIndex), itemIndex);
}

/**
 * The item of a failure: the fields and files of the input item, and what happened. It goes to the error output if the
 * node has one. n8n retries the node if the first item has `error`.
 */
export function errorItem(
	context: IExecuteFunctions,
	failure: NodeFailure,
	{ json: fields = {}, binary }: Partial<INodeExecutionData>,
): INodeExecutionData {
	const item = { json: { ...fields, ...failedFields(failure, fields) }, ...(binary && { binary }) };
	return context.getNode().onError === 'continueErrorOutput' ? toErrorOutput(item, failure) : item;
}

/** A description of the input item's own keeps its name. */
function failedFields(failure: NodeFailure, fields: IDataObject): IDataObject {
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

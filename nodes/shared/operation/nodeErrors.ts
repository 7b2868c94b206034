import {
	NodeOperationError,
	type Failure,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { AnswerError } from '../util/json';
import { ParameterError } from '../util/parameterError';
import { cleanText } from '../transport/errors';

/**
 * Converts any failure to an n8n error for the user. An n8n error only gets the index of the item: wrapping it
 * again would lose its HTTP status.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	parameters: readonly INodeProperties[],
	itemIndex?: number,
): Error {
	if (error instanceof ParameterError) return parameterNodeError(node, error, parameters, itemIndex);
	if (error instanceof AnswerError) {
		return operationError(node, error.message, error.advice, itemIndex, error.failure);
	}
	if (error instanceof Error) return stamped(error, itemIndex);
	return operationError(node, 'The node failed', cleanText(String(error), []), itemIndex);
}

function stamped(error: Error, itemIndex: number | undefined): Error {
	const { context } = error as Error & { context?: { itemIndex?: number } };
	if (context && itemIndex !== undefined) context.itemIndex ??= itemIndex;
	return error;
}

function parameterNodeError(
	node: INode,
	{ parameter, value, problem, advice }: ParameterError,
	parameters: readonly INodeProperties[],
	itemIndex: number | undefined,
): Error {
	const shown = displayName(parameters, parameter);
	const entered =
		value === '' || value === undefined || value === null ? '' : ` '${cleanText(String(value), [])}'`;
	return operationError(
		node,
		`${shown}${entered} ${problem}`,
		withDisplayNames(advice, parameters),
		itemIndex,
	);
}

function operationError(
	node: INode,
	message: string,
	description: string,
	itemIndex: number | undefined,
	failure: Failure = { cause: 'configuration-invalid' },
): Error {
	const error = new NodeOperationError(node, message, { description, itemIndex, failure });
	// n8n replaces messages that contain a system error code, even inside another word.
	error.message = message;
	error.failure = failure;
	return error;
}

/** The display name of a parameter or of a field in a collection. */
export function displayName(parameters: readonly INodeProperties[], name: string): string {
	return parameters.flatMap(withFields).find((field) => field.name === name)?.displayName ?? name;
}

function withFields(parameter: INodeProperties): INodeProperties[] {
	const { type, options = [] } = parameter;
	if (type === 'collection') return [parameter, ...(options as INodeProperties[]).flatMap(withFields)];
	if (type === 'fixedCollection') {
		return [parameter, ...(options as INodePropertyCollection[]).flatMap(({ values }) => values)];
	}
	return [parameter];
}

function withDisplayNames(text: string, parameters: readonly INodeProperties[]): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => `'${displayName(parameters, name)}'`);
}

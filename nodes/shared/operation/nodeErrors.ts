import {
	NodeApiError,
	NodeOperationError,
	type Failure,
	type IDataObject,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { ResponseError } from '../util/json';
import { ParameterError } from '../util/parameterError';
import { shownText } from '../util/shownText';
import { AddressRefusedError } from '../transport/connection';
import { cleanText } from '../transport/cleanText';
import { RepeatedWriteError } from '../writes/carryOut';
import { outcomeDescription, outcomeMessage, type OtherItems, type WriteAttempt } from '../writes/outcome';

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
	if (error instanceof ResponseError) {
		return operationError(node, error.message, error.advice, itemIndex, error.failure);
	}
	if (error instanceof RepeatedWriteError || error instanceof AddressRefusedError)
		return operationError(node, error.message, error.advice, itemIndex);
	if (error instanceof Error) return stamped(error, itemIndex);
	return operationError(node, 'The node failed', cleanText(String(error), []), itemIndex);
}

/** An n8n error as this package makes it. */
export type NodeFailure = Error & {
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
	failure?: Failure;
};

/**
 * The error of a write, with its outcome in the text and in `context`: `outcome`, `itemIndex`, and `doneItems` and
 * `unknownItems` of the same run. A new one each time: Retry On Fail shows an earlier error beside other items.
 */
export function outcomeError(
	node: INode,
	error: NodeFailure,
	attempt: WriteAttempt,
	others: OtherItems,
	itemIndex: number,
): NodeFailure {
	const message = shownText(outcomeMessage(attempt, sentence(error.message)));
	const description = shownText(
		outcomeDescription(attempt, error.description ?? undefined, itemIndex, others),
	);
	const { httpCode, failure = { cause: 'configuration-invalid' } } = error;
	const texts = { message, description, itemIndex, failure };
	const told: NodeFailure =
		error instanceof NodeApiError
			? new NodeApiError(node, {}, { ...texts, httpCode: httpCode ?? undefined })
			: new NodeOperationError(node, message, texts);
	// n8n replaces messages that contain a system error code, even inside another word.
	told.message = message;
	told.failure = failure;
	told.context = {
		...told.context,
		...error.context,
		itemIndex,
		outcome: attempt.outcome,
		doneItems: [...others.done],
		unknownItems: [...others.unknown],
	};
	return told;
}

function sentence(text: string): string {
	return '.!?…'.includes(text.at(-1) ?? ' ') ? text : `${text}.`;
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
	text: string,
	advice: string,
	itemIndex: number | undefined,
	failure: Failure = { cause: 'configuration-invalid' },
): Error {
	const [message, description] = [shownText(text), shownText(advice)];
	const error = new NodeOperationError(node, message, { description, itemIndex, failure });
	// n8n replaces messages that contain a system error code, even inside another word.
	error.message = message;
	error.failure = failure;
	return error;
}

/** The display name of a parameter or of a field in a collection. */
function displayName(parameters: readonly INodeProperties[], name: string): string {
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

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Api, ApiRequest, ErrorTexts } from './transport/types';

/**
 * One operation is one file: what the user sees (`option`, `parameters`) beside what is done with it
 * (`request` for one call, `run` for several). The parameters are plain n8n literals, so that linters and
 * reviewers read them as usual; the types of `values` are inferred from those literals.
 */
export interface OperationOption {
	name: string;
	value: string;
	/** Sentence case with an article, shown in the node creator: "Get many bookings". */
	action: string;
	description: string;
}

/** What an operation may know besides its values. */
export interface OperationContext {
	/** IANA zone of the workflow: how a date without an offset is understood. */
	timezone: string;
}

type ScalarTypes = {
	string: string;
	dateTime: string;
	resourceLocator: string;
	number: number;
	boolean: boolean;
};

type OptionValue<P> = P extends { options: ReadonlyArray<infer O> }
	? O extends { value: infer V extends string | number | boolean }
		? V
		: never
	: never;

type CollectionValue<P> = P extends { options: infer O extends readonly INodeProperties[] }
	? Partial<Values<O>>
	: never;

type ValueOf<P> = P extends { type: 'options' }
	? OptionValue<P>
	: P extends { type: 'collection' }
		? CollectionValue<P>
		: P extends { type: infer T extends keyof ScalarTypes }
			? ScalarTypes[T]
			: never;

/** The values of a parameter list, by parameter name. */
export type Values<P extends readonly INodeProperties[]> = {
	[Q in P[number] as Q['name']]: ValueOf<Q>;
};

export interface RunArguments<V> extends OperationContext {
	values: V;
	api: Api;
}

interface OperationBase<P extends readonly INodeProperties[]> {
	option: OperationOption;
	parameters: P;
	/** Words for failures of this operation, by HTTP status or by the API's own error code. */
	errors?: (values: Values<P>) => ErrorTexts;
}

/** A single call. `items` turns the body into records; without it the body is the one record. */
interface RequestOperation<P extends readonly INodeProperties[]> extends OperationBase<P> {
	request: (values: Values<P>, context: OperationContext) => ApiRequest;
	items: (body: unknown) => IDataObject[];
	run?: never;
}

/** Several calls; `api` is the one transport with the item's limits, retries and errors. */
interface RunOperation<P extends readonly INodeProperties[]> extends OperationBase<P> {
	run: (args: RunArguments<Values<P>>) => Promise<IDataObject[]>;
	request?: never;
	items?: never;
}

export type Operation<P extends readonly INodeProperties[] = readonly INodeProperties[]> =
	| RequestOperation<P>
	| RunOperation<P>;

/** An operation whose parameter types are no longer needed: what lists and loops handle. */
export interface AnyOperation {
	option: OperationOption;
	parameters: readonly INodeProperties[];
	errors?: (values: never) => ErrorTexts;
	request?: (values: never, context: OperationContext) => ApiRequest;
	items?: (body: unknown) => IDataObject[];
	run?: (args: RunArguments<never>) => Promise<IDataObject[]>;
}

export interface Resource {
	option: { name: string; value: string };
	operations: readonly AnyOperation[];
}

export function defineParameter<const P extends INodeProperties>(parameter: P): P {
	return parameter;
}

export function defineOperation<const P extends readonly INodeProperties[]>(
	operation: Operation<P>,
): Operation<P> {
	return operation;
}

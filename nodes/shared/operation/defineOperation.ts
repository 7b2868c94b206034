import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ListStrategy } from '../api/response/lists';
import type { Api, ApiRequest, ConnectionStatus, ErrorTexts } from '../transport/types';
import type { Write, Written } from '../writes/write';

/**
 * One operation is one file: what the user sees (`option`, `parameters`) and what it does (`request` for one call,
 * `run` for several, `runOnAll` for all input items together). The parameters are plain n8n literals, which linters and
 * reviewers can read; the types of `values` are inferred from them.
 */
interface OperationOption {
	name: string;
	value: string;
	/** Sentence case without articles, shown in the node creator: "Get many bookings". */
	action: string;
	description: string;
}

/** What an operation knows besides its values. */
export interface OperationContext {
	/** IANA time zone of the workflow, for dates without an offset. */
	timezone: string;
}

type ScalarTypes = {
	string: string;
	dateTime: string;
	resourceLocator: string;
	number: number;
	boolean: boolean;
	multiOptions: string[];
};

type OptionValue<P> = P extends { options: ReadonlyArray<infer O> }
	? O extends { value: infer V extends string | number | boolean }
		? V
		: never
	: string;

type CollectionValue<P> = P extends { options: infer O extends readonly INodeProperties[] }
	? Partial<Values<O>>
	: never;

/** A fixed collection has a list for each of its groups. */
type GroupsValue<P> = P extends { options: ReadonlyArray<infer G> }
	? { [K in G as K extends { name: infer N extends string } ? N : never]: GroupItems<K> }
	: never;
type GroupItems<G> = G extends { values: infer V extends readonly INodeProperties[] }
	? Array<Values<V>>
	: never;

type ValueOf<P> = P extends { type: 'options' }
	? OptionValue<P>
	: P extends { type: 'collection' }
		? CollectionValue<P>
		: P extends { type: 'fixedCollection' }
			? GroupsValue<P>
			: P extends { type: infer T extends keyof ScalarTypes }
				? ScalarTypes[T]
				: never;

/** The values of a parameter list, by parameter name. */
export type Values<P extends readonly INodeProperties[]> = {
	[Q in P[number] as Q['name']]: ValueOf<Q>;
};

/** A file of the input item. */
export interface InputFile {
	/** As given; empty when the field has no file name. */
	fileName: string;
	content: Buffer;
}

interface RunArguments<V> extends OperationContext {
	values: V;
	api: Api;
	/** What is known of the API connection without a request to the API. */
	connectionStatus: () => Promise<ConnectionStatus>;
	/** Reads a binary field of the input item; `undefined` when it has none of this name. */
	readFile: (field: string) => Promise<InputFile | undefined>;
	/** A record of something that failed, as failed items have it; with an error output, it goes there. */
	failedRecord: (error: unknown, fields: IDataObject) => IDataObject;
	/** Shows a hint beside the node's output. */
	warn: (text: string) => void;
	/** Writes a line to n8n's log; it must hold no data of guests. */
	log: (text: string) => void;
	/** The user leaves personal data out: the API gives none, and names of guests are not worth a request. */
	withoutPersonalData: boolean;
}

/** What an operation that changes hotel data gets besides. Its `api` only reads. */
export interface WriteArguments<V> extends RunArguments<V> {
	/** The only way to send a change. @throws what the transport throws, unless the change was made */
	write: (write: Write) => Promise<Written>;
	/** A parameter as the user saved it, before expressions are resolved: `options.idempotencyKey`. */
	saved: (path: string) => unknown;
}

/** A result of an operation on all input items, or a part of them that failed. */
export interface DatasetRecord {
	json: IDataObject;
	/** The input items that it comes from; empty if it comes from none. */
	items: readonly number[];
	/** What went wrong: the item gets its texts beside `json`. */
	failure?: unknown;
	/** The failure ends the run, unless the node is set to continue. */
	endsRun?: boolean;
}

/** The values are those of the first input item. */
interface DatasetArguments<V> extends Pick<RunArguments<V>, 'api' | 'log' | 'timezone' | 'values' | 'warn'> {
	/** All input items. */
	items: readonly IDataObject[];
}

interface OperationBase<P extends readonly INodeProperties[]> {
	option: OperationOption;
	parameters: P;
	/** Texts for failures of this operation, by HTTP status or by the error code of the API. */
	errors?: (values: Values<P>) => ErrorTexts;
}

interface ReadOperationBase<P extends readonly INodeProperties[]> extends OperationBase<P> {
	/** Changes no data: several items are processed at a time, and only reads may be sent. */
	readOnly: true;
	writes?: never;
	/**
	 * Returns bookings, reservations, room stays or guests: the columns of its flat items that are personal. Users can
	 * leave personal data out.
	 */
	personalColumns?: readonly string[];
}

/**
 * What becomes of the records that a call returned, in the same order: flat fields, names beside IDs. It reads names
 * once for all of them.
 */
type View<V> = (records: IDataObject[], args: ViewArguments<V>) => Promise<IDataObject[]> | IDataObject[];

export type ViewArguments<V> = Pick<RunArguments<V>, 'values' | 'api' | 'warn' | 'withoutPersonalData'>;

/** One call; `items` turns the body into records. */
interface RequestOperation<P extends readonly INodeProperties[]> extends ReadOperationBase<P> {
	request: (values: Values<P>, context: OperationContext) => ApiRequest;
	items: (body: unknown) => IDataObject[];
	view?: View<Values<P>>;
	list?: never;
	run?: never;
	runOnAll?: never;
}

/** A list, read page by page up to "Limit" or completely with "Return All": one item per record. */
interface ListOperation<P extends readonly INodeProperties[]> extends ReadOperationBase<P> {
	request: (values: Values<P>, context: OperationContext) => ApiRequest;
	list: ListStrategy;
	view?: View<Values<P>>;
	items?: never;
	run?: never;
	runOnAll?: never;
}

/** Everything else, such as several calls. */
interface RunOperation<P extends readonly INodeProperties[]> extends ReadOperationBase<P> {
	run: (args: RunArguments<Values<P>>) => Promise<IDataObject[]>;
	request?: never;
	items?: never;
	list?: never;
	view?: never;
	runOnAll?: never;
}

/** Changes hotel data: the items are processed one after the other, and each has its `outcome`. */
interface WriteOperation<P extends readonly INodeProperties[]> extends OperationBase<P> {
	/** What it writes, as a noun: "Payment". Errors begin with it. */
	writes: string;
	run: (args: WriteArguments<Values<P>>) => Promise<IDataObject[]>;
	readOnly?: never;
	personalColumns?: never;
	request?: never;
	items?: never;
	list?: never;
	view?: never;
	runOnAll?: never;
}

/** All input items are one set of data: it is run once, and gives all results or none. */
interface DatasetOperation<P extends readonly INodeProperties[]> extends ReadOperationBase<P> {
	runOnAll: (args: DatasetArguments<Values<P>>) => Promise<DatasetRecord[]>;
	personalColumns?: never;
	run?: never;
	request?: never;
	items?: never;
	list?: never;
	view?: never;
}

type Operation<P extends readonly INodeProperties[] = readonly INodeProperties[]> =
	| RequestOperation<P>
	| ListOperation<P>
	| RunOperation<P>
	| WriteOperation<P>
	| DatasetOperation<P>;

/** An operation without its parameter types, for code that handles all operations. */
export interface AnyOperation {
	option: OperationOption;
	parameters: readonly INodeProperties[];
	readOnly?: true;
	writes?: string;
	personalColumns?: readonly string[];
	errors?: (values: never) => ErrorTexts;
	request?: (values: never, context: OperationContext) => ApiRequest;
	items?: (body: unknown) => IDataObject[];
	list?: ListStrategy;
	view?: View<never>;
	run?: (args: WriteArguments<never>) => Promise<IDataObject[]>;
	runOnAll?: (args: DatasetArguments<never>) => Promise<DatasetRecord[]>;
}

export interface Resource {
	option: { name: string; value: string };
	operations: readonly AnyOperation[];
	/** Takes personal data: errors quote no values that were entered. */
	personal?: true;
	/** The default operation, if it is not the first one. It must be a read. */
	defaultOperation?: string;
}

export function defineParameter<const P extends INodeProperties>(parameter: P): P {
	return parameter;
}

export function defineOperation<const P extends readonly INodeProperties[]>(
	operation: Operation<P>,
): Operation<P> {
	return operation;
}

import type { IDataObject, IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import type { ApiArea } from './areas';

/** The n8n contexts that may talk to the API. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export type HttpMethod = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';

/**
 * One request as an operation states it. `path` is written as in the specification, below the area's
 * prefix: `/v1/properties/{propertyId}/bookings`; `pathParameters` fills its placeholders.
 */
export interface ApiRequest {
	area: ApiArea;
	method: HttpMethod;
	path: string;
	/** In place of the area's prefix, for an address the user entered. */
	prefix?: string;
	pathParameters?: Record<string, string>;
	/** Entries that are `undefined` are not sent. */
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** It changes nothing, as the specification says (searches by POST); default: GET only. */
	readOnly?: boolean;
	/** It is not proven that it changes nothing, for the user chose its method: it is sent only once. */
	sendOnce?: boolean;
}

export interface ApiResponse {
	statusCode: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	body: unknown;
}

/** An item of `errors` and `warnings` in answers (specification, Errors). */
export interface ApiMessage {
	code?: string;
	message?: string;
}

export interface ErrorText {
	/** What happened, with the value. */
	message: string;
	/** What to do, naming the parameter as the user sees it. */
	description: string;
}

/** Keys are HTTP statuses ('404') or API error codes ('11'); codes win. */
export type ErrorTexts = Partial<Record<string, ErrorText>>;

export interface SendOptions {
	/** The longest time this call may spend waiting (limits and retries together). */
	maxWaitMs?: number;
	/** The longest time one attempt may take. */
	timeoutMs?: number;
	/** How often a read is sent that fails on the way (default: 6). */
	maxAttempts?: number;
	errors?: ErrorTexts;
	/** For a change: where to look whether it was carried out, when that is not known. */
	howToCheck?: string;
}

/** How a node uses the transport. */
export interface ApiSettings {
	itemIndex?: number;
	/** The longest time a call may spend waiting, where the call itself does not say. */
	maxWaitMs?: number;
	/** Ends waiting and requests at once; default: when the execution is cancelled. */
	signal?: AbortSignal;
	/** Refuses to send what changes something. */
	readOnly?: boolean;
	/** What is sent is data of persons: errors do not repeat it, even where the service does. */
	personal?: boolean;
}

/** The transport, bound to one node and one input item. */
export interface Api {
	send(request: ApiRequest, options?: SendOptions): Promise<ApiResponse>;
	/** Tells API clients apart, for what is cached: base URL and client id. */
	client(): Promise<string>;
}

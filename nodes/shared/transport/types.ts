import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { RateStatus } from '../rateLimit/scopeUsage';
import type { RateScope } from '../rateLimit/windows';
import type { ApiArea } from './areas';

/** The n8n contexts that may talk to the API. */
export type ApiContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export type HttpMethod = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';

/**
 * One request as an operation states it. `path` is written as in the specification, below the area's
 * prefix: `/v1/properties/{propertyId}/bookings`; `pathParameters` fills its placeholders.
 */
export interface ApiRequest {
	area: ApiArea;
	method: HttpMethod;
	path: string;
	/** Replaces the prefix of the area, for a path the user entered. */
	prefix?: string;
	pathParameters?: Record<string, string>;
	/** Entries that are `undefined` are not sent. */
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** Changes no data according to the specification (searches by POST); default: GET only. */
	readOnly?: boolean;
	/** Sent only once: the user chose its method, so it may change data. */
	sendOnce?: boolean;
}

export interface ApiResponse {
	statusCode: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	body: unknown;
}

/** An item of `errors` and `warnings` in responses (specification, Errors). */
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
	/** Max attempts of a read with transient failures (default: 6). */
	maxAttempts?: number;
	errors?: ErrorTexts;
	/** Is told before each attempt that it may be processed, and after one that certainly was not. */
	onAttempt?: (mayBeProcessed: boolean) => void;
	/** Is told that an attempt is sent. */
	onSent?: () => void;
}

/** A caller that may use a part of the rate limits only. */
export interface Share {
	/**
	 * Takes one more request.
	 * @param left how many requests the limits of a minute and an hour leave
	 * @returns why there is none
	 */
	take(left: number, client: string, scope: RateScope): 'used' | 'scarce' | undefined;
}

/** How a node uses the transport. */
export interface ApiSettings {
	itemIndex?: number;
	/** The longest time a call may spend waiting, unless the call itself sets it. */
	maxWaitMs?: number;
	/** Ends waits and requests at once; default: when the execution is cancelled. */
	signal?: AbortSignal;
	/** Refuses to send requests that change data. */
	readOnly?: boolean;
	/** The operation changes hotel data: no text advises to run anything a second time. */
	writing?: boolean;
	share?: Share;
	/** Of a trigger: its reads come after everything that somebody waits for. */
	isTrigger?: boolean;
}

/** What is known of the API connection without asking the API. */
export interface ConnectionStatus {
	/** What the token says: `api_accesses` and `exp` (specification, Authentication 6); `undefined` if unreadable. */
	accesses: string[] | undefined;
	expiresAt: number | undefined;
	/** By scope: what this process knows of the rate limits. */
	limits: ReadonlyMap<RateScope, RateStatus | undefined>;
}

/** The transport, bound to one node and one input item. */
export interface Api {
	send(request: ApiRequest, options?: SendOptions): Promise<ApiResponse>;
	/** Identifies what is read, for caches: a hash of all addresses, client ID and secret. */
	client(): Promise<string>;
	/** To whom a change is sent: base URL of the area and client ID. It stays the same when the secret is replaced. */
	recipient(area: ApiArea): Promise<string>;
	/** The longest that such a request can take, in ms, with its waits and repetitions. */
	maxDurationMs(options?: SendOptions): number;
}

/** What is known besides a failure, for the words of its error. */
export interface Circumstances {
	request: ApiRequest;
	/** The base URL in use, as shown to the user. */
	baseUrl: string;
	readOnly: boolean;
	/** Areas the access token grants, where it can be read. */
	accesses?: string[];
	/** Texts of the operation. */
	texts?: ErrorTexts;
	retryAfterMs?: number;
	/**
	 * The operation changes hotel data, so no text advises to run anything a second time: earlier items of the run may
	 * have been carried out. What became of the write is told by `shared/writes`.
	 */
	writing?: boolean;
	/** Nothing that the API says is quoted. */
	personal?: boolean;
	/** Values that must not appear in any text. */
	secrets: string[];
}

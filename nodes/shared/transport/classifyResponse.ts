import { holdsRecords, isRecord, messagesIn } from '../util/json';
import { MAX_READ } from '../util/shownText';
import { retryAfterMs, type Retry } from './retry';
import type { ApiMessage, ApiResponse } from './types';

/** The facts of a failure; `errors.ts` puts them into words. */
export type FailureFacts =
	| { kind: 'status'; statusCode: number; messages: ApiMessage[] }
	| { kind: 'errors'; statusCode: number; messages: ApiMessage[] }
	| { kind: 'redirect'; statusCode: number; location: string }
	| { kind: 'webPage'; statusCode: number }
	| { kind: 'unreadable'; statusCode: number }
	| { kind: 'network'; code: string }
	/** No token could be fetched, so nothing was sent. */
	| {
			kind: 'token';
			statusCode?: number;
			code?: string;
			refused?: true;
			late?: true;
			/** Where the token address redirects to: the secret was not sent. */
			redirectsTo?: string;
	  };

/** A failure, and whether to retry the request. */
export type RequestFailure = FailureFacts & { retry: Retry };

export type Classified = { response: ApiResponse; failure?: undefined } | { failure: RequestFailure };

/** No connection was made. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether a connection failed before anything was sent. */
export function isUnsent(code: string): boolean {
	return UNSENT.has(code);
}

/** Whether the service certainly did not process the request. */
export function isNotProcessed(failure: FailureFacts): boolean {
	switch (failure.kind) {
		case 'status':
		case 'webPage':
			return failure.statusCode >= 400 && failure.statusCode < 500;
		case 'network':
			return isUnsent(failure.code);
		default:
			return failure.kind === 'token';
	}
}

const REPEATABLE_STATUSES = new Set([500, 502, 503, 504]);

/**
 * Classifies a response. Every status arrives here as data.
 * @param readOnly whether the request changes nothing
 */
export function classifyResponse(response: ApiResponse, now: number, readOnly = true): Classified {
	const { statusCode, headers, body } = response;
	const retry = retryOfStatus(statusCode, retryAfterMs(headers['retry-after'], now));
	if (statusCode >= 300 && statusCode < 400) {
		return { failure: { kind: 'redirect', statusCode, location: headers.location ?? '', retry } };
	}
	if (statusCode >= 400 && statusCode < 500 && isWebPage(response)) {
		return { failure: { kind: 'webPage', statusCode, retry } };
	}
	if (statusCode >= 400) {
		return { failure: { kind: 'status', statusCode, messages: apiMessages(body), retry } };
	}
	return classifyBody(response, readOnly);
}

function retryOfStatus(statusCode: number, wait: number | undefined): Retry {
	if (statusCode === 429) return { kind: 'rateLimited', retryAfterMs: wait };
	if (REPEATABLE_STATUSES.has(statusCode)) return { kind: 'transient', retryAfterMs: wait };
	return { kind: 'final' };
}

/** n8n leaves a body that is not JSON as text: a web page, or truncated JSON. */
function classifyBody(response: ApiResponse, readOnly: boolean): Classified {
	const { statusCode, body } = response;
	if (failedInside(body, readOnly)) {
		return {
			failure: { kind: 'errors', statusCode, messages: apiMessages(body), retry: { kind: 'final' } },
		};
	}
	if (statusCode === 204 || (typeof body === 'object' && body !== null)) return { response };
	if (isWebPage(response)) return { failure: { kind: 'webPage', statusCode, retry: { kind: 'final' } } };
	return { failure: { kind: 'unreadable', statusCode, retry: { kind: 'transient' } } };
}

/**
 * Every response of the PMS has a list of errors (specification, PMS records). If it is not empty, a change has
 * failed, and so has a read without records.
 */
function failedInside(body: unknown, readOnly: boolean): boolean {
	if (!isRecord(body) || messagesIn(body, 'errors').length === 0) return false;
	return !readOnly || !holdsRecords(body);
}

function isWebPage({ headers, body }: ApiResponse): boolean {
	const type = (headers['content-type'] ?? '').slice(0, MAX_READ);
	return /html/i.test(type) || (typeof body === 'string' && body.trimStart().startsWith('<'));
}

/**
 * The `{code, message}` items of an error body, errors before warnings, each once; `[null]`, missing and
 * unknown forms give none.
 */
export function apiMessages(body: unknown): ApiMessage[] {
	if (!isRecord(body)) return [];
	const { errors, error, error_description: description, message, code } = body;
	const reported = Array.isArray(errors)
		? messagesIn(body, 'errors')
		: [{ code: error ?? code, message: description ?? message }];
	const messages = [...reported, ...messagesIn(body, 'warnings')].flatMap(messageOf);
	return [...new Map(messages.map((one) => [JSON.stringify(one), one])).values()];
}

function messageOf({ code, message }: Record<string, unknown>): ApiMessage[] {
	const found: ApiMessage = {
		...(isText(code) && { code: beginningOf(code) }),
		...(isText(message) && { message: beginningOf(message) }),
	};
	return Object.keys(found).length > 0 ? [found] : [];
}

/** More of it is never shown; one more character tells that it was cut. */
function beginningOf(text: string | number): string {
	return String(text).slice(0, MAX_READ + 1);
}

function isText(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

interface ErrorLike {
	message?: unknown;
	code?: unknown;
	httpCode?: unknown;
	status?: unknown;
	body?: unknown;
	cause?: unknown;
	failure?: { cause?: unknown };
	response?: { status?: unknown; headers?: unknown };
}

/** Classifies an error thrown by n8n's HTTP helper: the connection failed. */
export function classifyError(error: unknown): RequestFailure {
	return { kind: 'network', code: networkCode(causes(error)) ?? '', retry: { kind: 'transient' } };
}

/** n8n wraps errors in each other, so the whole chain of causes is read. On n8n 1.123 there are none. */
function causes(error: unknown): ErrorLike[] {
	const chain: ErrorLike[] = [];
	let link: unknown = error;
	while (typeof link === 'object' && link !== null && !chain.includes(link) && chain.length < 10) {
		chain.push(link);
		link = (link as ErrorLike).cause;
	}
	return chain;
}

/** No token could be fetched. */
export type TokenFailure = Extract<RequestFailure, { kind: 'token' }>;

/**
 * `error` codes of a token endpoint (RFC 6749, 5.2 and common additions), and n8n's texts for them, that
 * mean "later", not "no".
 */
const LATER = /too.?many|limit|slow|quota/i;
const FAILING = /temporar|unavailable|server_error|unexpected condition/i;
const REFUSED_STATUSES = new Set([401, 403]);

/**
 * Classifies why n8n could not fetch a token. Nothing else was sent, so a retry is safe for writes as well. Of a
 * response below 500, n8n keeps only a body in the format of OAuth, never the headers; n8n 1.123 keeps only a text
 * of such a body.
 */
export function classifyTokenError(error: unknown, now: number): TokenFailure {
	const chain = causes(error);
	const response = chain.filter((link) => codeOf(link) === 'EAUTH').at(-1);
	const reported = oauthErrorIn(response);
	const statusCode = statusOf(chain);
	const code = networkCode(chain) ?? (statusCode === 200 && isBrokenOff(chain) ? 'ECONNRESET' : undefined);
	const headers = chain.find(({ response }) => response?.headers)?.response?.headers;
	const wait = retryAfterMs((headers as Record<string, string> | undefined)?.['retry-after'], now);
	const failure = (retry: Retry, facts?: { statusCode?: number; refused?: true }): TokenFailure => ({
		kind: 'token',
		statusCode,
		code,
		...facts,
		retry,
	});
	if (statusCode === 429 || LATER.test(reported)) {
		return failure({ kind: 'rateLimited', retryAfterMs: wait }, { statusCode: 429 });
	}
	const mayPass = FAILING.test(reported) || (statusCode ?? 0) >= 500;
	if (mayPass) return failure({ kind: 'transient', retryAfterMs: wait, unsent: true });
	const refused =
		response !== undefined ||
		chain.some(({ failure: reported }) => reported?.cause === 'credential-invalid') ||
		REFUSED_STATUSES.has(statusCode ?? 0);
	if (refused) return failure({ kind: 'final' }, { refused: true });
	return failure(code === undefined ? { kind: 'final' } : { kind: 'transient', unsent: true });
}

/** The `error` of an OAuth error response, or n8n's text for it. */
function oauthErrorIn(response: ErrorLike | undefined): string {
	const body = response?.body as { error?: unknown } | undefined;
	return String(body?.error ?? response?.message ?? '').slice(0, MAX_READ);
}

/** How axios reports an incomplete response. */
function isBrokenOff(chain: ErrorLike[]): boolean {
	return chain.some(
		({ code, message }) => code === 'ERR_BAD_RESPONSE' || message === 'stream has been aborted',
	);
}

/** n8n puts the status or the code of the cause into `httpCode`. */
function codeOf({ code, httpCode }: ErrorLike): unknown {
	return code ?? httpCode;
}

function networkCode(chain: ErrorLike[]): string | undefined {
	return chain
		.map(codeOf)
		.reverse()
		.find(
			(code): code is string =>
				typeof code === 'string' && /^E[A-Z_]+$/.test(code) && !/^E(STATUS|AUTH|RR_BAD_[A-Z]+)$/.test(code),
		);
}

function statusOf(chain: ErrorLike[]): number | undefined {
	return chain
		.map(({ response, status, httpCode }) => Number(response?.status ?? status ?? httpCode))
		.find((status) => status > 0);
}

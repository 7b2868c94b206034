import { retryAfterMs, type Trouble } from './retry';
import { MINUTE_MS } from './rateLimits';
import type { ApiMessage, ApiResponse } from './types';

/** What went wrong, in facts; the words are made in `errors.ts`. */
export type Problem =
	| { kind: 'status'; statusCode: number; messages: ApiMessage[] }
	| { kind: 'redirect'; statusCode: number; location: string }
	| { kind: 'webPage'; statusCode: number }
	| { kind: 'unreadable'; statusCode: number }
	| { kind: 'network'; code: string }
	| { kind: 'token'; statusCode?: number; code?: string; refused: boolean };

export type Verdict = { ok: true; response: ApiResponse } | { ok: false; problem: Problem; trouble: Trouble };

const REPEATABLE_STATUSES = new Set([500, 502, 503, 504]);

/** Judges an answer that arrived. Every status but 401 arrives here as data. */
export function judgeAnswer(response: ApiResponse, now: number): Verdict {
	const { statusCode, headers } = response;
	const wait = retryAfterMs(headers['retry-after'], now);
	if (statusCode >= 300 && statusCode < 400) {
		const problem: Problem = { kind: 'redirect', statusCode, location: headers.location ?? '' };
		return { ok: false, problem, trouble: { kind: 'final' } };
	}
	if (statusCode >= 400 && statusCode < 500 && isWebPage(response)) {
		return {
			ok: false,
			problem: { kind: 'webPage', statusCode },
			trouble: troubleOfStatus(statusCode, wait),
		};
	}
	if (statusCode >= 400) {
		const problem: Problem = { kind: 'status', statusCode, messages: apiMessages(response.body) };
		return { ok: false, problem, trouble: troubleOfStatus(statusCode, wait) };
	}
	return judgeBody(response);
}

function troubleOfStatus(statusCode: number, wait: number | undefined): Trouble {
	if (statusCode === 429) return { kind: 'rateLimited', retryAfterMs: wait };
	if (REPEATABLE_STATUSES.has(statusCode)) return { kind: 'transient', retryAfterMs: wait };
	return { kind: 'final' };
}

/** n8n leaves a body that is not JSON as text: a web page, or JSON that was cut off on the way. */
function judgeBody(response: ApiResponse): Verdict {
	const { statusCode, body } = response;
	if (statusCode === 204 || (typeof body === 'object' && body !== null)) return { ok: true, response };
	if (isWebPage(response)) {
		return { ok: false, problem: { kind: 'webPage', statusCode }, trouble: { kind: 'final' } };
	}
	return { ok: false, problem: { kind: 'unreadable', statusCode }, trouble: { kind: 'transient' } };
}

function isWebPage({ headers, body }: ApiResponse): boolean {
	return /html/i.test(headers['content-type'] ?? '') || (typeof body === 'string' && /^\s*</.test(body));
}

/** The `{code, message}` items of an error body; `[null]`, missing and unknown forms give none. */
export function apiMessages(body: unknown): ApiMessage[] {
	if (typeof body !== 'object' || body === null) return [];
	const { errors, error, error_description: description, message, code } = body as Record<string, unknown>;
	if (Array.isArray(errors)) return errors.flatMap(messageOf);
	return messageOf({ code: error ?? code, message: description ?? message });
}

function messageOf(item: unknown): ApiMessage[] {
	if (typeof item === 'string') return [{ message: item }];
	if (typeof item !== 'object' || item === null) return [];
	const { code, message } = item as Record<string, unknown>;
	const found: ApiMessage = {
		...(isText(code) && { code: String(code) }),
		...(isText(message) && { message: String(message) }),
	};
	return Object.keys(found).length > 0 ? [found] : [];
}

function isText(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

interface ErrorLike {
	message?: string;
	code?: unknown;
	status?: unknown;
	body?: unknown;
	cause?: unknown;
	config?: { url?: unknown };
	response?: { status?: unknown; data?: unknown };
}

/**
 * Judges what n8n's HTTP helper threw: a connection that failed, a 401 that a new token did not cure, or
 * the token request itself. n8n wraps these in each other, so the whole chain of causes is read.
 */
export function judgeThrown(error: unknown, tokenUrl: string): Verdict {
	const chain = causes(error);
	return tokenVerdict(chain, tokenUrl) ?? unauthorizedVerdict(chain) ?? networkVerdict(chain);
}

function causes(error: unknown): ErrorLike[] {
	const chain: ErrorLike[] = [];
	let link: unknown = error;
	while (typeof link === 'object' && link !== null && !chain.includes(link) && chain.length < 10) {
		chain.push(link);
		link = (link as ErrorLike).cause;
	}
	return chain;
}

/** `error` codes of a token endpoint (RFC 6749, 5.2 and common additions) that say "later", not "no". */
const PASSING_TOKEN_ERRORS = new Set([
	'temporarily_unavailable',
	'server_error',
	'slow_down',
	'too_many_requests',
]);

function isPassing({ body }: ErrorLike): boolean {
	return PASSING_TOKEN_ERRORS.has(String((body as { error?: unknown } | undefined)?.error));
}

/** No API request is under way while a token is fetched, so repeating is safe for writes, too. */
function tokenVerdict(chain: ErrorLike[], tokenUrl: string): Verdict | undefined {
	const answered = chain.find(({ code }) => code === 'EAUTH');
	const failed = chain.some(
		({ code, message, config }) =>
			code === 'ESTATUS' ||
			message?.startsWith('Failed to acquire OAuth2 access token') ||
			message?.startsWith('Unable to sign without access token') ||
			config?.url === tokenUrl,
	);
	if (!answered && !failed) return undefined;
	const refused = answered !== undefined && !isPassing(answered);
	const statusCode = firstNumber(chain, ({ status, response }) => response?.status ?? status);
	const code = networkCode(chain);
	const mayPass = answered ? !refused : code !== undefined || (statusCode ?? 0) >= 500;
	const problem: Problem = { kind: 'token', refused, statusCode, code };
	if (statusCode === 429)
		return { ok: false, problem, trouble: { kind: 'rateLimited', retryAfterMs: MINUTE_MS / 15 } };
	return { ok: false, problem, trouble: mayPass ? { kind: 'transient', unsent: true } : { kind: 'final' } };
}

function unauthorizedVerdict(chain: ErrorLike[]): Verdict | undefined {
	const answer = chain.find(({ response }) => response?.status === 401)?.response;
	if (!answer) return undefined;
	const problem: Problem = { kind: 'status', statusCode: 401, messages: apiMessages(answer.data) };
	return { ok: false, problem, trouble: { kind: 'final' } };
}

function networkVerdict(chain: ErrorLike[]): Verdict {
	return {
		ok: false,
		problem: { kind: 'network', code: networkCode(chain) ?? '' },
		trouble: { kind: 'transient' },
	};
}

function networkCode(chain: ErrorLike[]): string | undefined {
	return chain
		.map(({ code }) => code)
		.reverse()
		.find(
			(code): code is string =>
				typeof code === 'string' && /^E[A-Z_]+$/.test(code) && !/^E(STATUS|AUTH)$/.test(code),
		);
}

function firstNumber(chain: ErrorLike[], read: (link: ErrorLike) => unknown): number | undefined {
	return chain.map(read).find((value): value is number => typeof value === 'number');
}

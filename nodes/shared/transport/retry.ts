import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../rateLimit/windows';
import type { ApiRequest } from './types';

export function readsOnly({ method, readOnly = method === 'GET' }: ApiRequest): boolean {
	return readOnly;
}

/** Whether the request can be repeated whatever its outcome. */
export function isHarmless(request: ApiRequest): boolean {
	return readsOnly(request) && request.sendOnce !== true;
}

/** Whether and when to retry a failed attempt. */
export type Retry =
	/** Refused before processing: a retry is always safe. */
	| { kind: 'rateLimited'; retryAfterMs?: number }
	/** Lost or failed: only a read may be repeated, unless the request was not sent. */
	| { kind: 'transient'; retryAfterMs?: number; unsent?: boolean }
	/** A retry cannot help. */
	| { kind: 'final' };

export interface RetryState {
	/** Attempts made so far, at least 1. */
	attempts: number;
	/** For transient failures (default: 6). */
	maxAttempts?: number;
	readOnly: boolean;
	/** What is left of the total wait. */
	remainingMs: number;
	/** 0 ≤ random < 1. */
	random: number;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
const MAX_TRANSIENT_ATTEMPTS = 6;
/** Waits vary by ±25 %, so that many clients do not retry at the same time. */
const JITTER = 0.25;

export function backoffMs(attempts: number, random: number): number {
	const base = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS);
	return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}

/** One address has 15 tokens a minute (specification, Request rate limits). */
const TOKEN_EVERY_MS = MINUTE_MS / 15;

/** The wait after a token request was refused with 429. n8n does not always pass on its `retry-after`. */
export function tokenPauseMs(retryAfter: number | undefined, attempts: number): number {
	return Math.max(retryAfter ?? 0, Math.min(TOKEN_EVERY_MS * 2 ** (attempts - 1), MINUTE_MS));
}

/** Milliseconds to wait before the next attempt, or `undefined` to give up. */
export function retryWaitMs(retry: Retry, state: RetryState): number | undefined {
	if (retry.kind === 'final') return undefined;
	if (retry.kind === 'transient') {
		const harmless = state.readOnly || retry.unsent === true;
		if (!harmless || state.attempts >= (state.maxAttempts ?? MAX_TRANSIENT_ATTEMPTS)) return undefined;
	}
	const waitMs =
		retry.kind === 'rateLimited' && retry.retryAfterMs !== undefined
			? retry.retryAfterMs
			: Math.max(retry.retryAfterMs ?? 0, backoffMs(state.attempts, state.random));
	return waitMs <= state.remainingMs ? waitMs : undefined;
}

const MAX_HEADER = 100;
/** No window of the API is longer, so a longer wait is a mistake, or an attempt to stop this client. */
const MAX_BELIEVED_MS = HOUR_MS;

/**
 * `retry-after` in seconds, or as an HTTP date; `undefined` when absent or unreadable. At least one
 * second: "0" or a past date would repeat the request without end.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.length > MAX_HEADER || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return seconds >= 0 ? believed(seconds * SECOND_MS) : undefined;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : believed(date - now);
}

function believed(ms: number): number {
	return Math.min(Math.max(SECOND_MS, Math.ceil(ms)), MAX_BELIEVED_MS);
}

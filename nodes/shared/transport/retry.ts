/** What became of one attempt, as far as repeating it is concerned. */
export type Trouble =
	/** Refused before it was processed: repeating is always safe. */
	| { kind: 'rateLimited'; retryAfterMs?: number }
	/** Lost or failed on the way: only a read may be repeated, unless the request had not been sent yet. */
	| { kind: 'transient'; retryAfterMs?: number; unsent?: boolean }
	/** Repeating cannot help. */
	| { kind: 'final' };

export interface RetryState {
	/** Attempts made so far, at least 1. */
	attempts: number;
	readOnly: boolean;
	/** What is left of the total wait. */
	remainingMs: number;
	/** 0 ≤ random < 1. */
	random: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const MAX_TRANSIENT_ATTEMPTS = 6;
/** Waits vary by a quarter either way, so that many clients do not come back together. */
const JITTER = 0.25;

export function backoffMs(attempts: number, random: number): number {
	const base = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
	return Math.round(base * (1 - JITTER + 2 * JITTER * random));
}

/** Milliseconds to wait before the next attempt, or `undefined` to give up. */
export function retryWaitMs(trouble: Trouble, state: RetryState): number | undefined {
	if (trouble.kind === 'final') return undefined;
	if (trouble.kind === 'transient') {
		const harmless = state.readOnly || trouble.unsent === true;
		if (!harmless || state.attempts >= MAX_TRANSIENT_ATTEMPTS) return undefined;
	}
	const waitMs = trouble.retryAfterMs ?? backoffMs(state.attempts, state.random);
	return waitMs <= state.remainingMs ? waitMs : undefined;
}

/** `retry-after` in seconds, or as an HTTP date; `undefined` when absent or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

import type { RateScope, RateWindow, Remaining } from './windows';

export interface Clock {
	/** Milliseconds that never run backwards. */
	now(): number;
	/** Ends early, with an error, when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What an answer says about the limits. */
export interface LimitAnswer {
	remaining: Remaining;
	/** Answered with 429: the service did not process the request, and it does not count. */
	refused: boolean;
}

/** One request's slot in the windows. */
export interface RateSlot {
	/** The request's place in the queue, should it have to be sent again. */
	readonly ticket: number;
	/** The answer is there, or the request failed without one. */
	release(answer?: LimitAnswer): void;
	/** Nothing was sent. */
	withdraw(): void;
}

/** What the answers told about the limits of a scope, brought up to the present. */
export interface RateStatus {
	/** When the latest answer left that told something. */
	toldAt: number;
	/** What is left of each window that the answers told about. */
	left: Remaining;
	/** How long a request has to wait because a window is used up, or because the service asked for a pause. */
	waitMs: number;
}

export interface AcquireOptions {
	/** For a limit that is used up. */
	maxWaitMs: number;
	/** For the rate that the limiter sets itself: slow start, and room for others. Default: as above. */
	maxPacingMs?: number;
	signal?: AbortSignal;
	/** Of the slot that this request had before: it goes before those that asked later. */
	ticket?: number;
	/** Called once for each long wait of the scope, by one of those who wait. */
	onLongWait?: (window: RateWindow | undefined, waitMs: number) => void;
}

/** The wait would be longer than the caller may wait. */
export class RateLimitWaitError extends Error {
	constructor(
		readonly scope: RateScope,
		readonly exhausted: RateWindow | undefined,
		readonly retryAfterMs: number,
		/** No limit is used up, but too many are in the queue. */
		readonly isCrowded = false,
	) {
		super(`The rate limit for ${scope.label} is used up`);
		this.name = 'RateLimitWaitError';
	}
}

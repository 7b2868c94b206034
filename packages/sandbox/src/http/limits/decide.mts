import type { RequestLog } from './requestLog.mts';
import { WINDOW_MS, WINDOWS, type Limits } from './table.mts';

export interface LimitDecision {
	accepted: boolean;
	/** Whole seconds after which the request would be accepted; only when it is not. */
	retryAfterSeconds?: number;
	/** Requests left in each window, after this one. */
	remaining: Limits;
}

/**
 * Decides about a request against exact trailing windows: a window is full while the last `limit` accepted
 * requests all lie within it, and frees in the moment the oldest of them leaves.
 */
export function decide(log: RequestLog, limits: Limits, nowMs: number): LimitDecision {
	const counts = countsOf(log, nowMs);
	const waits = WINDOWS.filter((window) => counts[window] >= limits[window]).map((window) => {
		if (limits[window] === 0) return WINDOW_MS[window];
		return log.newest(limits[window] - 1) + WINDOW_MS[window] - nowMs;
	});
	if (waits.length === 0) return { accepted: true, remaining: remainingOf(counts, limits, 1) };
	return {
		accepted: false,
		retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000),
		remaining: remainingOf(counts, limits, 0),
	};
}

/** What is left at an instant, without a new request. */
export function remainingIn(log: RequestLog, limits: Limits, nowMs: number): Limits {
	return remainingOf(countsOf(log, nowMs), limits, 0);
}

function countsOf(log: RequestLog, nowMs: number): Limits {
	return {
		second: log.countAfter(nowMs - WINDOW_MS.second),
		minute: log.countAfter(nowMs - WINDOW_MS.minute),
		hour: log.countAfter(nowMs - WINDOW_MS.hour),
	};
}

function remainingOf(counts: Limits, limits: Limits, taken: number): Limits {
	const left = (window: keyof Limits) => Math.max(0, limits[window] - counts[window] - taken);
	return { second: left('second'), minute: left('minute'), hour: left('hour') };
}

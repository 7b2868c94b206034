import type { IPollFunctions } from 'n8n-workflow';

import type { Api, SendOptions } from '../transport/types';

/** How long a poll and its requests may take. */

/** The time left, in ms: until the poll must end, and until it should hand over its items. */
export interface Deadline {
	toEnd: () => number;
	toHandOver: () => number;
	/** Until a poll that has found nothing stops reading. Default: until it must end. */
	toFind?: () => number;
	/** Until a poll that keeps watching reads for the last time. */
	toWatch?: () => number;
	/** For a limit that is used up. Default: half a minute. */
	maxLimitWaitMs?: number;
}

/** With less time left no request is started, unless n8n gives the whole poll little time. */
export const MIN_LEFT_MS = 1_500;
/** A request that hangs or is retried must not use up the time of all properties. */
const MAX_WAIT_MS = 30_000;
const MAX_REQUEST_MS = 15_000;
const MIN_MS = 100;

/** Versions of n8n that do not report the poll timeout abandon a poll after this at the earliest. */
const UNKNOWN_BUDGET_MS = 35_000;
/** n8n abandons a poll only some seconds after the time it names. */
const BUDGET_SHARE = 0.8;
/** Shorter than the interval of polls: bookings should not be held back for minutes. */
const HAND_OVER_AFTER_MS = 45_000;
/** A trigger that polls more rarely reads on instead: what it leaves waits for the next poll. */
const RARE_MS = 5 * 60_000;
/** Until the limit of a minute is free again. */
const MINUTE_WAIT_MS = 61_000;
/** n8n calls a workflow active only once its first poll has ended, and leaves it off if that fails. */
const FIRST_POLL_MS = 10_000;
/** n8n polls once a minute, and skips a poll while the one before runs. */
const MAX_WATCH_MS = 60_000;
/** For the last reading and what it finds: before the next poll is due, ... */
const WATCH_ENDS_MS = 5_000;
/** ... and within the time of this one. */
const LAST_READING_MS = 2_000;

/** The time that n8n gives a poll. */
export function pollBudgetMs(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? UNKNOWN_BUDGET_MS;
}

/** @param sinceLastMs since the poll before; undefined: this is the first one of the process */
export function pollDeadline(context: IPollFunctions, sinceLastMs: number | undefined): Deadline {
	const budget = context.getPollBudgetMs?.();
	const budgetMs = budget === undefined ? UNKNOWN_BUDGET_MS : budget * BUDGET_SHARE;
	if (sinceLastMs === undefined) {
		const first = deadlineIn(budgetMs, FIRST_POLL_MS);
		return { ...first, toFind: first.toHandOver, maxLimitWaitMs: MINUTE_WAIT_MS };
	}
	const untilNextMs = Math.min(sinceLastMs, MAX_WATCH_MS) - WATCH_ENDS_MS;
	const watchMs = Math.min(budgetMs - LAST_READING_MS, untilNextMs);
	const toWatch = leftOf(watchMs);
	if (sinceLastMs < RARE_MS) return { ...deadlineIn(budgetMs, HAND_OVER_AFTER_MS), toWatch };
	return { ...deadlineIn(budgetMs), toWatch, maxLimitWaitMs: MINUTE_WAIT_MS };
}

/** Also if the clock is set back while the poll watches. */
function leftOf(ms: number): () => number {
	const start = performance.now();
	return () => ms - (performance.now() - start);
}

export function deadlineIn(budgetMs: number, handOverAfterMs = budgetMs): Deadline {
	const start = Date.now();
	const left = (budget: number) => start + budget - Date.now();
	return {
		toEnd: () => left(budgetMs),
		toHandOver: () => left(Math.min(budgetMs, handOverAfterMs)),
	};
}

/** Waits and the last attempt together end before the time is up. */
export function sendOptionsWithin(
	leftMs: number,
	maxLimitWaitMs = MAX_WAIT_MS,
): { maxWaitMs: number; timeoutMs: number } {
	const half = Math.max(Math.floor(leftMs / 2), MIN_MS);
	return { maxWaitMs: Math.min(half, maxLimitWaitMs), timeoutMs: Math.min(half, MAX_REQUEST_MS) };
}

/** No request takes longer than what is left when it is sent. */
export function withinDeadline(
	api: Api,
	{ toEnd, maxLimitWaitMs }: Pick<Deadline, 'toEnd' | 'maxLimitWaitMs'>,
): Api {
	const limited = (options: SendOptions = {}): SendOptions => {
		const { maxWaitMs, timeoutMs } = sendOptionsWithin(toEnd(), maxLimitWaitMs);
		return {
			...options,
			maxWaitMs: Math.min(maxWaitMs, options.maxWaitMs ?? Infinity),
			timeoutMs: Math.min(timeoutMs, options.timeoutMs ?? Infinity),
		};
	};
	return {
		client: async () => await api.client(),
		recipient: async (area) => await api.recipient(area),
		maxDurationMs: (options) => api.maxDurationMs(limited(options)),
		send: async (request, options) => await api.send(request, limited(options)),
	};
}

import type { Api, SendOptions } from '../shared/transport/types';

/** How long a tick may take, and its requests with it. */

/** How long the tick may still run, in ms: at most, and before it should hand over what it has. */
export interface TimeLeft {
	atMost: () => number;
	toHandOver: () => number;
}

/** Less is too little for another request, unless n8n gives the whole tick little. */
export const LEAST_MS = 1_500;
/** One request that hangs, or is repeated again and again, must not use up the tick of all properties. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_REQUEST_MS = 15_000;
const SHORTEST_MS = 100;

export function timeFrom(start: number, budgetMs: number, handOverAfterMs: number): TimeLeft {
	const left = (budget: number) => start + budget - Date.now();
	return {
		atMost: () => left(budgetMs),
		toHandOver: () => left(Math.min(budgetMs, handOverAfterMs)),
	};
}

/** Waits and the last attempt together end while there is time left. */
export function sendOptionsWithin(leftMs: number): SendOptions {
	const half = Math.max(Math.floor(leftMs / 2), SHORTEST_MS);
	return { maxWaitMs: Math.min(half, LONGEST_WAIT_MS), timeoutMs: Math.min(half, LONGEST_REQUEST_MS) };
}

/**
 * Calls that end in time.
 * @param leftMs what is left where the caller says nothing
 */
export function inTime(api: Api, leftMs: () => number): Api {
	return {
		client: async () => await api.client(),
		send: async (request, options) => await api.send(request, { ...sendOptionsWithin(leftMs()), ...options }),
	};
}

import { sleep } from 'n8n-workflow';

import { AnswerError } from '../shared/answers';
import type { Api, SendOptions } from '../shared/transport/types';

/** How long a tick may take, and its requests with it. */

/** How long the tick may still run, in ms: at most, and before it should hand over what it has. */
export interface TimeLeft {
	atMost: () => number;
	toHandOver: () => number;
}

/** A call took longer than the tick can wait. */
class LateError extends AnswerError {
	constructor() {
		super(
			'The partner API did not answer in time',
			"Check Base URL in the credential 'Partner Hotel OAuth2 API', and whether its token address answers. The next poll tries again.",
			{ cause: 'temporarily-unavailable' },
		);
	}
}

/** One request that hangs, or is repeated again and again, must not use up the tick of all properties. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_REQUEST_MS = 15_000;
const SHORTEST_MS = 500;

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
 * Calls that end in time whatever hangs: n8n may fetch a token on the way, and waits five minutes for it.
 * @param leftMs what is left where the caller says nothing
 */
export function inTime(api: Api, leftMs: () => number): Api {
	return {
		client: async () => await api.client(),
		send: async (request, options) => {
			const limits = { ...sendOptionsWithin(leftMs()), ...options };
			const sent = api.send(request, limits);
			const done = new AbortController();
			const late = sleep((limits.maxWaitMs ?? 0) + (limits.timeoutMs ?? 0), done.signal).then(() => {
				throw new LateError();
			});
			return await Promise.race([sent, late]).finally(() => done.abort());
		},
	};
}

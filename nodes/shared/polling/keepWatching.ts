import { sleep } from 'n8n-workflow';

import type { Allowance } from '../rateLimit/triggerAllowance';
import type { Deadline } from './deadline';
import type { RunResult } from './runProgress';

/** *Options → Keep Watching*: a poll that found nothing reads again, until it finds something or its time is over. */

/**
 * When to read again, in ms.
 * @param last reading: what it sent, and how long it took, which is a part of the pause
 * @param leftMs of the time to watch
 * @returns undefined: the poll ends
 */
export function nextReadingIn(
	{
		items,
		failures,
		hasMore,
		repeats,
	}: Pick<RunResult<unknown>, 'items' | 'failures' | 'hasMore' | 'repeats'>,
	last: { requests: number; tookMs: number },
	{ pauseFor }: Pick<Allowance, 'pauseFor'>,
	leftMs: number,
): number | undefined {
	if (items.length > 0 || failures.size > 0 || hasMore || repeats) return undefined;
	const pauseMs = pauseFor(Math.max(1, last.requests)) ?? Infinity;
	const restMs = Math.max(0, pauseMs - last.tookMs);
	return restMs < leftMs ? restMs : undefined;
}

/**
 * @param run reads what is new
 * @param isCurrent whether no later activation of the workflow polls
 */
export async function runWatching<Emitted>(
	run: (deadline: Deadline) => Promise<RunResult<Emitted>>,
	deadline: Deadline,
	allowance: Allowance,
	isCurrent: () => boolean,
): Promise<RunResult<Emitted>> {
	const { toWatch = () => 0 } = deadline;
	for (let within = deadline; ; within = { ...deadline, toHandOver: deadline.toEnd }) {
		const [before, startedAt] = [allowance.sent(), performance.now()];
		const result = await run(within);
		const last = { requests: allowance.sent() - before, tookMs: performance.now() - startedAt };
		const pauseMs = nextReadingIn(result, last, allowance, toWatch());
		if (pauseMs === undefined || !isCurrent()) return result;
		await sleep(pauseMs);
	}
}

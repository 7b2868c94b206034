import { sleep } from 'n8n-workflow';

import type { Clock } from '../rateLimit/clock';

/** Monotonic, because only durations matter. */
export const clock: Clock = { now: () => performance.now(), sleep };

/** The work took longer than allowed. */
export class TimeOverError extends Error {
	constructor() {
		super('The time is over');
		this.name = 'TimeOverError';
	}
}

/** Ends early when the signal is aborted, even on hosts whose `sleep` ignores it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await unlessAborted(clock.sleep(ms, signal), signal);
}

/** @throws TimeOverError, or the signal's reason; the work itself continues */
export async function within<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
	const done = new AbortController();
	const late = clock.sleep(ms, done.signal).then(() => {
		throw new TimeOverError();
	});
	const inTime = Promise.race([work, late]);
	return await (signal ? unlessAborted(inTime, signal) : inTime).finally(() => done.abort());
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const end = new AbortController();
	const aborted = new Promise<never>((_, reject) => {
		const giveUp = () => reject(signal.reason as Error);
		if (signal.aborted) giveUp();
		else signal.addEventListener('abort', giveUp, { once: true, signal: end.signal });
	});
	return await Promise.race([work, aborted]).finally(() => end.abort());
}

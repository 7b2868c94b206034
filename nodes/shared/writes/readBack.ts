import type { Api, SendOptions } from '../transport/types';
import { pause } from '../transport/waiting';
import type { Outcome } from './outcome';

/** What the hotel's records show of a write. */
export interface Seen {
	/** `notDone`: they are as before; `unknown`: they changed in another way, or do not tell. */
	outcome: Outcome;
	/** Before and after, in words, for the error. */
	figures?: string;
}

/** Reads the hotel's records once. @param api whose requests are short, and not repeated */
export type ReadBack = (api: Api) => Promise<Seen>;

const ONE_READ: SendOptions = { maxAttempts: 1, maxWaitMs: 5_000, timeoutMs: 10_000 };

/**
 * When they are read, in seconds after the write failed. Reads can lag behind a write: records that are still as
 * before count only after all of this time.
 */
export const READ_BACK_SECONDS = [1, 2, 4, 7, 10] as const;

/** So many reads must agree that nothing has changed; the others may fail. */
const MIN_READS = 3;

/**
 * Finds out what became of a write whose response was lost. The first sign of it is enough for `done`.
 * @throws the signal's reason when the execution is stopped meanwhile
 */
export async function readBackOutcome(
	read: ReadBack,
	api: Api,
	signal: AbortSignal,
	wait: typeof pause = pause,
): Promise<Seen> {
	const once: Api = { ...api, send: async (request) => await api.send(request, ONE_READ) };
	const seen: Seen[] = [];
	let passed = 0;
	let now: Seen | undefined;
	for (const second of READ_BACK_SECONDS) {
		await wait((second - passed) * 1_000, signal);
		passed = second;
		now = await read(once).catch(() => unreadable(signal));
		if (now?.outcome === 'done') return now;
		if (now) seen.push(now);
	}
	return now ? conclusionOf(seen) : { ...seen.at(-1), outcome: 'unknown' };
}

/** A read that fails tells nothing. */
function unreadable(signal: AbortSignal): undefined {
	signal.throwIfAborted();
}

/** @param seen what the reads showed that did not fail, none of them `done` */
export function conclusionOf(seen: readonly Seen[]): Seen {
	const last = seen.at(-1);
	const agree = seen.every(({ outcome }) => outcome === 'notDone');
	return last && agree && seen.length >= MIN_READS ? last : { ...last, outcome: 'unknown' };
}

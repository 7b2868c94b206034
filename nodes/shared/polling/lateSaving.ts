import { shortHash } from './shortHash';

/*
 * With durable polling, n8n reads the state for a poll before it calls it, and saves that of the poll before only after
 * that one has returned. Of two polls in quick succession, which a busy n8n and several poll times bring about, the
 * second can get the state from before the first, and would emit the same again.
 */

/** A poll that emitted something. */
export interface EmittingPoll {
	/** In epoch milliseconds. */
	at: number;
	/** Stands for the state that it began with. */
	before: string;
}

/** By then n8n has saved it, or failed to: then the next poll emits the same again. */
const SAVED_WITHIN_MS = 10_000;
const HASH_LENGTH = 16;

/** @param state the stored one, before the poll replaces it */
export function emittingPoll(state: unknown, at: number): EmittingPoll {
	return { at, before: hashOf(state) };
}

/** Whether the state is from before the last emission, which n8n may still be saving. */
export function isFromBefore(last: EmittingPoll | undefined, state: unknown, now: number): boolean {
	return last !== undefined && Math.abs(now - last.at) < SAVED_WITHIN_MS && hashOf(state) === last.before;
}

function hashOf(state: unknown): string {
	return shortHash(JSON.stringify(state ?? null), HASH_LENGTH);
}

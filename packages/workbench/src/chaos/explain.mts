import type { Repetition } from './count.mts';
import { remembers } from './emittedBookings.mts';
import { bookingKey, type Change } from './states.mts';

/*
 * Why something was lost or repeated. Where polling is not durable, n8n saves what the poll leaves and the
 * execution that it starts separately: killed between the two saves, it loses one of them. Everything else would
 * be the trigger's fault.
 */

export type KillKind = 'random' | 'poll' | 'saves';

export interface Kill {
	kind: KillKind;
	/** Epoch milliseconds. */
	at: number;
	/** What n8n had saved for the trigger when it was killed, as JSON. */
	saved: string | null;
	/** The last execution that n8n had saved. */
	lastExecution?: { id: number; createdAt: number };
}

/** An answer with the details of a booking. */
export interface DetailRead {
	/** As `bookingKey` gives it. */
	booking: string;
	/** Epoch milliseconds. */
	at: number;
}

export interface Explanation {
	/** Counted from 1. */
	kill: number;
	/** When the trigger read the details of the booking, in epoch milliseconds. */
	readAt: number;
}

/**
 * n8n lost the booking between its two saves at a kill when all of this holds: what it had saved for the trigger
 * counts the state as reported, and what it had saved at the kill before does not; and the trigger read the
 * details after the kill before and after the last execution that n8n had saved, so that this poll's execution is
 * the one that is missing.
 */
export function explainLoss(
	lost: Change,
	kills: readonly Kill[],
	reads: readonly DetailRead[],
): Explanation | undefined {
	const index = kills.findIndex(({ saved }) => remembers(saved, lost));
	const kill = kills[index];
	if (kill === undefined || lost.at > kill.at) return undefined;
	const since = Math.max(kill.lastExecution?.createdAt ?? 0, kills[index - 1]?.at ?? 0, lost.at);
	const times = reads.filter(({ booking }) => booking === bookingKey(lost)).map(({ at }) => at);
	const readAt = Math.max(...times.filter((at) => at > since && at < kill.at));
	return Number.isFinite(readAt) ? { kill: index + 1, readAt } : undefined;
}

/**
 * n8n repeats a batch when it saved the execution, and was killed before it saved what the poll left: each item
 * but the last belongs to the last execution before a kill.
 */
export function isOfBatchInFlight({ deliveries }: Repetition, kills: readonly Kill[]): boolean {
	return deliveries
		.slice(0, -1)
		.every(({ executionId }) => kills.some(({ lastExecution }) => lastExecution?.id === executionId));
}

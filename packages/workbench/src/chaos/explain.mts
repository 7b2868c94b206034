import type { Repetition } from './count.mts';
import { remembers } from './emittedBookings.mts';
import { bookingKey, type Change } from './states.mts';

/*
 * Why something was lost or repeated. Without durable polling, n8n saves the state of a poll and its execution
 * separately: a kill between the two saves loses one of them. Everything else would be a defect of the trigger.
 */

export type KillKind = 'random' | 'poll' | 'saves';

export interface Kill {
	kind: KillKind;
	/** Epoch milliseconds. */
	at: number;
	/** The saved state of the trigger at the kill, as JSON. */
	saved: string | null;
	/** The last execution that n8n had saved. */
	lastExecution?: { id: number; createdAt: number };
}

/** A response with the details of a booking. */
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
 * n8n lost the booking between its two saves at a kill if all of this holds: its saved state of the trigger has the
 * booking as emitted, and that of the previous kill does not; and the trigger read the details after the previous kill
 * and after the last execution that n8n saved, so that the missing execution is that of this poll.
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
 * n8n repeats a batch if it was killed after it had saved the execution and before it saved the state of the poll: each
 * item but the last belongs to the last execution before a kill.
 */
export function isOfBatchInFlight({ deliveries }: Repetition, kills: readonly Kill[]): boolean {
	return deliveries
		.slice(0, -1)
		.every(({ executionId }) => kills.some(({ lastExecution }) => lastExecution?.id === executionId));
}

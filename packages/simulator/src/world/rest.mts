const MINUTE_MS = 60_000;
/** After a short pause everything has been read by then. */
const RESTARTED_MS = 30 * MINUTE_MS;

/** When n8n was off, in ms since the epoch. */
export interface Uptime {
	isRunning: boolean;
	/** -Infinity: never. */
	killedAt: number;
	/** After that. */
	startedAt: number;
}

/** n8n is up, and has been for a hundredth of the time that it was off, so that everything that is due was read. */
export function hasCaughtUp({ isRunning, killedAt, startedAt }: Uptime, now: number): boolean {
	if (!isRunning) return false;
	if (killedAt === -Infinity || startedAt < killedAt) return true;
	return now - startedAt > Math.max(RESTARTED_MS, (startedAt - killedAt) / 100);
}

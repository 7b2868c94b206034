import { SPECIFIED_LIMITS, WINDOW_MS } from '../../../sandbox/src/http/limits/table.mts';
import { isTokenRequest, type Exchange } from '../network/network.mts';
import type { Observer } from './observer.mts';

const MINUTE_MS = 60_000;
/** Long enough to read everything after a short downtime. */
const RESTARTED_MS = 30 * MINUTE_MS;

/** When n8n was off, in ms since the epoch. */
export interface Uptime {
	isRunning: boolean;
	/** -Infinity: never. */
	killedAt: number;
	/** When it was started after that. */
	startedAt: number;
}

/** Whether n8n has been up for long enough, a hundredth of its downtime, to have read everything that is due. */
export function hasCaughtUp({ isRunning, killedAt, startedAt }: Uptime, now: number): boolean {
	if (!isRunning) return false;
	if (killedAt === -Infinity || startedAt < killedAt) return true;
	return now - startedAt > Math.max(RESTARTED_MS, (startedAt - killedAt) / 100);
}

const HOURLY_TOKENS = SPECIFIED_LIMITS.token.hour;
const NEARLY = 0.9;

/** Watches the hourly limit of token requests, which short-lived tokens use up: nothing is due while it is. */
export class TokenUse implements Observer {
	private times: number[] = [];
	private usedUpAt = -Infinity;

	onRequest({ at, request }: Pick<Exchange, 'at' | 'request'>): void {
		if (!isTokenRequest(request)) return;
		this.times = [...this.times.filter((time) => time > at - WINDOW_MS.hour), at];
		if (this.times.length >= NEARLY * HOURLY_TOKENS) this.usedUpAt = at;
	}

	/** @param delayMs the longest delay of events */
	wasAvailable(now: number, delayMs: number): boolean {
		return now - this.usedUpAt > delayMs;
	}
}

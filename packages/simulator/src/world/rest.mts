import { SPECIFIED_LIMITS, WINDOW_MS } from '../../../sandbox/src/http/limits/table.mts';
import { isTokenRequest, type Exchange } from '../network/network.mts';
import type { Observer } from './observer.mts';

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

const HOURLY_TOKENS = SPECIFIED_LIMITS.token.hour;
const NEARLY = 0.9;

/** Where tokens live for seconds, those of an hour are used up: then nothing is due until there are some again. */
export class TokenUse implements Observer {
	private times: number[] = [];
	private usedUpAt = -Infinity;

	onRequest({ at, request }: Pick<Exchange, 'at' | 'request'>): void {
		if (!isTokenRequest(request)) return;
		this.times = [...this.times.filter((time) => time > at - WINDOW_MS.hour), at];
		if (this.times.length >= NEARLY * HOURLY_TOKENS) this.usedUpAt = at;
	}

	/** @param delayMs that everything takes */
	wasAvailable(now: number, delayMs: number): boolean {
		return now - this.usedUpAt > delayMs;
	}
}

import type { RateWindow } from './windows';

/** So many responses end the slow start: until then some slots stay free, for others who start now to be seen. */
const SLOW_START_RESPONSES = 50;
/** The part of the second's limit that stays free, during the slow start and beside others. */
const HEADROOM = 0.15;
/** Beside others, this many slots stay free, so that a process that starts is not refused. */
const FOR_WHO_BEGINS = 1;
/** Beside others, the rate starts with this part of the second's limit, and grows by it each second. */
const INCREASE = 0.1;
/** What a refusal leaves of the rate, as in RFC 5681. */
const DECREASE = 0.5;
/** Consecutive refusals double the wait up to this one. */
const MAX_BACKOFF_MS = 8_000;

/**
 * How much we send of what seems to be free, as in TCP (RFC 5681): slow start while it is not known whether
 * others use the same limits, and beside others a rate with additive increase and multiplicative decrease.
 */
export class CongestionControl {
	private responses = 0;
	private respondedAt = -Infinity;
	private rate: number;
	private refusals = 0;
	private backoffUntil = -Infinity;

	constructor(private readonly second: RateWindow) {
		this.rate = INCREASE * second.limit;
	}

	/** How much of the second stays free. */
	headroom(isShared: boolean): number {
		const slowStart = this.responses < SLOW_START_RESPONSES ? Math.floor(HEADROOM * this.second.limit) : 0;
		return Math.max(slowStart, isShared ? FOR_WHO_BEGINS : 0);
	}

	/**
	 * When the next request may leave.
	 * @param underWay when each request under way has arrived at the latest
	 */
	next(now: number, underWay: readonly number[], lastSent: number, isShared: boolean): number {
		if (underWay.length === 0 && this.respondedAt + this.second.windowMs < now) this.responses = 0;
		const arrival = underWay.length > this.responses ? (underWay[0] ?? now) : now;
		const paced = isShared ? lastSent + this.second.windowMs / this.rate : now;
		return Math.max(arrival, paced, this.backoffUntil);
	}

	/** @param external how much others used of the second */
	responded(now: number, external: number): void {
		this.respondedAt = now;
		this.responses += 1;
		this.refusals = 0;
		const { limit } = this.second;
		const max = external > 0 ? limit - external - Math.ceil(HEADROOM * limit) : limit;
		this.rate = Math.max(1, Math.min(this.rate + (INCREASE * limit) / this.rate, max));
	}

	refused(now: number, retryAfterMs: number): void {
		this.backoffUntil = now + Math.min(MAX_BACKOFF_MS, retryAfterMs * 2 ** this.refusals);
		this.refusals += 1;
		this.responses = 0;
		this.rate = Math.max(INCREASE * this.second.limit, this.rate * DECREASE);
	}
}

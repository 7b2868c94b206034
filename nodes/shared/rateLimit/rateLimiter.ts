/*
 * The API counts the requests of a client in sliding windows, refuses those beyond a limit without processing
 * them (429 with retry-after), and says in x-ratelimit-remaining-* what is left ("Request rate limits" in its
 * specification). So this is
 * - a sliding-window log of our own requests for each window, corrected by what those headers say that others
 *   have used (slidingWindow.ts),
 * - slow start and, beside others, additive increase and multiplicative decrease, as in TCP's congestion
 *   control, RFC 5681 (congestionControl.ts),
 * - and a pause from retry-after, with backoff.
 */
import type { Clock } from './clock';
import { ScopeLimiter } from './scopeLimiter';
import type { RateScope } from './windows';

/** The limiters of a process, by client and scope. */
export class RateLimiter {
	private readonly limiters = new Map<string, ScopeLimiter>();

	constructor(private readonly clock: Clock) {}

	/**
	 * To be asked for each call, because those that are idle are dropped.
	 * @param client host and client ID: what the service counts by
	 */
	of(client: string, scope: RateScope): ScopeLimiter {
		const key = `${scope.name} ${client}`;
		const known = this.limiters.get(key);
		if (known) return known;
		for (const [other, limiter] of this.limiters) if (limiter.isIdle()) this.limiters.delete(other);
		const limiter = new ScopeLimiter(scope, this.clock);
		this.limiters.set(key, limiter);
		return limiter;
	}
}

/*
 * The API counts the requests of a client in sliding windows, refuses those beyond a limit without processing
 * them (429 with retry-after), and says in x-ratelimit-remaining-* what is left ("Request rate limits" in its
 * specification). So this is
 * - a sliding-window log of our own requests for each window (requestLog.ts),
 * - corrected by what those headers say that others have used (externalUsage.ts),
 * - slow start and, beside others, additive increase and multiplicative decrease, as in TCP's congestion
 *   control, RFC 5681 (congestionControl.ts),
 * - and a pause from retry-after, with backoff.
 */
import { ScopeLimiter } from './scopeLimiter';
import type { AcquireOptions, Clock, RateSlot, RateStatus } from './types';
import type { RateScope, Remaining } from './windows';

export * from './types';

/** The limiters of a process, by client and scope. */
export class RateLimiter {
	private readonly scopes = new Map<string, ScopeLimiter>();
	private tickets = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Waits for a slot in all windows of the scope.
	 * @param client base URL and client id: what the service counts by
	 * @throws RateLimitWaitError as soon as it is clear that the wait would exceed `maxWaitMs`
	 */
	async acquire(client: string, scope: RateScope, options: AcquireOptions): Promise<RateSlot> {
		return await this.limiterOf(client, scope).acquire(options.ticket ?? ++this.tickets, options);
	}

	/** The service said when it will take requests of this scope again. */
	pause(client: string, scope: RateScope, ms: number, remaining: Remaining = {}): void {
		this.limiterOf(client, scope).pause(ms, remaining);
	}

	/** @returns `undefined` as long as no answer has told anything about this scope */
	status(client: string, scope: RateScope): RateStatus | undefined {
		return this.scopes.get(keyOf(client, scope))?.status();
	}

	private limiterOf(client: string, scope: RateScope): ScopeLimiter {
		const key = keyOf(client, scope);
		const known = this.scopes.get(key);
		if (known) return known;
		for (const [other, limiter] of this.scopes) if (limiter.isIdle()) this.scopes.delete(other);
		const limiter = new ScopeLimiter(scope, this.clock);
		this.scopes.set(key, limiter);
		return limiter;
	}
}

function keyOf(client: string, scope: RateScope): string {
	return `${scope.name} ${client}`;
}

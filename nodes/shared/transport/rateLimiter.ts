import { HOUR_MS, type RateScope, type RateWindow } from './rateLimits';

export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Ends early, with an error, when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** One request's place in the windows; `release` once its answer (or failure) is there. */
export interface RateSlot {
	release(): void;
}

/** The wait would be longer than the caller may wait. */
export class RateLimitWaitError extends Error {
	constructor(
		readonly scope: RateScope,
		readonly exhausted: RateWindow | undefined,
		readonly retryAfterMs: number,
	) {
		super(`The rate limit for ${scope.label} is used up`);
		this.name = 'RateLimitWaitError';
	}
}

/**
 * When the next request may leave: the service counts a request when it arrives, which lies between sending
 * and answer. Counting from the answer is therefore never too early, whatever the travel time.
 * @param answered times of answers, ascending, epoch ms
 * @param inFlight requests without an answer; each takes one place in every window
 * @returns ms to wait and the window to wait for; `Infinity` when only an answer can free a place
 */
export function waitForPlace(
	windows: readonly RateWindow[],
	answered: readonly number[],
	inFlight: number,
	now: number,
): { waitMs: number; window?: RateWindow } {
	let longest: { waitMs: number; window?: RateWindow } = { waitMs: 0 };
	for (const window of windows) {
		const waitMs = waitForWindow(window, answered, inFlight, now);
		if (waitMs > longest.waitMs) longest = { waitMs, window };
	}
	return longest;
}

function waitForWindow(
	window: RateWindow,
	answered: readonly number[],
	inFlight: number,
	now: number,
): number {
	const places = window.limit - inFlight;
	if (places <= 0) return Infinity;
	const blocking = answered[answered.length - places];
	return blocking === undefined ? 0 : Math.max(0, blocking + window.windowMs - now);
}

/** Whether the promise settled before the signal was aborted. */
async function settledBefore(promise: Promise<void>, signal: AbortSignal): Promise<boolean> {
	if (signal.aborted) return false;
	return await new Promise((resolve) => {
		const giveUp = () => resolve(false);
		signal.addEventListener('abort', giveUp, { once: true });
		void promise.then(() => {
			signal.removeEventListener('abort', giveUp);
			resolve(true);
		});
	});
}

/** The windows of one scope of one client. Requests leave in the order in which they asked. */
class ScopeLimiter {
	private answered: number[] = [];
	private inFlight = 0;
	private pausedUntil = 0;
	private line: Promise<void> = Promise.resolve();
	private wakeUp: (() => void) | undefined;

	constructor(
		private readonly scope: RateScope,
		private readonly clock: Clock,
	) {}

	async acquire(maxWaitMs: number, signal?: AbortSignal): Promise<RateSlot> {
		const deadline = this.clock.now() + maxWaitMs;
		const before = this.line;
		let leave: () => void = () => {};
		this.line = new Promise((resolve) => (leave = resolve));
		try {
			await this.waitInLine(before, maxWaitMs, signal);
			await this.waitForTurn(deadline, signal);
			return this.occupy();
		} finally {
			// Giving up while in line must not let those behind overtake those in front.
			void before.then(leave);
		}
	}

	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}

	isIdle(): boolean {
		const now = this.clock.now();
		return this.inFlight === 0 && this.pausedUntil <= now && (this.answered.at(-1) ?? 0) + HOUR_MS <= now;
	}

	private async waitInLine(before: Promise<void>, maxWaitMs: number, signal?: AbortSignal): Promise<void> {
		const patience = AbortSignal.timeout(Math.min(maxWaitMs, HOUR_MS));
		const inTime = await settledBefore(before, signal ? AbortSignal.any([signal, patience]) : patience);
		signal?.throwIfAborted();
		if (!inTime) throw new RateLimitWaitError(this.scope, undefined, this.waitNow().waitMs);
	}

	private async waitForTurn(deadline: number, signal?: AbortSignal): Promise<void> {
		for (;;) {
			signal?.throwIfAborted();
			const { waitMs, window } = this.waitNow();
			if (waitMs <= 0) return;
			if (waitMs === Infinity) await this.nextAnswer(signal);
			else if (this.clock.now() + waitMs > deadline) throw new RateLimitWaitError(this.scope, window, waitMs);
			else await this.clock.sleep(waitMs, signal);
		}
	}

	private waitNow(): { waitMs: number; window?: RateWindow } {
		const now = this.clock.now();
		const { waitMs, window } = waitForPlace(this.scope.windows, this.answered, this.inFlight, now);
		return { waitMs: Math.max(waitMs, this.pausedUntil - now), window };
	}

	private async nextAnswer(signal?: AbortSignal): Promise<void> {
		const answer = new Promise<void>((resolve) => (this.wakeUp = resolve));
		await (signal ? settledBefore(answer, signal) : answer);
	}

	private occupy(): RateSlot {
		this.inFlight += 1;
		let held = true;
		return {
			release: () => {
				if (!held) return;
				held = false;
				this.inFlight -= 1;
				this.remember(this.clock.now());
				this.wakeUp?.();
				this.wakeUp = undefined;
			},
		};
	}

	/** Keeps what the largest window can still see, and no more. */
	private remember(time: number): void {
		this.answered.push(time);
		const largest = Math.max(...this.scope.windows.map(({ limit }) => limit));
		if (this.answered.length > largest * 2) this.answered = this.answered.slice(-largest);
	}
}

/**
 * Keeps every client below the limits of the service. It knows of this process only: other processes and
 * integrations of the same client are noticed through 429 answers, which `pause` a scope.
 */
export class RateLimiter {
	private readonly scopes = new Map<string, ScopeLimiter>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Waits for a place in all windows of the scope.
	 * @param client base URL and client id: what the service counts by
	 * @throws RateLimitWaitError at once when the wait would exceed `maxWaitMs`
	 */
	async acquire(
		client: string,
		scope: RateScope,
		maxWaitMs: number,
		signal?: AbortSignal,
	): Promise<RateSlot> {
		return await this.limiterOf(client, scope).acquire(maxWaitMs, signal);
	}

	/** The service said when it will take requests of this scope again. */
	pause(client: string, scope: RateScope, ms: number): void {
		this.limiterOf(client, scope).pause(ms);
	}

	private limiterOf(client: string, scope: RateScope): ScopeLimiter {
		const key = `${scope.name} ${client}`;
		const known = this.scopes.get(key);
		if (known) return known;
		this.forgetIdle();
		const limiter = new ScopeLimiter(scope, this.clock);
		this.scopes.set(key, limiter);
		return limiter;
	}

	private forgetIdle(): void {
		for (const [key, limiter] of this.scopes) if (limiter.isIdle()) this.scopes.delete(key);
	}
}

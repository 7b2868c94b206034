import { RateHistory, type Remaining, type SentRequest } from './rateHistory';
import type { RateScope, RateWindow } from './windows';

export interface Clock {
	/** Milliseconds that never run backwards. */
	now(): number;
	/** Ends early, with an error, when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What an answer says about the limits. */
export interface LimitAnswer {
	remaining: Remaining;
	/** The service took no notice of the request: it does not count. */
	refused: boolean;
}

/** One request's place in the windows. */
export interface RateSlot {
	/** Its turn: a request that is sent again goes before those that asked later. */
	readonly turn: number;
	/** The answer is there, or the request failed without one. */
	release(answer?: LimitAnswer): void;
	/** Nothing was sent. */
	withdraw(): void;
}

export interface AcquireOptions {
	/** For a limit that is used up. */
	maxWaitMs: number;
	/** For the pace that the limiter sets itself: not everything at once, and room for others. Default: as above. */
	maxPacingMs?: number;
	signal?: AbortSignal;
	/** Of a slot that this request had before. */
	turn?: number;
	/** Told once for each long wait of the scope, by one of those who wait. */
	onLongWait?: (window: RateWindow | undefined, waitMs: number) => void;
}

/** The wait would be longer than the caller may wait. */
export class RateLimitWaitError extends Error {
	constructor(
		readonly scope: RateScope,
		readonly exhausted: RateWindow | undefined,
		readonly retryAfterMs: number,
		/** No limit is used up, but too many wait for their turn. */
		readonly isCrowded = false,
	) {
		super(`The rate limit for ${scope.label} is used up`);
		this.name = 'RateLimitWaitError';
	}
}

interface Waiting {
	turn: number;
	deadline: number;
	pacingDeadline: number;
	onLongWait: AcquireOptions['onLongWait'];
	admit(slot: RateSlot): void;
	refuse(error: Error): void;
}

interface Turn {
	at: number;
	window?: RateWindow;
}

/** From here on a wait is worth a line in the log. */
export const LONG_WAIT_MS = 10_000;
/** For the first seconds, above all in the first one, there is room for others who start at the same time. */
const OPENING_MS = 5_000;
const KEPT_FREE_AT_FIRST = 0.5;
const KEPT_FREE_EARLY = 0.1;
/** Where a second has fewer places, that would cost more than a refusal does. */
const MANY_PLACES = 10;
/** Alone with the limits, what was learned of others holds this long. */
const ALONE_FRESH_MS = 60_000;
/** Beside others it soon does not. */
const SHARED_FRESH_MS = 2_000;
/** From this many requests at once on, nothing is to be learned before the next one. */
const WIDE_OPEN = 50;
/** Parts of the second's places: the smallest share, how much it grows in a second, what nobody takes. */
const SMALLEST_SHARE = 0.05;
const GROWTH = 0.1;
const KEPT_FREE = 0.15;
/** How much of its share one side keeps that was refused. */
const AFTER_REFUSAL = 0.7;
const LONGEST_RETREAT_MS = 8_000;

/** The windows of one scope of one client. Requests leave in the order in which they asked. */
class ScopeLimiter {
	private readonly history: RateHistory;
	private line: Waiting[] = [];
	private pausedUntil = -Infinity;
	/** What the service itself asked for. */
	private askedUntil = -Infinity;
	/** In a row. */
	private refusals = 0;
	private pausedBy: RateWindow | undefined;
	/** How many may be under way while it is not known whether others use the limits, too. */
	private opening = 1;
	/** Beside others: how many of the second's places we take. */
	private share: number;
	private openedAt = -Infinity;
	private learnedAt = -Infinity;
	private waking: { at: number; stop: AbortController } | undefined;
	private toldUntil = -Infinity;

	constructor(
		private readonly scope: RateScope,
		private readonly clock: Clock,
	) {
		this.history = new RateHistory(scope);
		this.share = scope.windows[0].limit / 4;
	}

	async acquire(
		turn: number,
		{ maxWaitMs, maxPacingMs = maxWaitMs, signal, onLongWait }: AcquireOptions,
	): Promise<RateSlot> {
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const leave = () => {
				this.line = this.line.filter((other) => other !== waiting);
				reject(signal?.reason as Error);
				this.serve();
			};
			const waiting: Waiting = {
				turn,
				deadline: this.clock.now() + maxWaitMs,
				pacingDeadline: this.clock.now() + maxPacingMs,
				onLongWait,
				admit: (slot) => {
					signal?.removeEventListener('abort', leave);
					resolve(slot);
				},
				refuse: (error) => {
					signal?.removeEventListener('abort', leave);
					reject(error);
				},
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.queue(waiting);
			this.serve();
		});
	}

	pause(ms: number, remaining: Remaining): void {
		const now = this.clock.now();
		this.askedUntil = Math.max(this.askedUntil, now + ms);
		if (now + ms <= this.pausedUntil) return;
		this.opening = 1;
		this.pausedBy = this.scope.windows.filter(({ name }) => remaining[name] === 0).at(-1);
		const retreat = this.refusals > 0 ? Math.min(LONGEST_RETREAT_MS, ms * 2 ** this.refusals) : ms;
		if (now >= this.pausedUntil) {
			this.refusals += 1;
			this.share *= AFTER_REFUSAL;
		}
		this.pausedUntil = now + Math.max(ms, retreat);
		this.serve();
	}

	isIdle(): boolean {
		const now = this.clock.now();
		return this.line.length === 0 && this.pausedUntil <= now && this.history.isIdle(now);
	}

	private queue(waiting: Waiting): void {
		let place = this.line.length;
		while (place > 0 && (this.line[place - 1] as Waiting).turn > waiting.turn) place--;
		this.line.splice(place, 0, waiting);
	}

	/** Lets those go whose turn it is, and comes back when the next one's is. */
	private serve(): void {
		while (this.line.length > 0) {
			const now = this.clock.now();
			const turns = this.turns(now);
			const { at, window } = turns(0);
			if (at > now) {
				this.refuseHopeless(turns, now);
				if (this.line.length > 0) this.comeBackAt(at, now, window);
				break;
			}
			const first = this.line.shift();
			first?.admit(this.occupy(first.turn, now));
		}
		if (this.line.length === 0) this.stopWaking();
	}

	private turns(now: number): (position: number) => Turn {
		const held = this.heldBackUntil(now);
		const places = this.history.places(now, this.keptFree(now));
		return (position) => {
			const place: Turn = places(position);
			if (this.pausedUntil > place.at) return { at: this.pausedUntil, window: this.pausedBy };
			return held > place.at ? { at: held, window: this.scope.windows[0] } : place;
		};
	}

	private keptFree(now: number): number {
		const { limit, windowMs } = this.scope.windows[0];
		const openMs = now - this.openedAt;
		if (limit < MANY_PLACES || openMs > OPENING_MS) return 0;
		return Math.round(limit * (openMs > windowMs ? KEPT_FREE_EARLY : KEPT_FREE_AT_FIRST));
	}

	/**
	 * Until it is known whether others use the limits, few requests are under way at once, and more with each
	 * answer. Beside others they leave evenly, so that each side sees the other in time.
	 */
	private heldBackUntil(now: number): number {
		const shared = this.history.isShared(now);
		const underWay = this.history.underWay(now);
		if (underWay === 0 && this.learnedAt + (shared ? SHARED_FRESH_MS : ALONE_FRESH_MS) < now) {
			this.opening = 1;
			if (!shared) this.openedAt = now;
		}
		if (this.opening < WIDE_OPEN && underWay >= this.opening) return this.history.nextArrival(now);
		const second = this.scope.windows[0];
		const last = this.history.lastSent();
		return shared && last !== undefined ? last + second.windowMs / this.share : now;
	}

	private refuseHopeless(turns: (position: number) => Turn, now: number): void {
		const kept: Waiting[] = [];
		let usedUp: ((position: number) => Turn) | undefined;
		for (const waiting of this.line) {
			const { at } = turns(kept.length);
			if (at > waiting.deadline) {
				usedUp ??= this.usedUp(now);
				const spent = usedUp(kept.length);
				if (spent.at > Math.max(waiting.deadline, now)) {
					waiting.refuse(new RateLimitWaitError(this.scope, spent.window, spent.at - now));
					continue;
				}
				if (at > waiting.pacingDeadline) {
					waiting.refuse(new RateLimitWaitError(this.scope, undefined, at - now, true));
					continue;
				}
			}
			kept.push(waiting);
		}
		this.line = kept;
	}

	/** For the n-th next request: until when a limit is used up, whatever pace we set ourselves. */
	private usedUp(now: number): (position: number) => Turn {
		const places = this.history.placesInLongerWindows(now);
		return (position) => {
			const place: Turn = places(position);
			return this.askedUntil > place.at ? { at: this.askedUntil, window: this.pausedBy } : place;
		};
	}

	private comeBackAt(at: number, now: number, window: RateWindow | undefined): void {
		if (at - now >= LONG_WAIT_MS && now >= this.toldUntil) {
			this.toldUntil = at;
			this.line[0]?.onLongWait?.(window, at - now);
		}
		if (this.waking && this.waking.at <= at && this.waking.at > now) return;
		this.stopWaking();
		const waking = { at, stop: new AbortController() };
		this.waking = waking;
		const wake = () => {
			if (this.waking !== waking) return;
			this.waking = undefined;
			this.serve();
		};
		this.clock.sleep(at - now, waking.stop.signal).then(wake, () => undefined);
	}

	private stopWaking(): void {
		this.waking?.stop.abort();
		this.waking = undefined;
	}

	private occupy(turn: number, now: number): RateSlot {
		const request = this.history.add(now);
		return {
			turn,
			release: (answer) => this.release(request, answer),
			withdraw: () => {
				this.history.remove(request);
				this.serve();
			},
		};
	}

	private release(request: SentRequest, answer: LimitAnswer | undefined): void {
		const [second] = this.scope.windows;
		const now = this.clock.now();
		this.history.ended(request, now, answer !== undefined && !answer.refused);
		if (answer?.refused) this.history.remove(request);
		if (answer) {
			this.history.observe(request, answer.remaining);
			this.adaptShare(Math.min(now - this.learnedAt, second.windowMs));
			this.learnedAt = now;
			if (!answer.refused) {
				this.opening += 1;
				this.refusals = 0;
			}
		}
		this.serve();
	}

	/**
	 * Beside others, each side takes more only slowly and gives way at once: what the answers tell is as old as
	 * a round trip, and all sides act on it together.
	 */
	private adaptShare(sinceMs: number): void {
		const second = this.scope.windows[0];
		const others = this.history.lastSeenOthers(second);
		const most =
			others > 0 ? second.limit - others - Math.max(1, Math.round(second.limit * KEPT_FREE)) : second.limit;
		const growth = second.limit * GROWTH * (sinceMs / second.windowMs);
		this.share = Math.max(second.limit * SMALLEST_SHARE, Math.min(this.share + growth, most));
	}
}

/**
 * Keeps every client below the limits of the service: all requests of this process by their number, those of
 * other processes and integrations by what the answers say is left.
 */
export class RateLimiter {
	private readonly scopes = new Map<string, ScopeLimiter>();
	private turns = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Waits for a place in all windows of the scope.
	 * @param client base URL and client id: what the service counts by
	 * @throws RateLimitWaitError as soon as it is clear that the wait would exceed `maxWaitMs`
	 */
	async acquire(client: string, scope: RateScope, options: AcquireOptions): Promise<RateSlot> {
		return await this.limiterOf(client, scope).acquire(options.turn ?? ++this.turns, options);
	}

	/** The service said when it will take requests of this scope again. */
	pause(client: string, scope: RateScope, ms: number, remaining: Remaining = {}): void {
		this.limiterOf(client, scope).pause(ms, remaining);
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

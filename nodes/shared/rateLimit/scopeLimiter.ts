import { FREE_OF_TRIGGERS, TriggerAllowances, type Allowance } from './triggerAllowance';
import { ScopeUsage, type Departures, type LimitResponse, type RateStatus } from './scopeUsage';
import { HOUR_MS, MINUTE_MS, type RateScope, type RateWindow, type Remaining } from './windows';

export interface Clock {
	/** Milliseconds that never run backwards. */
	now(): number;
	/** Ends early, with an error, when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Changes go first, then what a person or a workflow waits for, then what triggers read, which have a share of their own
 * once they have waited: an export of all bookings must not hold them up for as long as it takes.
 */
export type Priority = 'write' | 'execution' | 'trigger';

const RANKS: Readonly<Record<Priority, number>> = { write: 0, execution: 1, trigger: 2 };

/** Of a minute's limit, for triggers if they need it. */
const SHARE_OF_TRIGGERS = 0.2;
/** A trigger that has waited this long, which is less than any may wait, goes before executions. */
const PATIENCE_MS = 5_000;
/** Executions leave that share free for this long after a trigger could not wait: most poll more often. */
const LEAVE_SHARE_MS = 5 * MINUTE_MS;

/** What executions and others used in this time, they may use for the whole hour: at a start, no hour is known yet. */
const RECENT_MS = 20 * MINUTE_MS;

/** One request's slot in the windows. */
export interface RateSlot {
	/** The request's place in the queue, should it have to be sent again. */
	readonly ticket: number;
	/** The response is there, or the request failed without one. */
	release(response?: LimitResponse): void;
	/** Nothing was sent. */
	withdraw(): void;
}

export interface AcquireOptions {
	/** For a limit that is used up. */
	maxWaitMs: number;
	/** For the rate that the limiter sets itself: slow start, and room for others. Default: as above. */
	maxPacingMs?: number;
	signal?: AbortSignal;
	/** Default: `execution`. */
	priority?: Priority;
	/** Of the slot that this request had before: it goes before those of its priority that asked later. */
	ticket?: number;
	/** Called once for each long wait of the scope, by one of those who wait. */
	onLongWait?: (window: RateWindow | undefined, waitMs: number) => void;
}

/** The wait would be longer than the caller may wait. */
export class RateLimitWaitError extends Error {
	constructor(
		readonly scope: RateScope,
		readonly exhausted: RateWindow | undefined,
		readonly retryAfterMs: number,
		/** No limit is used up, but too many are in the queue. */
		readonly isCrowded = false,
	) {
		super(`The rate limit for ${scope.label} is used up`);
		this.name = 'RateLimitWaitError';
	}
}

interface Queued {
	options: AcquireOptions;
	askedAt: number;
	ticket: number;
	rank: number;
	admit(slot: RateSlot): void;
	refuse(error: unknown): void;
}

/** From here on a wait is worth a line in the log. */
const LONG_WAIT_MS = 10_000;

/**
 * The queue of one scope of one client (a priority queue): those of a priority leave in the order in which they asked.
 */
export class ScopeLimiter {
	private readonly usage: ScopeUsage;
	private queue: Queued[] = [];
	private alarm?: { at: number; stop: AbortController };
	private tickets = 0;
	private loggedUntil = -Infinity;
	private readonly allowances: TriggerAllowances;
	private readonly freeOfTriggers: number;
	private readonly shareOfTriggers: number;
	private leavesShareUntil = -Infinity;
	/** When triggers sent their requests of the last minute. */
	private sentByTriggers: number[] = [];

	constructor(
		private readonly scope: RateScope,
		private readonly clock: Clock,
	) {
		this.usage = new ScopeUsage(scope);
		this.allowances = new TriggerAllowances(scope, clock);
		const perMinute = scope.windows[1]?.limit ?? 0;
		this.freeOfTriggers = Math.floor(perMinute * FREE_OF_TRIGGERS);
		this.shareOfTriggers = Math.floor(perMinute * SHARE_OF_TRIGGERS);
	}

	/** What a poll of a trigger may send that begins now. @param properties how many it reads */
	allowanceOf(trigger: string, properties = 0): Allowance {
		const now = this.clock.now();
		const uncounted = (ms: number) => this.usage.sentWithin(ms, now) - this.allowances.takenWithin(ms);
		const ours = Math.max(uncounted(HOUR_MS), uncounted(RECENT_MS) * (HOUR_MS / RECENT_MS));
		return this.allowances.begin(trigger, this.usage.external(now) + ours, properties);
	}

	/**
	 * Waits for a slot in all windows.
	 * @throws RateLimitWaitError as soon as it is clear that the wait would exceed `maxWaitMs`
	 */
	async acquire(options: AcquireOptions): Promise<RateSlot> {
		const { signal, ticket = ++this.tickets, priority = 'execution' } = options;
		const rank = RANKS[priority];
		signal?.throwIfAborted();
		let leave: () => void;
		return await new Promise<RateSlot>((admit, refuse) => {
			const queued: Queued = { options, askedAt: this.clock.now(), ticket, rank, admit, refuse };
			leave = () => {
				this.queue = this.queue.filter((other) => other !== queued);
				refuse(signal?.reason);
				this.serve();
			};
			signal?.addEventListener('abort', leave);
			const behind = this.queue.findIndex(
				(other) => other.rank > rank || (other.rank === rank && other.ticket > ticket),
			);
			this.queue.splice(behind < 0 ? this.queue.length : behind, 0, queued);
			this.serve();
		}).finally(() => signal?.removeEventListener('abort', leave));
	}

	/** The service said when it will take requests again. */
	pause(ms: number, remaining: Remaining = {}): void {
		this.usage.pause(this.clock.now(), ms, remaining);
		this.serve();
	}

	isIdle(): boolean {
		return this.queue.length === 0 && this.usage.isIdle(this.clock.now());
	}

	/** How many requests the windows longer than a second leave to those who do not wait yet. */
	left(): number {
		return Math.max(0, this.usage.left(this.clock.now()) - this.queue.length);
	}

	/** @returns `undefined` as long as no response has told anything */
	status(): RateStatus | undefined {
		return this.usage.status(this.clock.now(), this.queue.length);
	}

	/** Lets those go who may, and comes back when the next one may. */
	private serve(): void {
		while (this.queue.length > 0) {
			const now = this.clock.now();
			const departures = this.usage.departures(now);
			if (this.next(departures, now).at > now) this.refuseHopeless(departures, now);
			if (this.queue.length === 0) break;
			const { queued, at, exhausted } = this.next(departures, now);
			if (at > now) {
				if (at - now >= LONG_WAIT_MS && now >= this.loggedUntil) {
					this.loggedUntil = at;
					queued.options.onLongWait?.(exhausted.window, at - now);
				}
				return this.wakeUpAt(at);
			}
			this.queue = this.queue.filter((other) => other !== queued);
			queued.admit(this.occupy(queued, now));
		}
		this.wakeUpAt(Infinity);
	}

	/**
	 * Who goes next, and when: of the highest priority the one that asked first. A trigger goes before executions if they
	 * leave the slot to triggers, or if it has waited and triggers have not had their share.
	 */
	private next(departures: Departures, now: number): { queued: Queued } & ReturnType<Departures> {
		const departureOf = (queued: Queued) => {
			const { at, exhausted } = departures(0, this.freeFor(queued, now));
			return { queued, at: Math.max(at, now), exhausted };
		};
		const first = departureOf(this.queue[0] as Queued);
		const waiting = this.queue.find(({ rank }) => rank === RANKS.trigger);
		if (first.queued.rank !== RANKS.execution || !waiting || this.shareLeft(now) === 0) return first;
		const trigger = departureOf(waiting);
		const isPatient = now < waiting.askedAt + PATIENCE_MS;
		return isPatient && trigger.at === first.at ? first : trigger;
	}

	/** How many slots of a minute must be left when it goes. */
	private freeFor({ rank }: Queued, now: number): number {
		if (rank === RANKS.trigger) return this.shareLeft(now) > 0 ? 0 : this.freeOfTriggers;
		return rank === RANKS.execution && now < this.leavesShareUntil ? this.shareLeft(now) : 0;
	}

	/** How many of their share triggers did not send in the last minute. */
	private shareLeft(now: number): number {
		this.sentByTriggers = this.sentByTriggers.filter((at) => at > now - MINUTE_MS);
		return Math.max(0, this.shareOfTriggers - this.sentByTriggers.length);
	}

	private refuseHopeless(departures: Departures, now: number): void {
		const kept: Queued[] = [];
		for (const queued of this.queue) {
			const departure = departures(kept.length, this.freeFor(queued, now));
			const refusal = this.refusalOf(queued, departure, now);
			if (!refusal) {
				kept.push(queued);
				continue;
			}
			if (queued.rank === RANKS.trigger) this.leavesShareUntil = now + LEAVE_SHARE_MS;
			queued.refuse(refusal);
		}
		this.queue = kept;
	}

	private refusalOf(
		{ askedAt, options }: Queued,
		{ at, exhausted }: ReturnType<Departures>,
		now: number,
	): RateLimitWaitError | undefined {
		const { maxWaitMs, maxPacingMs = maxWaitMs } = options;
		const isExhausted = exhausted.until > Math.max(askedAt + maxWaitMs, now);
		const isCrowded = at > askedAt + Math.max(maxWaitMs, maxPacingMs);
		if (isExhausted) return new RateLimitWaitError(this.scope, exhausted.window, exhausted.until - now);
		return isCrowded ? new RateLimitWaitError(this.scope, undefined, at - now, true) : undefined;
	}

	private wakeUpAt(at: number): void {
		if (this.alarm?.at === at) return;
		this.alarm?.stop.abort();
		this.alarm = undefined;
		if (at === Infinity) return;
		const alarm = (this.alarm = { at, stop: new AbortController() });
		const wake = () => {
			if (this.alarm !== alarm) return;
			this.alarm = undefined;
			this.serve();
		};
		this.clock.sleep(at - this.clock.now(), alarm.stop.signal).then(wake, () => undefined);
	}

	private occupy({ ticket, rank }: Queued, now: number): RateSlot {
		if (rank === RANKS.trigger) this.sentByTriggers.push(now);
		const request = this.usage.sent(now);
		const end = (response?: LimitResponse) => {
			this.usage.ended(request, this.clock.now(), response);
			this.serve();
		};
		return { ticket, release: end, withdraw: () => end({ remaining: {}, refused: true }) };
	}
}

import type { Clock } from './clock';
import { TriggerAllowances, type Allowance } from './triggerAllowance';
import { ScopeUsage, type Departures, type Free, type LimitResponse, type RateStatus } from './scopeUsage';
import { TriggerShare } from './triggerShare';
import { HOUR_MS, MINUTE_MS, type RateScope, type RateWindow, type Remaining } from './windows';

/**
 * Changes go first, then what a person or a workflow waits for, then what triggers read, which have a share of their own
 * once they have waited: an export of all bookings must not hold them up for as long as it takes.
 */
export type Priority = 'write' | 'execution' | 'trigger';

const RANKS: Readonly<Record<Priority, number>> = { write: 0, execution: 1, trigger: 2 };

/** A trigger that has waited this long, which is less than any may wait, goes before executions. */
const PATIENCE_MS = 5_000;

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
		/** Something is left, but for triggers. */
		readonly isLeftToTriggers = false,
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
	private readonly share: TriggerShare;

	constructor(
		private readonly scope: RateScope,
		private readonly clock: Clock,
	) {
		this.usage = new ScopeUsage(scope);
		this.allowances = new TriggerAllowances(scope, clock);
		this.share = new TriggerShare(scope);
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

	/** For executions. @returns `undefined` as long as no response has told anything */
	status(): RateStatus | undefined {
		const now = this.clock.now();
		return this.usage.status(now, this.queue.length, this.share.freeOfExecution(now));
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
		if (first.queued.rank !== RANKS.execution || !waiting || !this.share.isLeft(now)) return first;
		const trigger = departureOf(waiting);
		if (trigger.at > first.at) return first;
		const isPatient = now < waiting.askedAt + PATIENCE_MS;
		return isPatient && trigger.at === first.at ? first : trigger;
	}

	private freeFor({ rank }: Queued, now: number): Free {
		if (rank === RANKS.write) return {};
		return rank === RANKS.trigger ? this.share.freeOfTrigger(now) : this.share.freeOfExecution(now);
	}

	private refuseHopeless(departures: Departures, now: number): void {
		const kept: Queued[] = [];
		for (const queued of this.queue) {
			const refusal = this.refusalOf(queued, kept.length, departures, now);
			if (!refusal) {
				kept.push(queued);
				continue;
			}
			if (queued.rank === RANKS.trigger) this.share.leaveAll(now);
			queued.refuse(refusal);
		}
		this.queue = kept;
	}

	private refusalOf(
		queued: Queued,
		position: number,
		departures: Departures,
		now: number,
	): RateLimitWaitError | undefined {
		const { askedAt, rank, options } = queued;
		const { maxWaitMs, maxPacingMs = maxWaitMs } = options;
		const { at, exhausted } = departures(position, this.freeFor(queued, now));
		const mayWaitUntil = Math.max(askedAt + maxWaitMs, now);
		if (exhausted.until > mayWaitUntil) {
			const { window, until } = exhausted;
			const isLeftToTriggers =
				rank === RANKS.execution && departures(position).exhausted.until <= mayWaitUntil;
			return new RateLimitWaitError(this.scope, window, until - now, false, isLeftToTriggers);
		}
		const isCrowded = at > askedAt + Math.max(maxWaitMs, maxPacingMs);
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
		if (rank === RANKS.trigger) this.share.take(now);
		const request = this.usage.sent(now);
		const end = (response?: LimitResponse) => {
			this.usage.ended(request, this.clock.now(), response);
			this.serve();
		};
		return { ticket, release: end, withdraw: () => end({ remaining: {}, refused: true }) };
	}
}

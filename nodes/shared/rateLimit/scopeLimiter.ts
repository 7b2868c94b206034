import { RateLimitWaitError, type AcquireOptions, type Clock, type RateSlot, type RateStatus } from './types';
import { ScopeUsage, type Departure, type Departures } from './scopeUsage';
import type { RateScope, Remaining } from './windows';

interface Queued {
	ticket: number;
	deadline: number;
	pacingDeadline: number;
	onLongWait: AcquireOptions['onLongWait'];
	admit(slot: RateSlot): void;
	refuse(error: unknown): void;
}

/** From here on a wait is worth a line in the log. */
const LONG_WAIT_MS = 10_000;

/** The queue of one scope of one client: requests leave in the order in which they asked. */
export class ScopeLimiter {
	private readonly usage: ScopeUsage;
	private queue: Queued[] = [];
	private timer: { at: number; stop: AbortController } | undefined;
	private loggedUntil = -Infinity;

	constructor(
		private readonly scope: RateScope,
		private readonly clock: Clock,
	) {
		this.usage = new ScopeUsage(scope);
	}

	async acquire(ticket: number, options: AcquireOptions): Promise<RateSlot> {
		const { maxWaitMs, maxPacingMs = maxWaitMs, signal, onLongWait } = options;
		signal?.throwIfAborted();
		const now = this.clock.now();
		let leave: () => void;
		return await new Promise<RateSlot>((admit, refuse) => {
			const deadline = now + maxWaitMs;
			const pacingDeadline = now + Math.max(maxWaitMs, maxPacingMs);
			const queued: Queued = { ticket, deadline, pacingDeadline, onLongWait, admit, refuse };
			leave = () => {
				this.queue = this.queue.filter((other) => other !== queued);
				refuse(signal?.reason);
				this.serve();
			};
			signal?.addEventListener('abort', leave);
			const behind = this.queue.findIndex((other) => other.ticket > ticket);
			this.queue.splice(behind < 0 ? this.queue.length : behind, 0, queued);
			this.serve();
		}).finally(() => signal?.removeEventListener('abort', leave));
	}

	pause(ms: number, remaining: Remaining): void {
		this.usage.pause(this.clock.now(), ms, remaining);
		this.serve();
	}

	isIdle(): boolean {
		return this.queue.length === 0 && this.usage.isIdle(this.clock.now());
	}

	status(): RateStatus | undefined {
		return this.usage.status(this.clock.now(), this.queue.length);
	}

	/** Lets those go who may, and comes back when the next one may. */
	private serve(): void {
		while (this.queue.length > 0) {
			const now = this.clock.now();
			const { departures, exhausted } = this.usage.schedule(now);
			const next = departures(0);
			if (next.at > now) {
				this.refuseHopeless(departures, exhausted, now);
				if (this.queue.length === 0) break;
				return this.wakeUpAt(next, now);
			}
			const first = this.queue.shift();
			first?.admit(this.occupy(first.ticket, now));
		}
		this.stopTimer();
	}

	private refuseHopeless(departures: Departures, exhausted: Departures, now: number): void {
		const kept: Queued[] = [];
		for (const queued of this.queue) {
			const limit = exhausted(kept.length);
			const { at } = departures(kept.length);
			if (limit.at > Math.max(queued.deadline, now))
				queued.refuse(new RateLimitWaitError(this.scope, limit.window, limit.at - now));
			else if (at > queued.pacingDeadline)
				queued.refuse(new RateLimitWaitError(this.scope, undefined, at - now, true));
			else kept.push(queued);
		}
		this.queue = kept;
	}

	private wakeUpAt({ at, window }: Departure, now: number): void {
		if (at - now >= LONG_WAIT_MS && now >= this.loggedUntil) {
			this.loggedUntil = at;
			this.queue[0]?.onLongWait?.(window, at - now);
		}
		if (this.timer?.at === at) return;
		this.stopTimer();
		const stop = new AbortController();
		this.timer = { at, stop };
		const wake = () => {
			if (stop.signal.aborted) return;
			this.timer = undefined;
			this.serve();
		};
		this.clock.sleep(at - now, stop.signal).then(wake, () => undefined);
	}

	private stopTimer(): void {
		this.timer?.stop.abort();
		this.timer = undefined;
	}

	private occupy(ticket: number, now: number): RateSlot {
		const request = this.usage.log.add(now);
		return {
			ticket,
			release: (answer) => {
				this.usage.ended(request, this.clock.now(), answer);
				this.serve();
			},
			withdraw: () => {
				this.usage.log.remove(request);
				this.serve();
			},
		};
	}
}

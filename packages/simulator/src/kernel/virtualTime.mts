/** A process that runs code: its clock, its random numbers, and whether it is alive. */
export interface Owner {
	readonly name: string;
	/** How far its wall clock is ahead of the true time, in milliseconds. */
	clockOffsetMs: number;
	alive: boolean;
	/** 0 ≤ fraction < 1: its `Math.random`. */
	readonly fraction: () => number;
}

/** An event that runs at its time, unless it is cancelled or its owner has died by then. */
export interface ScheduledEvent {
	readonly at: number;
	readonly owner: Owner;
	readonly run: () => unknown;
	cancelled: boolean;
}

/**
 * A discrete-event clock. Everything due at an instant runs to its end, then time jumps to the next event. Events of
 * the same instant run in the order in which they were scheduled.
 */
export class VirtualTime {
	/** The owner whose code is running. */
	current: Owner;
	/** The latest event first. */
	private readonly pending: ScheduledEvent[] = [];

	/** @param nowMs the true time, in epoch milliseconds */
	constructor(
		public nowMs: number,
		readonly world: Owner,
	) {
		this.current = world;
		this.startMs = nowMs;
	}

	private readonly startMs: number;

	/** The wall clock of the running owner. */
	wallClock(): number {
		return Math.floor(this.nowMs + this.current.clockOffsetMs);
	}

	/** A clock that never jumps, in milliseconds. */
	monotonic(): number {
		return this.nowMs - this.startMs;
	}

	after(ms: number, owner: Owner, run: () => unknown): ScheduledEvent {
		return this.at(this.nowMs + Math.max(0, ms), owner, run);
	}

	at(atMs: number, owner: Owner, run: () => unknown): ScheduledEvent {
		const event = { at: Math.max(atMs, this.nowMs), owner, run, cancelled: false };
		this.pending.splice(this.placeOf(event.at), 0, event);
		return event;
	}

	/** The first time in `ms`, for as long as the owner is alive. */
	every(ms: number, owner: Owner, run: () => void): void {
		this.after(ms, owner, () => {
			run();
			this.every(ms, owner, run);
		});
	}

	/** Waits as the running owner. */
	async sleep(ms: number, owner = this.current): Promise<void> {
		await new Promise<void>((resolve) => {
			this.after(ms, owner, resolve);
		});
	}

	/** Runs work as the owner. Never settles if the owner dies meanwhile. */
	async runAs<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			this.after(0, owner, () => void work().then(resolve, reject));
		});
	}

	/** How many events the owner still has scheduled. */
	pendingOf(owner: Owner): number {
		return this.pending.filter((one) => one.owner === owner && !one.cancelled).length;
	}

	/** Runs everything up to the instant. */
	async runUntil(atMs: number): Promise<void> {
		await settled();
		for (let next = this.pending.at(-1); next !== undefined && next.at <= atMs; next = this.pending.at(-1)) {
			this.pending.pop();
			if (next.cancelled || !next.owner.alive) continue;
			this.nowMs = next.at;
			this.current = next.owner;
			await next.run();
			await settled();
			this.current = this.world;
		}
		this.nowMs = Math.max(this.nowMs, atMs);
	}

	/** The index behind all later events and before those of the same instant. */
	private placeOf(atMs: number): number {
		let low = 0;
		let high = this.pending.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.pending[middle] as ScheduledEvent).at > atMs) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Captured before the clock is installed. */
const realSetImmediate = setImmediate;

/** Resolves when no promise has anything left to run. */
async function settled(): Promise<void> {
	await new Promise<void>((resolve) => {
		realSetImmediate(resolve);
	});
}

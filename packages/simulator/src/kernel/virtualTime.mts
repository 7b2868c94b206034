/** Whoever runs code: its clock, its chance, and whether it still lives. */
export interface Owner {
	readonly name: string;
	/** What its wall clock shows beyond the true time, in milliseconds. */
	clockOffsetMs: number;
	alive: boolean;
	/** 0 ≤ fraction < 1: its `Math.random`. */
	readonly fraction: () => number;
}

/** Something that happens at its time, unless it is cancelled or its owner has died by then. */
export interface ScheduledEvent {
	readonly at: number;
	readonly owner: Owner;
	readonly run: () => unknown;
	cancelled: boolean;
}

/**
 * Time that passes only when nothing is left to do: what happens at an instant is run to its end, then time jumps
 * to the next event. Those of the same instant come in the order in which they were asked for.
 */
export class VirtualTime {
	/** Whose code is running. */
	current: Owner;
	/** Latest first. */
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

	/** What the wall clock of the running owner shows. */
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

	/** From `ms` ahead on, for as long as the owner lives. */
	every(ms: number, owner: Owner, run: () => void): void {
		this.after(ms, owner, () => {
			run();
			this.every(ms, owner, run);
		});
	}

	/** Waits as the owner that asks. */
	async sleep(ms: number, owner = this.current): Promise<void> {
		await new Promise<void>((resolve) => {
			this.after(ms, owner, resolve);
		});
	}

	/** Has the owner do something now. Never ends when the owner dies on the way. */
	async runAs<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			this.after(0, owner, () => void work().then(resolve, reject));
		});
	}

	/** What is still to come of those who live. */
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

	/** Index behind all that come later than the instant, before those of the same instant. */
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

/** Captured before time is taken over. */
const realSetImmediate = setImmediate;

/** When all promises have come to rest. */
async function settled(): Promise<void> {
	await new Promise<void>((resolve) => {
		realSetImmediate(resolve);
	});
}

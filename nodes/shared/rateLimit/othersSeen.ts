import type { RateWindow } from './windows';
import { lengthOf } from './windowPlaces';

/** So many requests of others, seen at a time. */
interface Seen {
	count: number;
	at: number;
}

/** What an answer tells of others when our request arrived. */
export interface Look {
	/** When our request was sent. */
	at: number;
	/** How many of them were counted in the window: so many for certain, and so many if all that is uncertain was theirs. */
	least: number;
	most: number;
	/** How many of them came within the last second. */
	recent: number;
}

/** One look says nothing of when they came. */
const WATCHED_MS = 10_000;
/** Who was watched for so long without a new request has stopped. */
const STOPPED_AFTER_MS = 5_000;
/** A look does not watch for longer than this. */
const WATCHED_BY_A_LOOK_MS = 1_000;

/** Requests of other processes and integrations that use the same client, in one window. */
export class OthersSeen {
	/** When we last looked; -Infinity before. */
	lookedAt = -Infinity;
	/** How many there were then. */
	count = 0;
	/** When how many of them were first seen, oldest first. */
	private arrivals: Seen[] = [];
	/** How many each look found in the minute that were older than a second. */
	private looks: Seen[] = [];
	private quietMs = 0;

	constructor(private readonly window: RateWindow) {}

	/** The second is over too soon and the hour lasts too long for what only the minute's places are worth. */
	private get isMinute(): boolean {
		return this.window.name === 'minute';
	}

	look({ at, least, most, recent }: Look): void {
		if (at < this.lookedAt) return;
		const guess = Math.max(0, least, Math.min(this.expected(at), most));
		const count = at === this.lookedAt ? Math.max(this.count, guess) : guess;
		const sinceMs = Math.min(at - this.lookedAt, WATCHED_BY_A_LOOK_MS);
		this.quietMs = this.rememberArrivals(count, at) ? 0 : this.quietMs + sinceMs;
		if (this.isMinute) this.looks = [...this.looksIn(at), { count: count - recent, at }];
		this.count = count;
		this.lookedAt = at;
	}

	/** Whether there will be more of them. */
	areAtWork(): boolean {
		return this.count > 0 && this.quietMs < STOPPED_AFTER_MS;
	}

	/**
	 * How many there are, as far as we know: they keep what they had until it is certainly free. The hour is
	 * too long for that: there they are taken to have been spread evenly.
	 */
	held(now: number): number {
		const ageMs = now - this.lookedAt;
		if (ageMs >= this.window.windowMs) return 0;
		if (this.window.name === 'hour') return Math.ceil(this.count * (1 - ageMs / this.window.windowMs));
		return sumOf(this.arrivalsIn(now));
	}

	/** When the first of them has certainly left. */
	firstLeaves(now: number): number {
		return (this.arrivalsIn(now)[0]?.at ?? now) + this.window.windowMs;
	}

	/** In the hour: when fewer than so many are left, where they were spread evenly. */
	fewerThan(places: number): number {
		return this.lookedAt + this.window.windowMs * Math.max(0, 1 - (places - 1) / this.count);
	}

	/**
	 * When the places of others can be free: one window after they were first seen to be taken. Those that
	 * were there all the time may be as old as the window, and are taken to have been spread evenly.
	 */
	freeTimes(now: number): number[] {
		const length = lengthOf(this.window);
		const times = this.arrivalsIn(now).flatMap(({ count, at }) => Array<number>(count).fill(at + length));
		const looks = this.looksIn(now);
		const firstAt = looks[0]?.at ?? this.lookedAt;
		if (this.lookedAt - firstAt < WATCHED_MS) return times;
		const old = Math.min(...looks.map(({ count }) => count));
		const between = (firstAt + length - this.lookedAt) / old;
		return times.map((time, index) =>
			index < old ? Math.min(time, this.lookedAt + (index + 1) * between) : time,
		);
	}

	/** While they work they take every place that is free again, so their number stays. */
	private expected(at: number): number {
		if (!this.isMinute) return 0;
		return this.areAtWork() ? this.count : this.held(at);
	}

	/** The oldest leave first; those that are more than were known are new. Returns whether there are new ones. */
	private rememberArrivals(count: number, at: number): boolean {
		const known = this.arrivalsIn(at);
		let surplus = sumOf(known) - count;
		while (surplus > 0) {
			const oldest = known[0] as Seen;
			const left = Math.min(oldest.count, surplus);
			oldest.count -= left;
			surplus -= left;
			if (oldest.count === 0) known.shift();
		}
		if (surplus < 0) known.push({ count: -surplus, at });
		this.arrivals = known;
		return surplus < 0;
	}

	private arrivalsIn(now: number): Seen[] {
		return this.arrivals.filter(({ at }) => at + this.window.windowMs > now);
	}

	private looksIn(now: number): Seen[] {
		return this.looks.filter(({ at }) => at + this.window.windowMs > now);
	}
}

function sumOf(seen: readonly Seen[]): number {
	return seen.reduce((sum, { count }) => sum + count, 0);
}

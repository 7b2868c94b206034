import type { RateWindow } from './windows';

/** Clocks differ in speed and timers are not exact: a window is taken to last this much longer. */
const MARGIN = 1 / 200;
/** A request has arrived after this time, even if its response takes longer. */
export const MAX_TRAVEL_MS = 2_000;

/** One of our own requests. */
export interface LoggedRequest {
	readonly sent: number;
	/** When it has arrived at the service at the latest: later than now while it is under way. */
	arrival: number;
}

/** Those that may have been under way at a time, and later ones. @param log in the order in which they were sent */
export function logSince(log: readonly LoggedRequest[], time: number): readonly LoggedRequest[] {
	return log.slice(firstAfter(log, time - MAX_TRAVEL_MS));
}

/** Index of the first one that was sent later; an hour's log has thousands. */
function firstAfter(log: readonly LoggedRequest[], time: number): number {
	let [first, end] = [0, log.length];
	while (first < end) {
		const middle = (first + end) >> 1;
		if ((log[middle] as LoggedRequest).sent > time) end = middle;
		else first = middle + 1;
	}
	return first;
}

/** How many arrived, or will arrive, later. */
function arrivedAfter(log: readonly LoggedRequest[], time: number): number {
	const sentLater = firstAfter(log, time);
	const underWay = log.slice(firstAfter(log, time - MAX_TRAVEL_MS), sentLater);
	return log.length - sentLater + underWay.filter(({ arrival }) => arrival > time).length;
}

/** What counts in one window: our own requests by the log, those of others by their number. */
export class SlidingWindow {
	private readonly lengthMs: number;
	private others = { count: 0, at: -Infinity };

	constructor(
		readonly window: RateWindow,
		private readonly log: readonly LoggedRequest[],
	) {
		this.lengthMs = window.windowMs + window.windowMs * MARGIN;
	}

	/** When the latest request was sent whose response told what is left. */
	get toldAt(): number {
		return this.others.at;
	}

	/** How much others use. */
	external(now: number): number {
		return this.others.at + this.window.windowMs > now ? this.others.count : 0;
	}

	/** What is used beyond our own requests was used by others. Responses may overtake each other. */
	observe({ sent, arrival }: LoggedRequest, left: number): void {
		if (sent < this.others.at) return;
		const start = sent - this.lengthMs;
		const sentLater = this.log.length - firstAfter(this.log, arrival);
		const own = arrivedAfter(this.log, start) - sentLater;
		const used = Math.min(this.window.limit - left, this.window.limit);
		this.others = { count: Math.max(0, used - own), at: sent };
	}

	/** For the n-th next request (from 0): when a slot is free for it. */
	slots(now: number, limit = this.window.limit): (position: number) => number {
		const unused = limit - this.log.length - this.others.count;
		let taken: number[] | undefined;
		return (position) => {
			if (position < unused) return now;
			taken ??= this.taken(now);
			const free = limit - taken.length;
			const rounds = Math.floor(position / limit);
			return (taken[(position % limit) - free] ?? now) + rounds * this.lengthMs;
		};
	}

	/** Nothing counts now. */
	isEmpty(now: number): boolean {
		return this.external(now) === 0 && this.log.every(({ arrival }) => arrival + this.lengthMs <= now);
	}

	/** When what counts now leaves the window. Others are taken to come evenly: one looks again soon. */
	taken(now: number): number[] {
		const { count, at } = this.others;
		const others = Array.from({ length: count }, (_, n) => at + ((n + 1) / count) * this.window.windowMs);
		return [...this.own(now), ...others].filter((time) => time > now).sort((one, other) => one - other);
	}

	/** If all of what others were seen to use still counts. */
	left(now: number): number {
		return this.window.limit - arrivedAfter(this.log, now - this.lengthMs) - this.external(now);
	}

	/** When our own requests leave the window, some of them in the past. */
	private own(now: number): number[] {
		return logSince(this.log, now - this.lengthMs).map(({ arrival }) => arrival + this.lengthMs);
	}
}

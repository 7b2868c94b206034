import { OthersSeen } from './othersSeen';
import { HOUR_MS, type RateScope, type RateWindow, type WindowName } from './windows';
import { DRIFT, lengthOf, MARGIN_MS, placesAmong } from './windowPlaces';

/** One request that counts in the windows. Times are those of the process's own clock. */
export interface SentRequest {
	sent: number;
	/** From sending to answer; absent while it is under way. */
	roundTrip?: number;
}

/** What an answer's headers say is left in each window, counted when the request arrived at the service. */
export type Remaining = Partial<Record<WindowName, number>>;

export interface Place {
	/** When a place is free; not later than now when there is one. */
	at: number;
	/** The window to wait for; absent when there is nothing to wait for. */
	window?: RateWindow;
}

/** A request that is under way for longer is taken to have arrived this long after it was sent. */
export const LONGEST_TRAVEL_MS = 2_000;
/** How much of the fastest round trip is taken to be the same for every request. */
const STEADY_SHARE = 0.9;
/**
 * The more round trips vary, the faster the fastest of all may have been: by this share of the variation, and
 * by more as long as few are known.
 */
const UNSEEN_SHARE = 0.5;
const UNSEEN_AMONG_FEW = 25;
/** So long after the last answer, others have hardly taken more than one place beyond those we know of. */
const SOON_MS = 1_000;
/** So long after it, it is worth asking whether the places of others are free. */
const PROBE_AFTER_MS = 4_000;
/** They may take places this much faster than when we last looked. */
const FASTER = 1.5;
/**
 * The fastest round trip says something when not only those were seen that had to connect first: so many
 * times as many as connections, which are as many as were under way at once, and a few more.
 */
const ROUND_TRIPS_PER_CONNECTION = 2;
const MORE_ROUND_TRIPS = 3;
const ROUND_TRIPS_KEPT = 100;

/**
 * The requests of one scope of one client, as far as they still count.
 *
 * The service counts a request when it arrives, between sending and answer. What matters is how much later
 * than usual an earlier request arrived, compared with one sent now. It can have been late by no more than
 * its round trip was longer than the fastest one, so its place is free one window later than it was sent,
 * plus that difference.
 */
export class RateHistory {
	private sent: SentRequest[] = [];
	private readonly others: ReadonlyMap<WindowName, OthersSeen>;
	private fastest: [current: number, before: number] = [Infinity, Infinity];
	private usual = 0;
	private roundTrips = 0;
	private mostUnderWay = 0;

	constructor(private readonly scope: RateScope) {
		this.others = new Map(scope.windows.map((window) => [window.name, new OthersSeen(window)]));
	}

	add(now: number): SentRequest {
		this.forget(now);
		const request: SentRequest = { sent: now };
		this.sent.push(request);
		this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay(now));
		return request;
	}

	/** It was not sent after all, or the service refused it: it does not count. */
	remove(request: SentRequest): void {
		const index = this.sent.lastIndexOf(request);
		if (index >= 0) this.sent.splice(index, 1);
	}

	/** @param typical whether its round trip tells how long one takes: it was answered, and not refused */
	ended(request: SentRequest, now: number, typical: boolean): void {
		request.roundTrip = now - request.sent;
		if (!typical) return;
		if (this.roundTrips++ % ROUND_TRIPS_KEPT === 0) this.fastest = [Infinity, this.fastest[0]];
		this.fastest[0] = Math.min(this.fastest[0], request.roundTrip);
		this.usual += (request.roundTrip - this.usual) / Math.min(this.roundTrips, ROUND_TRIPS_KEPT);
	}

	/** What is missing from the windows beyond our own requests was taken by others of the same client. */
	observe(request: SentRequest, remaining: Remaining): void {
		for (const window of this.scope.windows) {
			const left = remaining[window.name];
			if (left === undefined) continue;
			const taken = Math.min(window.limit, window.limit - left);
			const own = this.ownBeside(request, window);
			this.othersIn(window).look({
				at: request.sent,
				least: taken - own.most,
				most: taken - own.least,
				recent: this.lastSeenOthers(this.scope.windows[0]),
			});
		}
	}

	/** Whether others were seen at work within the last hour. */
	isShared(now: number): boolean {
		return this.scope.windows.some((window) => this.othersIn(window).held(now) > 0);
	}

	/** Requests without an answer that may not have arrived yet. */
	underWay(now: number): number {
		let count = 0;
		for (let index = this.sent.length - 1; index >= 0; index--) {
			const { sent, roundTrip } = this.sent[index] as SentRequest;
			if (sent + LONGEST_TRAVEL_MS <= now) break;
			if (roundTrip === undefined) count++;
		}
		return count;
	}

	lastSent(): number | undefined {
		return this.sent.at(-1)?.sent;
	}

	/** When the first of those under way is taken to have arrived. */
	nextArrival(now: number): number {
		const first = this.sent.find(
			({ sent, roundTrip }) => roundTrip === undefined && sent + LONGEST_TRAVEL_MS > now,
		);
		return first ? first.sent + LONGEST_TRAVEL_MS : now;
	}

	/** How many others were counted in the window when we last looked. */
	lastSeenOthers(window: RateWindow): number {
		return this.othersIn(window).count;
	}

	isIdle(now: number): boolean {
		this.forget(now);
		return this.sent.length === 0 && !this.isShared(now);
	}

	/**
	 * For the n-th next request (from 0): when there is a place for it in every window, at the earliest.
	 * @param keptFree places of the second that are not to be taken
	 */
	places(now: number, keptFree = 0): (position: number) => Place {
		const [second] = this.scope.windows;
		const at = this.placesIn(second, now, second.limit - keptFree);
		const longer = this.placesInLongerWindows(now);
		return (position) => {
			const place = longer(position);
			const free = at(position);
			return free > place.at ? { at: free, window: second } : place;
		};
	}

	/** The same for the windows beyond the second: when it is later than now, a limit is used up. */
	placesInLongerWindows(now: number): (position: number) => Place {
		const [, ...longer] = this.scope.windows;
		const windows = longer.map((window) => ({ window, at: this.placesIn(window, now, window.limit) }));
		return (position) => {
			let latest: Place = { at: now };
			for (const { window, at } of windows) {
				const free = at(position);
				if (free > latest.at) latest = { at: free, window };
			}
			return latest;
		};
	}

	/**
	 * A place of the minute that is missed is missed for a minute. So the longer nothing was heard, the less is
	 * reserved there for others: first those they are about to take; then one for who takes the last place; in
	 * the end a request may go as soon as one of their places can be free, and its answer tells.
	 */
	private placesIn(window: RateWindow, now: number, limit: number): (position: number) => number {
		const others = this.othersIn(window);
		const own = this.freeTimes(window, now);
		const beside = (reserved: number): ((position: number) => number) =>
			reserved < limit
				? placesAmong(window, now, limit - reserved, own)
				: () => Math.max(others.firstLeaves(now), now + 1);
		const held = others.held(now);
		if (held === 0) return beside(0);
		const growth = this.growthOf(window, now);
		if (window.name === 'second') return beside(held + growth);
		if (window.name === 'hour') {
			const at = beside(held + growth);
			const left = limit - growth - own.length;
			return (position) => Math.min(at(position), Math.max(others.fewerThan(left - position), now + 1));
		}
		const next = others.areAtWork() ? 1 : 0;
		const guesses = [
			{ afterMs: 0, at: beside(others.count + Math.max(next, growth)) },
			{ afterMs: SOON_MS, at: beside(others.count + next) },
			{ afterMs: PROBE_AFTER_MS, at: placesAmong(window, now, limit, [...own, ...others.freeTimes(now)]) },
		];
		return (position) =>
			Math.min(...guesses.map(({ afterMs, at }) => Math.max(at(position), others.lookedAt + afterMs)));
	}

	/** When the places of our own requests are free again, as far as they are not yet. */
	private freeTimes(window: RateWindow, now: number): number[] {
		const length = lengthOf(window);
		const steady = this.steadyPart();
		const times: number[] = [];
		for (let index = this.sent.length - 1; index >= 0; index--) {
			const request = this.sent[index] as SentRequest;
			if (request.sent + LONGEST_TRAVEL_MS + length <= now) break;
			const free = request.sent + latenessOf(request, steady) + length;
			if (free > now) times.push(free);
		}
		return times;
	}

	/** How many more others will have taken since we looked. */
	private growthOf(window: RateWindow, now: number): number {
		const second = this.othersIn(this.scope.windows[0]);
		if (second.count === 0) return 0;
		if (window.name === 'second') return 1;
		const unseenMs = Math.min(now - second.lookedAt, LONGEST_TRAVEL_MS);
		return Math.ceil((FASTER * second.count * unseenMs) / 1_000);
	}

	private othersIn(window: RateWindow): OthersSeen {
		return this.others.get(window.name) as OthersSeen;
	}

	/** Our requests that were counted, or may have been, when this one arrived. */
	private ownBeside(request: SentRequest, window: RateWindow): { least: number; most: number } {
		const steady = this.steadyPart();
		const latestArrival = request.sent + latenessOf(request, steady) + MARGIN_MS;
		const start = request.sent - lengthOf(window);
		const latestStart = latestArrival - window.windowMs * (1 - DRIFT);
		const own = { least: 0, most: 0 };
		for (let index = this.sent.length - 1; index >= 0; index--) {
			const other = this.sent[index] as SentRequest;
			if (other.sent + LONGEST_TRAVEL_MS <= start) break;
			const latest = other.sent + latenessOf(other, steady);
			if (other.sent <= latestArrival && latest >= start) own.most++;
			if (other === request || (latest <= request.sent && other.sent >= latestStart)) own.least++;
		}
		return own;
	}

	/** What every round trip takes at least: the fastest one seen, and less where they vary much. */
	private steadyPart(): number {
		const enough = ROUND_TRIPS_PER_CONNECTION * this.mostUnderWay + MORE_ROUND_TRIPS;
		if (this.roundTrips < enough) return 0;
		const fastest = Math.min(...this.fastest);
		const unseen = UNSEEN_SHARE + UNSEEN_AMONG_FEW / this.roundTrips;
		return Math.max(0, STEADY_SHARE * fastest - unseen * (this.usual - fastest));
	}

	private forget(now: number): void {
		const longest = HOUR_MS + HOUR_MS * DRIFT + MARGIN_MS + LONGEST_TRAVEL_MS;
		let gone = 0;
		while (gone < this.sent.length && (this.sent[gone] as SentRequest).sent + longest <= now) gone++;
		if (gone > 0) this.sent.splice(0, gone);
	}
}

/** How much later than a request sent at the best of times it may have arrived. */
function latenessOf({ roundTrip }: SentRequest, steady: number): number {
	return Math.min(roundTrip === undefined ? Infinity : Math.max(0, roundTrip - steady), LONGEST_TRAVEL_MS);
}

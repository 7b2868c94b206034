import { HOUR_MS, type RateScope, type RateWindow, type WindowName } from './rateLimits';

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
/** The more round trips vary, the faster the fastest of all may have been: by this share of the variation. */
const UNSEEN_SHARE = 0.5;
/** Round trips that must be known before the fastest of them says something: the first ones connect first. */
const ENOUGH_ROUND_TRIPS = 30;
const ROUND_TRIPS_KEPT = 100;
const MARGIN_MS = 25;
/** Clocks differ in speed: this share of a window is added to it. */
const DRIFT = 1 / 5_000;

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
	private readonly others = new Map<WindowName, { count: number; at: number }>();
	private fastest: [current: number, before: number] = [Infinity, Infinity];
	private usual = 0;
	private roundTrips = 0;

	constructor(private readonly scope: RateScope) {}

	add(now: number): SentRequest {
		this.forget(now);
		const request: SentRequest = { sent: now };
		this.sent.push(request);
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

	/**
	 * What is missing from the windows beyond our own requests was taken by others of the same client. Only
	 * what is certain is counted: each of our requests that may have been counted is taken to have been.
	 */
	observe(request: SentRequest, remaining: Remaining): void {
		for (const window of this.scope.windows) {
			const left = remaining[window.name];
			if (left === undefined) continue;
			const count = Math.max(
				0,
				Math.min(window.limit, window.limit - left) - this.ownBeside(request, window),
			);
			const known = this.others.get(window.name);
			if (known && known.at > request.sent) continue;
			const merged = known && known.at === request.sent ? Math.max(known.count, count) : count;
			this.others.set(window.name, { count: merged, at: request.sent });
		}
	}

	/** Whether others were seen at work within the last hour. */
	isShared(now: number): boolean {
		return this.scope.windows.some((window) => this.othersIn(window, now) > 0);
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
		return this.others.get(window.name)?.count ?? 0;
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
		const windows = this.scope.windows.map((window) => {
			const kept = window.name === 'second' ? keptFree : 0;
			return { window, at: this.placesIn(window, now, window.limit - kept) };
		});
		return (position) => {
			let latest: Place = { at: now };
			for (const { window, at } of windows) {
				const free = at(position);
				if (free > latest.at) latest = { at: free, window };
			}
			return latest;
		};
	}

	private placesIn(window: RateWindow, now: number, limit: number): (position: number) => number {
		const capacity = limit - this.reservedFor(window, now);
		const length = lengthOf(window);
		if (capacity <= 0) {
			const { at = now } = this.others.get(window.name) ?? {};
			return () => Math.max(at + window.windowMs, now + 1);
		}
		const held = this.freeTimes(window, now);
		const free = capacity - held.length;
		let sorted = false;
		return (position) => {
			const rounds = Math.floor(position / capacity);
			const place = position % capacity;
			if (place < free) return now + rounds * length;
			if (!sorted) held.sort((one, other) => one - other);
			sorted = true;
			return (held[place - free] ?? now) + rounds * length;
		};
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

	/** Places that others hold, and those they will have taken since we looked. */
	private reservedFor(window: RateWindow, now: number): number {
		const held = this.othersIn(window, now);
		const pace = this.others.get('second');
		if (!pace || pace.count === 0 || this.othersIn(window, now) === 0) return held;
		const unseenMs = Math.min(now - pace.at, LONGEST_TRAVEL_MS);
		const growth = window.name === 'second' ? 1 : Math.ceil((1.5 * pace.count * unseenMs) / 1_000);
		return Math.min(window.limit, held + growth);
	}

	/**
	 * They keep what they had when we last looked, until it is certainly free. The hour is too long for that:
	 * there they are taken to have been spread evenly.
	 */
	private othersIn(window: RateWindow, now: number): number {
		const known = this.others.get(window.name);
		const age = known ? now - known.at : window.windowMs;
		if (!known || age >= window.windowMs) return 0;
		return window.name === 'hour' ? Math.ceil(known.count * (1 - age / window.windowMs)) : known.count;
	}

	/** Our requests that may have been counted when this one arrived, itself included where it still counts. */
	private ownBeside(request: SentRequest, window: RateWindow): number {
		const steady = this.steadyPart();
		const latestArrival = request.sent + latenessOf(request, steady) + MARGIN_MS;
		const start = request.sent - lengthOf(window);
		let count = 0;
		for (let index = this.sent.length - 1; index >= 0; index--) {
			const other = this.sent[index] as SentRequest;
			if (other.sent + LONGEST_TRAVEL_MS <= start) break;
			if (other.sent <= latestArrival && other.sent + latenessOf(other, steady) >= start) count++;
		}
		return count;
	}

	/** What every round trip takes at least: the fastest one seen, and less where they vary much. */
	private steadyPart(): number {
		if (this.roundTrips < ENOUGH_ROUND_TRIPS) return 0;
		const fastest = Math.min(...this.fastest);
		return Math.max(0, STEADY_SHARE * fastest - UNSEEN_SHARE * (this.usual - fastest));
	}

	private forget(now: number): void {
		const longest = HOUR_MS + HOUR_MS * DRIFT + MARGIN_MS + LONGEST_TRAVEL_MS;
		let gone = 0;
		while (gone < this.sent.length && (this.sent[gone] as SentRequest).sent + longest <= now) gone++;
		if (gone > 0) this.sent.splice(0, gone);
	}
}

function lengthOf({ windowMs }: RateWindow): number {
	return windowMs + windowMs * DRIFT + MARGIN_MS;
}

/** How much later than a request sent at the best of times it may have arrived. */
function latenessOf({ roundTrip }: SentRequest, steady: number): number {
	return Math.min(roundTrip === undefined ? Infinity : Math.max(0, roundTrip - steady), LONGEST_TRAVEL_MS);
}

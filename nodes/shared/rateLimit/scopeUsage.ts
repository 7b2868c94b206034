import { CongestionControl } from './congestionControl';
import { RoundTrip } from './roundTrip';
import { logSince, MAX_TRAVEL_MS, SlidingWindow, type LoggedRequest } from './slidingWindow';
import { MINUTE_MS, type RateScope, type RateWindow, type Remaining, type WindowName } from './windows';

/** How long a request is kept after it has left all windows: a late response still tells of those around it. */
const KEPT_MS = MINUTE_MS;

/** What a response says about the limits. */
export interface LimitResponse {
	remaining: Remaining;
	/** Refused with 429, or not sent: it does not count. */
	refused: boolean;
}

/** What the responses told about the limits of a scope, brought up to the present. */
export interface RateStatus {
	/** When the latest response left that told something. */
	toldAt: number;
	/** What is left of each window that the responses told about. */
	left: Remaining;
	/** How long a request has to wait because a window is used up, or because the service asked for a pause. */
	waitMs: number;
}

/** Until when the service wants no requests, or a window longer than a second is full. */
interface Exhausted {
	until: number;
	window?: RateWindow;
}

/** How many slots of a window are left free for others. */
export type Free = Partial<Record<WindowName, number>>;

/** For the n-th next request (from 0): when it may leave. */
export type Departures = (position: number, free?: Free) => { at: number; exhausted: Exhausted };

/** What is used of the windows of one scope, and what that means for the next requests. */
export class ScopeUsage {
	private readonly log: LoggedRequest[] = [];
	private readonly windows: readonly [second: SlidingWindow, ...longer: SlidingWindow[]];
	private readonly congestion: CongestionControl;
	private readonly roundTrip = new RoundTrip();
	private paused: Exhausted = { until: -Infinity };

	constructor({ windows: [second, ...longer] }: RateScope) {
		const windowOf = (window: RateWindow) => new SlidingWindow(window, this.log);
		this.windows = [windowOf(second), ...longer.map(windowOf)];
		this.congestion = new CongestionControl(second);
	}

	departures(now: number): Departures {
		const [second] = this.windows;
		const isShared = this.windows.slice(0, 2).some((window) => window.external(now) > 0);
		const arrivals = logSince(this.log, now).map(({ arrival }) => arrival);
		const underWay = arrivals.filter((arrival) => arrival > now);
		const lastSent = this.log.at(-1)?.sent ?? -Infinity;
		const paced = this.congestion.next(now, underWay, lastSent, isShared);
		const slots = second.slots(now, second.window.limit - this.congestion.headroom(isShared));
		const exhaustedFor = this.exhausted(now);
		return (position, free) => {
			const exhausted = exhaustedFor(position, free);
			return { at: Math.max(paced, slots(position), exhausted.until), exhausted };
		};
	}

	sent(now: number): LoggedRequest {
		const maxWindowMs = Math.max(...this.windows.map(({ window }) => window.windowMs));
		while ((this.log[0]?.sent ?? now) < now - maxWindowMs - KEPT_MS) this.log.shift();
		const request = { sent: now, arrival: now + MAX_TRAVEL_MS };
		this.log.push(request);
		return request;
	}

	/**
	 * It has arrived by now, compared with when the next one is sent: of the shortest round trip, one part passed
	 * after its arrival, and the next request takes the other part to arrive.
	 */
	ended(request: LoggedRequest, now: number, response?: LimitResponse): void {
		if (response?.refused === false) this.roundTrip.add(now - request.sent);
		request.arrival = Math.min(request.arrival, Math.max(request.sent, now - this.roundTrip.minMs));
		if (!response) return;
		const index = this.log.indexOf(request);
		if (response.refused && index >= 0) this.log.splice(index, 1);
		for (const one of this.windows) {
			const left = response.remaining[one.window.name];
			if (left !== undefined) one.observe(request, left);
		}
		if (!response.refused) this.congestion.responded(now, this.windows[0].external(now));
	}

	pause(now: number, ms: number, remaining: Remaining): void {
		if (now + ms <= this.paused.until) return;
		if (now >= this.paused.until) this.congestion.refused(now, ms);
		const full = this.windows.filter(({ window }) => remaining[window.name] === 0);
		this.paused = { until: now + ms, window: full.at(-1)?.window };
	}

	/**
	 * @param queued how many requests wait already
	 * @param free what the next one leaves to others
	 */
	status(now: number, queued: number, free: Free): RateStatus | undefined {
		const told = this.windows.filter(({ toldAt }) => toldAt > -Infinity);
		if (told.length === 0) return undefined;
		const left = told.map((one) => [one.window.name, one.window.limit - one.taken(now).length] as const);
		return {
			toldAt: Math.max(...told.map(({ toldAt }) => toldAt)),
			left: Object.fromEntries(left.map(([name, count]) => [name, Math.max(0, count)])),
			waitMs: Math.max(0, this.exhausted(now)(queued, free).until - now),
		};
	}

	/** How many requests the windows longer than a second leave at least, as far as is known. */
	left(now: number): number {
		const [, ...longer] = this.windows;
		return Math.min(...longer.map((one) => one.left(now)));
	}

	/** How much of the longest window others use. */
	external(now: number): number {
		return this.windows.at(-1)?.external(now) ?? 0;
	}

	/** How many requests we sent in the time before. */
	sentWithin(ms: number, now: number): number {
		return logSince(this.log, now - ms).length;
	}

	isIdle(now: number): boolean {
		return this.paused.until <= now && this.windows.every((window) => window.isEmpty(now));
	}

	private exhausted(now: number): (position: number, free?: Free) => Exhausted {
		const [, ...longer] = this.windows;
		const slots = longer.map((one) => [one.window, one.slots(now)] as const);
		return (position, free = {}) => {
			const full = slots.map(([window, slot]) => ({
				until: slot(position + (free[window.name] ?? 0)),
				window,
			}));
			return full.reduce((latest, one) => (one.until > latest.until ? one : latest), this.paused);
		};
	}
}

import { CongestionControl } from './congestionControl';
import { ExternalUsage } from './externalUsage';
import { freeSlots } from './freeSlots';
import { RequestLog, type LoggedRequest } from './requestLog';
import type { LimitAnswer, RateStatus } from './types';
import type { RateScope, RateWindow, Remaining } from './windows';

/** When a request may leave, and the window that it has to wait for. */
export interface Departure {
	at: number;
	window?: RateWindow;
}

/** For the n-th next request (from 0). */
export type Departures = (position: number) => Departure;

/** What is used of the windows of one scope, and what that means for the next requests. */
export class ScopeUsage {
	readonly log: RequestLog;
	private readonly external: ReadonlyMap<RateWindow, ExternalUsage>;
	private readonly congestion: CongestionControl;
	private paused: Departure = { at: -Infinity };

	constructor(private readonly scope: RateScope) {
		this.log = new RequestLog(scope.windows.at(-1) ?? scope.windows[0]);
		this.external = new Map(scope.windows.map((window) => [window, new ExternalUsage(window)]));
		this.congestion = new CongestionControl(scope.windows[0]);
	}

	/** When requests may leave, and until when a limit is used up for them. */
	schedule(now: number): { departures: Departures; exhausted: Departures } {
		const [second] = this.scope.windows;
		const lastMinute = this.scope.windows.slice(0, 2);
		const isShared = lastMinute.some((window) => this.external.get(window)?.isPresent(now));
		const paced = this.congestion.next(now, this.log.underWay(now), this.log.lastSent, isShared);
		const limit = second.limit - this.congestion.headroom;
		const free = this.freeSlots(second, now, limit);
		const exhausted = this.exhausted(now);
		const departures: Departures = (position) =>
			later(exhausted(position), { at: Math.max(free(position), paced), window: second });
		return { departures, exhausted };
	}

	/** The service asked for a pause, or a window longer than a second is full. */
	private exhausted(now: number): Departures {
		const [, ...longer] = this.scope.windows;
		const slots = longer.map((window) => this.freeSlots(window, now));
		return (position) =>
			longer.reduce(
				(latest, window, index) => later(latest, { at: slots[index]?.(position) ?? now, window }),
				this.paused,
			);
	}

	/** What is used beyond our own requests was used by others. */
	ended(request: LoggedRequest, now: number, answer: LimitAnswer | undefined): void {
		this.log.ended(request, now, answer?.refused === false);
		if (!answer) return;
		const { remaining, refused } = answer;
		if (refused) this.log.remove(request);
		for (const [window, external] of this.external) {
			const left = remaining[window.name];
			if (left === undefined) continue;
			const others = Math.min(window.limit - left, window.limit) - this.log.countedWith(request, window);
			external.observe(Math.max(0, others), request.sent);
		}
		if (!refused) this.congestion.answered(now, this.external.get(this.scope.windows[0])?.count ?? 0);
	}

	pause(now: number, ms: number, remaining: Remaining): void {
		if (now + ms <= this.paused.at) return;
		if (now >= this.paused.at) this.congestion.refused(now, ms);
		const window = this.scope.windows.filter(({ name }) => remaining[name] === 0).at(-1);
		this.paused = { at: now + ms, window };
	}

	/** @param queued how many requests wait already */
	status(now: number, queued: number): RateStatus | undefined {
		const told = [...this.external].filter(([, external]) => external.toldAt > -Infinity);
		if (told.length === 0) return undefined;
		const left = told.map(([window]) => {
			return [window.name, Math.max(0, window.limit - this.taken(window, now).length)];
		});
		return {
			toldAt: Math.max(...told.map(([, external]) => external.toldAt)),
			left: Object.fromEntries(left) as Remaining,
			waitMs: Math.max(0, this.exhausted(now)(queued).at - now),
		};
	}

	isIdle(now: number): boolean {
		return (
			this.paused.at <= now && this.scope.windows.every((window) => this.taken(window, now).length === 0)
		);
	}

	private freeSlots(window: RateWindow, now: number, limit = window.limit): (position: number) => number {
		const most = this.log.size + (this.external.get(window)?.count ?? 0);
		return freeSlots({ ...window, limit }, now, most, () => this.taken(window, now));
	}

	private taken(window: RateWindow, now: number): number[] {
		return this.log.freeTimes(window, now).concat(this.external.get(window)?.freeTimes(now) ?? []);
	}
}

function later(one: Departure, other: Departure): Departure {
	return other.at > one.at ? other : one;
}

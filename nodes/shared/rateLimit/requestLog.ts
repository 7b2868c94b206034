import { lengthOf } from './freeSlots';
import { RoundTrip } from './roundTrip';
import type { RateWindow } from './windows';

export interface LoggedRequest {
	readonly sent: number;
	/** Absent while it is under way. */
	ended?: number;
}

/** After so long a request has arrived, even if its answer takes longer. */
const MAX_TRAVEL_MS = 2_000;

/** An answer that takes no longer still finds the requests that were counted with its own. */
const LATEST_ANSWER_MS = 60_000;

/** Our own requests as far as they may still count: a sliding-window log, the latest request last. */
export class RequestLog {
	private requests: LoggedRequest[] = [];
	private readonly roundTrip = new RoundTrip();

	constructor(private readonly longest: RateWindow) {}

	add(now: number): LoggedRequest {
		const request: LoggedRequest = { sent: now };
		this.requests = [...this.countedIn(this.longest, now - LATEST_ANSWER_MS), request];
		return request;
	}

	/** It was not sent, or the service refused it. */
	remove(request: LoggedRequest): void {
		this.requests = this.requests.filter((other) => other !== request);
	}

	/** Answered, or failed. */
	ended(request: LoggedRequest, now: number): void {
		request.ended = now;
		this.roundTrip.add(now - request.sent);
	}

	get lastSent(): number {
		return this.requests.at(-1)?.sent ?? -Infinity;
	}

	/** When each of those under way has arrived at the latest. */
	underWay(now: number): number[] {
		const without = this.requests.filter(({ ended }) => ended === undefined);
		return without.map(({ sent }) => sent + MAX_TRAVEL_MS).filter((arrival) => arrival > now);
	}

	/** When each of those that count in the window leaves it. */
	freeTimes(window: RateWindow, now: number): number[] {
		return this.countedIn(window, now).map((request) => this.arrivalOf(request) + lengthOf(window));
	}

	/** How many of ours may have been in the window when this request arrived. */
	countedWith(request: LoggedRequest, window: RateWindow): number {
		const arrival = this.arrivalOf(request);
		return this.countedIn(window, request.sent).filter(({ sent }) => sent <= arrival).length;
	}

	private countedIn(window: RateWindow, now: number): LoggedRequest[] {
		const length = lengthOf(window);
		let first = this.requests.length;
		while (first > 0 && (this.requests[first - 1]?.sent ?? 0) + MAX_TRAVEL_MS + length > now) first--;
		return this.requests.slice(first).filter((request) => this.arrivalOf(request) + length > now);
	}

	/**
	 * When it arrived at the latest, had it been sent at a request's shortest travel before that: every request
	 * has the least round trip in common, so what one sent now has before it cancels out.
	 */
	private arrivalOf({ sent, ended = Infinity }: LoggedRequest): number {
		return Math.min(Math.max(sent, ended - this.roundTrip.leastMs), sent + MAX_TRAVEL_MS);
	}
}

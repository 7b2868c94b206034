import { lengthOf } from './freeSlots';
import { RoundTrip } from './roundTrip';
import { MINUTE_MS, type RateWindow } from './windows';

export interface LoggedRequest {
	readonly sent: number;
	/** Absent while it is under way. */
	ended?: number;
}

/** After so long a request has arrived, even if its answer takes longer. */
const MAX_TRAVEL_MS = 2_000;

/** Our own requests as far as they may still count: a sliding-window log, the latest request last. */
export class RequestLog {
	private requests: LoggedRequest[] = [];
	private readonly roundTrip = new RoundTrip();

	constructor(private readonly longest: RateWindow) {}

	/** Those that have left the windows stay for another minute: a late answer still tells of them. */
	add(now: number): LoggedRequest {
		const request: LoggedRequest = { sent: now };
		this.requests.push(request);
		const oldest = now - MINUTE_MS - lengthOf(this.longest);
		while ((this.requests[0]?.sent ?? now) < oldest) this.requests.shift();
		return request;
	}

	/** It was not sent, or the service refused it. */
	remove(request: LoggedRequest): void {
		this.requests = this.requests.filter((other) => other !== request);
	}

	/** @param counted whether it was answered, and not refused: its round trip is a usual one */
	ended(request: LoggedRequest, now: number, counted: boolean): void {
		request.ended = now;
		if (counted) this.roundTrip.add(now - request.sent);
	}

	get size(): number {
		return this.requests.length;
	}

	get lastSent(): number {
		return this.requests.at(-1)?.sent ?? -Infinity;
	}

	/** When each of those under way has arrived at the latest. */
	underWay(now: number): number[] {
		const pending = this.sentAfter(now - MAX_TRAVEL_MS).filter(({ ended }) => ended === undefined);
		return pending.map(({ sent }) => sent + MAX_TRAVEL_MS);
	}

	/** When each of those that count in the window leaves it. */
	freeTimes(window: RateWindow, now: number): number[] {
		const length = lengthOf(window);
		const recent = this.sentAfter(now - MAX_TRAVEL_MS - length);
		return recent.map((request) => this.arrivalOf(request) + length).filter((time) => time > now);
	}

	/** How many of ours may have been in the window when this request arrived. */
	countedWith(request: LoggedRequest, window: RateWindow): number {
		const start = request.sent - lengthOf(window);
		const first = this.indexAfter(start);
		const earlier = this.requests.slice(this.indexAfter(start - MAX_TRAVEL_MS), first);
		const late = earlier.filter((other) => this.arrivalOf(other) > start);
		return late.length + this.indexAfter(this.arrivalOf(request)) - first;
	}

	private sentAfter(time: number): LoggedRequest[] {
		return this.requests.slice(this.indexAfter(time));
	}

	private indexAfter(time: number): number {
		return this.requests.findLastIndex(({ sent }) => sent <= time) + 1;
	}

	/**
	 * When it arrived at the latest, compared with when the next one is sent: of the least round trip, one part
	 * passed after its arrival, and the next request takes the other part to arrive.
	 */
	private arrivalOf({ sent, ended = Infinity }: LoggedRequest): number {
		return Math.min(Math.max(sent, ended - this.roundTrip.leastMs), sent + MAX_TRAVEL_MS);
	}
}

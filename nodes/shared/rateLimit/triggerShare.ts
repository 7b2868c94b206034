import type { Free } from './scopeUsage';
import { HOUR_MS, MINUTE_MS, type RateScope, type WindowName } from './windows';

/** Of the limit of a minute and of an hour, for triggers if they need it. */
const SHARE = 0.2;
/** Executions leave all of it free for this long after a trigger could not wait: most poll more often. */
const LEAVE_ALL_MS = 5 * MINUTE_MS;
/** Of an hour's limit, which would hold up triggers until it is over, executions always leave half as much again ... */
const GROWTH = 0.5;
/** ... as triggers sent in the last hour, and at least this part of the limit if they sent anything in the last day. */
const MIN_LEFT_OF_HOUR = 0.02;
const DAY_MS = 24 * HOUR_MS;
/** Beyond their share, triggers leave this part of a minute's limit free, so that an execution need not wait for them, ... */
export const FREE_OF_TRIGGERS = 0.25;
/** ... and this part of an hour's, which is less than what their allowances leave. */
const FREE_OF_HOUR = 0.03;

/**
 * What executions and triggers of a client leave to each other in one scope: an export of all bookings must not hold up
 * the triggers for as long as it takes.
 */
export class TriggerShare {
	private readonly ofMinute: number;
	private readonly ofHour: number;
	private readonly minLeftOfHour: number;
	private readonly freeOfMinute: number;
	private readonly freeOfHour: number;
	private readonly minute = new Recent(MINUTE_MS);
	private readonly hour = new Recent(HOUR_MS);
	private leavesAllUntil = -Infinity;
	private sentAt = -Infinity;

	constructor({ windows }: RateScope) {
		const limitOf = (name: WindowName) => windows.find((window) => window.name === name)?.limit ?? 0;
		this.ofMinute = Math.floor(limitOf('minute') * SHARE);
		this.ofHour = Math.floor(limitOf('hour') * SHARE);
		this.minLeftOfHour = Math.ceil(limitOf('hour') * MIN_LEFT_OF_HOUR);
		this.freeOfMinute = Math.floor(limitOf('minute') * FREE_OF_TRIGGERS);
		this.freeOfHour = Math.floor(limitOf('hour') * FREE_OF_HOUR);
	}

	/** A trigger sends a request. */
	take(now: number): void {
		this.minute.add(now);
		this.hour.add(now);
		this.sentAt = now;
	}

	/** A trigger could not wait. */
	leaveAll(now: number): void {
		this.leavesAllUntil = now + LEAVE_ALL_MS;
	}

	/** Triggers have not had all of it in the last minute. */
	isLeft(now: number): boolean {
		return this.minute.count(now) < this.ofMinute;
	}

	freeOfTrigger(now: number): Free {
		return {
			minute: this.isLeft(now) ? 0 : this.freeOfMinute,
			hour: this.hour.count(now) < this.ofHour ? 0 : this.freeOfHour,
		};
	}

	freeOfExecution(now: number): Free {
		const sent = this.hour.count(now);
		const left = Math.max(0, this.ofHour - sent);
		if (now < this.leavesAllUntil)
			return { minute: Math.max(0, this.ofMinute - this.minute.count(now)), hour: left };
		if (now - this.sentAt > DAY_MS) return {};
		return { hour: Math.min(left, Math.max(this.minLeftOfHour, Math.ceil(sent * GROWTH))) };
	}
}

/** How many came within the last `ms`. */
class Recent {
	private readonly times: number[] = [];

	constructor(private readonly ms: number) {}

	add(now: number): void {
		this.times.push(now);
	}

	count(now: number): number {
		while ((this.times[0] ?? Infinity) <= now - this.ms) this.times.shift();
		return this.times.length;
	}
}

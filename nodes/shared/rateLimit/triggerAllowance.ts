import { sharesOf } from '../util/shares';
import type { Clock } from './clock';
import { FREE_OF_TRIGGERS } from './triggerShare';
import { HOUR_MS, MINUTE_MS, type RateScope, type RateWindow } from './windows';

/*
 * What the polling triggers of a client may send, within the limits that the limiter keeps for everybody: a token bucket
 * for each trigger. The buckets are filled evenly over the hour, so that no trigger uses it up at its beginning, and
 * divided by need (max-min fairness): a trigger with one hotel gets what it uses, those with many share the rest.
 */

/** Of what everything that is no trigger left of the last hour's limit: it may send more in this one. */
const RESERVE = 0.1;
/** However much others use, the triggers keep this share of an hour's limit. */
const MIN_SHARE = 0.2;
/** A bucket holds what is earned in this time: for a poll after a pause. */
const BURST_MS = 10 * MINUTE_MS;
/** What the first poll of a trigger in a process has at once, ... */
const FIRST_MS = 2 * MINUTE_MS;
/**
 * ... up to this if it has more properties than requests: it may be the only one of a day. The rest of the hour has
 * less.
 */
const MAX_FIRST_MS = 4 * MINUTE_MS;
/** A trigger has a share until it has missed this many polls, ... */
const MISSED_POLLS = 2;
/** ... and at most for this long: those that poll more rarely have what their bucket holds. */
const MAX_ACTIVE_MS = HOUR_MS;
/** What a trigger may need: more than it used in its latest poll, and never less than this a minute. */
const GROWTH = 1.5;
const MIN_NEED = 5;

interface Bucket {
	tokens: number;
	filledAt: number;
	/** Without another poll, it has no share from then on. */
	activeUntil: number;
	/** Requests a minute. */
	need: number;
	/** Its share. */
	perMinute: number;
	/** In its latest poll, or the one under way. */
	sent: number;
	/** That poll would have sent more. */
	ranOut: boolean;
	/** Of what it began with, still there: nobody had saved that. */
	lent: number;
}

/** What one poll may send. */
export interface Allowance {
	/**
	 * Whether another request may be sent; one is sent each time that it may.
	 * @param reserved share of all that is left for other work, from 0 to 1
	 */
	mayRequest(reserved?: number): boolean;
	/**
	 * For work that comes last: it has this share of all also if others sent more than they may; the next poll has less.
	 * @param share from 0 to 1
	 * @param reserved as of `mayRequest`
	 * @returns as `mayRequest`
	 */
	withShare(share: number, reserved?: number): () => boolean;
	/** A request is sent, also one that could not be refused: the next poll has less. */
	take(): void;
	/** Requests of this poll so far. */
	sent(): number;
	/** What share of all that this poll may send so many requests are; above 1: it may not send as many. */
	shareOf(requests: number): number;
	/**
	 * How long to wait before so many more, in ms, so that the hour is spent evenly and what is saved in the time that it
	 * is saved for, and none of them waits for the limit of a minute; undefined: they are too many.
	 */
	pauseFor(requests: number): number | undefined;
}

/** Requests. */
function earnedIn(ms: number, perMinute: number): number {
	return (perMinute * ms) / MINUTE_MS;
}

function firstTokens(perMinute: number, properties: number): number {
	return Math.min(Math.max(earnedIn(FIRST_MS, perMinute), properties), earnedIn(MAX_FIRST_MS, perMinute));
}

/** How often it polls and what it needs is not known yet. */
function newBucket(now: number): Bucket {
	const activeUntil = now + MAX_ACTIVE_MS;
	return {
		tokens: 0,
		filledAt: now,
		activeUntil,
		need: Infinity,
		perMinute: 0,
		sent: 0,
		ranOut: true,
		lent: 0,
	};
}

/** @param interval of its polls, in ms */
function activeMs(interval: number): number {
	return Math.min(Math.max(MISSED_POLLS * interval, BURST_MS), MAX_ACTIVE_MS);
}

function pauseMs({ perMinute, tokens }: Bucket, requests: number): number {
	return (requests * MINUTE_MS) / (perMinute + (tokens * MINUTE_MS) / BURST_MS);
}

/** The buckets of the triggers of one client, in one scope of the limits. */
export class TriggerAllowances {
	private readonly buckets = new Map<string, Bucket>();
	/** What triggers sent of what they began with: the rest of the hour has less. */
	private advances: Array<{ at: number; requests: number }> = [];
	private readonly hourlyLimit: number;
	/** One request in this time uses up what all triggers have of an hour. */
	private readonly minPauseMs: number;
	/** The same of a minute. */
	private readonly minMsPerRequest: number;
	/** When requests were taken, of the last hour. */
	private takenAt: number[] = [];

	constructor(
		{ windows }: RateScope,
		private readonly clock: Clock,
	) {
		const longest = windows.at(-1) as RateWindow;
		this.hourlyLimit = (longest.limit * HOUR_MS) / longest.windowMs;
		this.minPauseMs = HOUR_MS / (this.hourlyLimit * (1 - RESERVE));
		const perMinute = windows.find(({ windowMs }) => windowMs === MINUTE_MS)?.limit ?? Infinity;
		this.minMsPerRequest = MINUTE_MS / (perMinute * (1 - FREE_OF_TRIGGERS));
	}

	/**
	 * A trigger begins a poll.
	 * @param trigger which one
	 * @param usedByOthers requests of an hour that no allowance counts: those of executions and other processes, and what
	 * triggers read beside what they count, such as names
	 * @param properties how many it reads
	 */
	begin(trigger: string, usedByOthers: number, properties = 0): Allowance {
		const now = this.clock.now();
		const bucket = this.bucketOf(trigger, now, usedByOthers, properties);
		const max = Math.floor(bucket.tokens);
		bucket.sent = 0;
		bucket.ranOut = false;
		// Those that may be sent and are not yet, of all that work at once.
		let granted = 0;
		const isLeft = (reserved = 0) => {
			const may = bucket.sent + granted < max - Math.floor(max * reserved);
			if (!may) bucket.ranOut = true;
			return may;
		};
		const grant = (may: boolean) => {
			if (may) granted += 1;
			return may;
		};
		return {
			mayRequest: (reserved) => grant(isLeft(reserved)),
			withShare: (share, reserved) => {
				// Rounded at random: a tenth of nine requests would never be one.
				let own = Math.floor(max * share + Math.random());
				return () => {
					own -= 1;
					return grant(isLeft(reserved) || own >= 0);
				};
			},
			take: () => {
				this.takenAt.push(this.clock.now());
				granted = Math.max(0, granted - 1);
				bucket.sent += 1;
				bucket.tokens -= 1;
			},
			sent: () => bucket.sent,
			shareOf: (requests) => requests / Math.max(1, max),
			pauseFor: (requests) =>
				bucket.sent + requests > max
					? undefined
					: Math.max(this.minPauseMs, this.minMsPerRequest * requests, pauseMs(bucket, requests)),
		};
	}

	/** How many requests an allowance counted in the time before, an hour at most. */
	takenWithin(ms: number): number {
		const now = this.clock.now();
		this.takenAt = this.takenAt.filter((at) => at > now - HOUR_MS);
		return this.takenAt.filter((at) => at > now - ms).length;
	}

	private bucketOf(trigger: string, now: number, usedByOthers: number, properties: number): Bucket {
		for (const [other, { activeUntil }] of this.buckets)
			if (other !== trigger && now > activeUntil) this.buckets.delete(other);
		const known = this.buckets.get(trigger);
		const bucket = known ?? newBucket(now);
		if (known) this.noteAdvance(known);
		this.buckets.set(trigger, bucket);
		const interval = now - bucket.filledAt;
		if (known) bucket.activeUntil = now + activeMs(interval);
		const minutes = Math.max(interval, MINUTE_MS) / MINUTE_MS;
		bucket.need = bucket.ranOut ? Infinity : MIN_NEED + (GROWTH * bucket.sent) / minutes;
		const share = this.shareOf(bucket, usedByOthers, this.advancedSince(now - HOUR_MS));
		bucket.perMinute = share;
		const earned = known ? earnedIn(interval, share) : firstTokens(share, properties);
		bucket.tokens = Math.min(bucket.tokens + earned, earnedIn(BURST_MS, share));
		if (!known) bucket.lent = bucket.tokens;
		bucket.filledAt = now;
		return bucket;
	}

	private noteAdvance(bucket: Bucket): void {
		const left = Math.min(bucket.lent, Math.max(0, bucket.tokens));
		const requests = Math.min(bucket.lent - left, bucket.sent);
		this.advances.push({ at: bucket.filledAt, requests });
		bucket.lent = left;
	}

	private advancedSince(time: number): number {
		this.advances = this.advances.filter(({ at }) => at > time);
		return this.advances.reduce((sum, { requests }) => sum + requests, 0);
	}

	/** Requests a minute. */
	private shareOf(bucket: Bucket, usedByOthers: number, advanced: number): number {
		const left = (this.hourlyLimit - Math.max(0, usedByOthers)) * (1 - RESERVE) - advanced;
		const perMinute = (Math.max(left, this.hourlyLimit * MIN_SHARE) * MINUTE_MS) / HOUR_MS;
		const all = [...this.buckets.values()];
		const needs = all.map(({ need }) => Math.min(need, perMinute));
		// What nobody needs is left to everybody.
		const unused = Math.max(0, perMinute - needs.reduce((sum, need) => sum + need, 0));
		return (sharesOf(needs, perMinute)[all.indexOf(bucket)] as number) + unused;
	}
}

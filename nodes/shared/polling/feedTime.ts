import { DateTime } from 'luxon';

import { utcSeconds } from '../dates/instants';

/** Times of the feed as epoch seconds. NaN: the time is missing or cannot be read. */

const MAX_LENGTH = 100;

/** A time without an offset is UTC. */
export function secondsOf(time: unknown): number {
	if (typeof time !== 'string' || time.length > MAX_LENGTH) return NaN;
	const withOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(time) ? time : `${time}Z`;
	return Math.floor(Date.parse(withOffset) / 1000);
}

/** The same, but null where the time is missing or cannot be read. */
export function knownSeconds(time: unknown): number | null {
	const seconds = secondsOf(time);
	return Number.isNaN(seconds) ? null : seconds;
}

/** In the format of the feed. */
export function feedTime(seconds: number): string {
	return utcSeconds(DateTime.fromSeconds(seconds));
}

/** The `Date` header of a response, in the format of the feed. */
export function instantOf(servedAt: string | undefined): string | undefined {
	const served = DateTime.fromHTTP((servedAt ?? '').slice(0, MAX_LENGTH));
	return served.isValid ? utcSeconds(served) : undefined;
}

/** The later of two times; the known one if the other is NaN. */
export function later(one: number, other: number): number {
	return one >= other || Number.isNaN(other) ? one : other;
}

/** The earlier of two times; the known one if the other is NaN. */
export function earlier(one: number, other: number): number {
	return one <= other || Number.isNaN(other) ? one : other;
}

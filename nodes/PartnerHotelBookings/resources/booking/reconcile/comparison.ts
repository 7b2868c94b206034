import type { BookingSummary } from '../../../../shared/api/bookingsFeed';
import { secondsOf } from './itemTimes';
import type { OwnState } from './ownBookings';

export type Result = 'cancelled' | 'changed' | 'equal' | 'missing' | 'unknown';

/** One booking, compared. */
export interface ComparedBooking {
	result: Result;
	number: string;
	/** As the feed lists it; absent if it does not. */
	listed?: BookingSummary;
	/** The items about it; none if it is missing. */
	states: readonly OwnState[];
	differences: Array<'modifiedDateTime' | 'status'>;
}

export interface Comparison {
	bookings: ComparedBooking[];
	/** Own bookings that the feed since that moment need not list. */
	notCompared: number;
}

export interface Moments {
	/** Whole seconds since 1970 UTC: where the feed was read from. */
	since: number;
	now: number;
	/** Own changes within this many seconds of now may not be in the feed yet. */
	grace: number;
	comparesStatus: boolean;
}

/**
 * The bookings of one property: what the feed lists since a moment (in its order), then own bookings that it does not
 * list although they were modified since then (in the order of the items).
 */
export function compareBookings(
	listed: ReadonlyMap<string, BookingSummary>,
	own: ReadonlyMap<string, readonly OwnState[]>,
	moments: Moments,
): Comparison {
	const bookings: ComparedBooking[] = [];
	for (const [number, summary] of listed) {
		const states = own.get(number);
		bookings.push(
			states
				? comparedBooking(summary, states, moments)
				: { result: 'missing', number, listed: summary, states: [], differences: [] },
		);
	}
	let notCompared = 0;
	for (const [number, states] of own) {
		if (listed.has(number)) continue;
		if (isInWindow(states, moments)) bookings.push({ result: 'unknown', number, states, differences: [] });
		else notCompared += 1;
	}
	return { bookings, notCompared };
}

/** Whether the feed must list it. A booking without a time may be older than the moment. */
function isInWindow(states: readonly OwnState[], { since, now, grace }: Moments): boolean {
	const isRecent = states.some(({ modifiedSeconds }) => Math.abs(modifiedSeconds - now) < grace);
	return !isRecent && states.some(({ modifiedSeconds }) => modifiedSeconds >= since);
}

function comparedBooking(
	summary: BookingSummary,
	states: readonly OwnState[],
	{ comparesStatus }: Moments,
): ComparedBooking {
	const modified = modifiedSecondsOf(summary);
	const otherStatus = comparesStatus && states.some(({ status }) => !isSame(status, summary.status));
	// Times that neither side has are equal.
	const otherTime = states.some(({ modifiedSeconds }) => !Object.is(modifiedSeconds, modified));
	const isCancelled = comparesStatus && otherStatus && isSame(summary.status, 'Cancelled');
	const differs = otherStatus || otherTime;
	return {
		result: isCancelled ? 'cancelled' : differs ? 'changed' : 'equal',
		number: summary.number,
		listed: summary,
		states,
		differences: [
			...(otherStatus ? (['status'] as const) : []),
			...(otherTime ? (['modifiedDateTime'] as const) : []),
		],
	};
}

/** A booking that was never changed may have no modification time. Times without an offset are UTC. */
export function modifiedSecondsOf({ modifiedDateTime, createdDateTime }: BookingSummary): number {
	return secondsOf(modifiedDateTime ?? createdDateTime, 'utc') ?? NaN;
}

/** Systems write states in capitals or not. */
export function isSame(one: string | null | undefined, other: string | null | undefined): boolean {
	return (one ?? '').toLowerCase() === (other ?? '').toLowerCase();
}

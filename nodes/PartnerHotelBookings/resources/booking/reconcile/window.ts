import { DateTime } from 'luxon';

import { EARLIEST_MODIFICATION } from '../../../../shared/api/bookings/feedStart';
import { utcSeconds } from '../../../../shared/dates/instants';
import { ParameterError } from '../../../../shared/util/parameterError';
import type { HotelBooking } from './hotelBooking';
import type { OwnState } from './ownBookings';

/** So much earlier is the feed read (specification, rule 6 of the bookings feed): clocks and offsets differ. */
const MARGIN = { hours: 48 };

/** What is compared. All moments and spans are whole seconds, moments since 1970 UTC. */
export interface Window {
	since: number;
	now: number;
	/** Own changes within this many seconds of now may not be in the feed yet. */
	grace: number;
}

/**
 * @param since UTC, as the API writes it
 * @returns where to read the feed from, in the same form
 * @throws ParameterError when it is still to come
 */
export function feedStart(since: string, now: DateTime): string {
	const from = DateTime.fromISO(since);
	if (from > now) {
		throw new ParameterError(
			'modifiedSince',
			since,
			'is in the future',
			'No booking was changed since then, so nothing would be compared. Enter an earlier time in {modifiedSince}.',
		);
	}
	return utcSeconds(DateTime.max(from.minus(MARGIN), DateTime.fromISO(EARLIEST_MODIFICATION)));
}

/** Whether a booking of both sides was changed in the window by either of them. A time that is not known may be in it. */
export function concernsBoth(hotel: HotelBooking, states: readonly OwnState[], window: Window): boolean {
	return concernsHotel(hotel, window) || states.some((state) => isSince(state, window));
}

export function concernsHotel({ modifiedSeconds }: HotelBooking, { since }: Window): boolean {
	return !(modifiedSeconds < since);
}

/** Whether the feed should list an own booking. One without a time may be older than the window. */
export function shouldBeListed(states: readonly OwnState[], window: Window): boolean {
	const { now, grace } = window;
	const isRecent = states.some(({ modifiedSeconds }) => Math.abs(modifiedSeconds - now) < grace);
	return !isRecent && states.some((state) => isSince(state, window));
}

function isSince({ modifiedSeconds }: OwnState, { since }: Window): boolean {
	return modifiedSeconds >= since;
}

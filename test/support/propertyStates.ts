import type { IDataObject } from 'n8n-workflow';

import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import type { BookingEvent } from '../../nodes/PartnerHotelTrigger/bookingEvent';
import { detectChange, rememberChange } from '../../nodes/PartnerHotelTrigger/changeDetection';
import { SUMMARY_ALONE, type DetailsKnown } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import {
	startProperty,
	type PropertyState,
	type WaitingBooking,
} from '../../nodes/PartnerHotelTrigger/propertyState';
import type { BookingPage, BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';

/** A property that is watched since `START`, and what its feed shows. */

export const START = '2026-03-01T12:00:00Z';

export function summary(changes: Partial<BookingSummary> = {}): BookingSummary {
	return {
		number: '20260301-1024-1',
		propertyId: '1024',
		status: 'Active',
		createdDateTime: '2026-03-01T12:30:00Z',
		modifiedDateTime: '2026-03-01T12:30:00Z',
		...changes,
	};
}

export const earlier = { createdDateTime: '2026-01-05T08:00:00Z' };
export const later = { modifiedDateTime: '2026-03-01T13:00:00Z' };
export const guest = (lastName: string) => ({ customer: { lastName } });

export function page(
	summaries: BookingSummary[],
	continueToken = 'token-2',
	hasMoreData = false,
): BookingPage {
	return { continueToken, hasMoreData, bookingSummaries: summaries, unreadable: 0 };
}

export function stateAfter(...summaries: BookingSummary[]): PropertyState {
	const state = startProperty({ lastModification: START });
	for (const one of summaries) eventFor(state, one);
	return state;
}

export function eventFor(
	state: PropertyState,
	next: BookingSummary,
	details?: IDataObject,
): BookingEvent | undefined {
	absorbPage(state, page([next], 'token-3'));
	state.backlog = [];
	return settle(state, next, details ?? SUMMARY_ALONE);
}

/** As far as the summary tells. */
export function eventOf(state: PropertyState, waiting: WaitingBooking): BookingEvent {
	return detectChange(state, waiting, SUMMARY_ALONE).event;
}

/** What a poll does with a booking that has its details. @returns the event; nothing for a repeat */
export function settle(
	state: PropertyState,
	waiting: WaitingBooking,
	details: DetailsKnown,
): BookingEvent | undefined {
	const { event, isRepeat, isAhead } = detectChange(state, waiting, details);
	if (!isAhead) rememberChange(state, waiting, details);
	return isRepeat ? undefined : event;
}

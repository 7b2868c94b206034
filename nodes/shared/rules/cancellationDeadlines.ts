import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { CancellationTerms } from '../api/property/cancellationRules';
import type { Names } from '../api/property/names';
import type { Absence } from '../api/property/propertyCache';
import { at, recordsAt } from '../api/response/records';
import { utcSeconds } from '../dates/instants';
import { wallText } from '../dates/wallClock';
import { bookedStays, type BookedStay } from './bookedStays';
import { bookingSteps } from './bookingSteps';
import { DEFAULT_READINGS } from './cancellableStay';
import { cancellationState, isFree, stepAt, type CancellationState } from './freeCancellation';

/** Until when bookings of a property can be cancelled free of charge, as fields to add to them. */
export interface CancellationDeadlines {
	/** Why the rules of the property are not known, if they are not. */
	absence?: string;
	/** The whole booking: free while all its room stays are. */
	ofBooking(booking: IDataObject): IDataObject;
	/** Each of its room stays, in their order; one record for a booking without any. */
	ofRoomStays(booking: IDataObject): IDataObject[];
}

/** What is added to the bookings of a property. */
export interface BookingAdditions {
	names: Names;
	/** Missing where they are not wanted. */
	deadlines?: CancellationDeadlines;
}

const ABSENT: Record<Absence, string> = {
	forbidden: 'This API connection has no access to Content, which has the cancellation rules',
	unavailable: 'The cancellation rules could not be read',
};

/** @param now in seconds since 1970 UTC */
export function cancellationDeadlines(
	terms: CancellationTerms | Absence,
	now = Math.floor(DateTime.now().toSeconds()),
): CancellationDeadlines {
	if (typeof terms === 'string') return { absence: ABSENT[terms], ...allAlike(ABSENT[terms]) };
	const { timeZone } = terms.facts;
	const staysOf = (booking: IDataObject) =>
		isCancelled(booking) ? [] : bookedStays(booking, terms, DEFAULT_READINGS);
	const ofBooking = (booking: IDataObject) => {
		if (isCancelled(booking)) return CANCELLED;
		const stays = staysOf(booking);
		if (stays.length === 0) return unknown('The booking has no room stays');
		const { steps, arrivalAt } = bookingSteps(stays, at(booking, 'currencyCode'));
		return deadlineFields(cancellationState(steps, now, arrivalAt), unknownReason(stays, now), timeZone);
	};
	const ofRoomStays = (booking: IDataObject) => {
		const stays = staysOf(booking);
		if (stays.length === 0) return perStay(booking, ofBooking(booking));
		return stays.map((stay) => {
			const state = cancellationState(stay.steps, now, stay.arrivalAt);
			return deadlineFields(state, unknownReason([stay], now), timeZone);
		});
	};
	return { ofBooking, ofRoomStays };
}

function isCancelled(booking: IDataObject): boolean {
	return at(booking, 'status') === 'Cancelled';
}

const NONE = { freeCancellationDeadline: null, freeCancellationDeadlineUtc: null };
const CANCELLED = { freeCancellation: 'cancelled', ...NONE };

function unknown(note: string | null): IDataObject {
	return { freeCancellation: 'unknown', ...NONE, freeCancellationNote: note };
}

function allAlike(note: string): Omit<CancellationDeadlines, 'absence'> {
	const ofBooking = (booking: IDataObject) => (isCancelled(booking) ? CANCELLED : unknown(note));
	return { ofBooking, ofRoomStays: (booking) => perStay(booking, ofBooking(booking)) };
}

function perStay(booking: IDataObject, fields: IDataObject): IDataObject[] {
	return Array.from({ length: Math.max(recordsAt(booking, 'roomStays').length, 1) }, () => fields);
}

/** Why it is unknown whether cancelling is free now or, where it is not, later. */
function unknownReason(stays: readonly BookedStay[], now: number): string | null {
	const costs = stays.map(({ steps }) => stepAt(steps, now));
	const later = stays.flatMap(({ steps }) => steps.filter(({ from }) => from > now));
	return [...costs, ...later].find((cost) => isFree(cost) === null)?.explanation ?? null;
}

function deadlineFields(
	{ freeCancellation, freeUntil }: CancellationState,
	reason: string | null,
	timeZone: string | undefined,
): IDataObject {
	if (freeCancellation === 'unknown') return unknown(reason);
	if (freeUntil === null || timeZone === undefined) return { freeCancellation, ...NONE };
	return {
		freeCancellation,
		freeCancellationDeadline: wallText(freeUntil, timeZone),
		freeCancellationDeadlineUtc: utcSeconds(DateTime.fromSeconds(freeUntil)),
	};
}

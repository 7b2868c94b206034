import type { IDataObject } from 'n8n-workflow';

import {
	checksDetails,
	passesDetails,
	passesSummary,
	type BookingFilter,
} from '../shared/api/bookings/bookingFilter';
import type { BookingSummary } from '../shared/api/bookings/bookingsFeed';
import { bookingNights } from '../shared/api/bookings/bookingNights';
import { bookingRoomStays, simplifyBooking } from '../shared/api/bookings/bookingViews';
import { inColumns } from '../shared/api/bookings/columns';
import { keptFields } from '../shared/privacy/keptFields';
import { personalColumns, withoutColumns } from '../shared/privacy/personalColumns';
import type { BookingAdditions } from '../shared/rules/cancellationDeadlines';
import type { BookingEvent } from './bookingEvent';

/** Which bookings are emitted, and the items they become. */

export type OutputForm = 'details' | 'nights' | 'simplified' | 'roomStays' | 'summary';

export interface OutputSettings {
	events: readonly BookingEvent[];
	output: OutputForm;
	filter: BookingFilter;
	/** Of changed bookings, those that differ in one of these; empty: all. */
	onlyIfChanged?: readonly string[];
	/** Adds until when a booking can be cancelled free of charge, where there are details. */
	withDeadlines?: boolean;
	/** A booking whose details have failed for this long is emitted without them. Default: it waits. */
	withoutDetailsAfterMs?: number;
	/** Leaves out what tells of a person. */
	withoutPersonalData?: boolean;
}

export interface Emission {
	event: BookingEvent;
	summary: BookingSummary;
	/** What changed since the booking was emitted last; null if that is unknown, absent for a new one. */
	changes?: IDataObject | null;
	/** Absent if they were not fetched, null if the API no longer has them. */
	details?: IDataObject | null;
	/** Why there are none, if the API still has them. */
	note?: string;
}

export function wantsDetails({
	output,
	filter,
	onlyIfChanged = [],
}: Pick<OutputSettings, 'output' | 'filter' | 'onlyIfChanged'>): boolean {
	return output !== 'summary' || checksDetails(filter) || onlyIfChanged.length > 0;
}

/** Whether items name the property, and flat ones room types and rate plans, beside their IDs. */
export function showsNames(output: OutputForm): boolean {
	return output !== 'summary';
}

/** A booking without the details to check passes, so that none is lost. */
export function passesFilter({ summary, details }: Emission, filter: BookingFilter): boolean {
	return passesSummary(summary, filter) && (!details || passesDetails(details, filter));
}

/** A change that is not known passes, so that none is lost. */
export function passesChanges({ event, changes }: Emission, onlyIfChanged: readonly string[] = []): boolean {
	if (event !== 'changed' || onlyIfChanged.length === 0 || !changes) return true;
	return onlyIfChanged.some((part) => part in changes);
}

const GONE = 'The API no longer has the details of this booking (HTTP 404).';

/** The items of one booking: one, or one for each of its room stays or nights. */
export function bookingItems(
	emission: Emission,
	{ output, withoutPersonalData }: Pick<OutputSettings, 'output' | 'withoutPersonalData'>,
	additions: BookingAdditions,
): IDataObject[] {
	if (!withoutPersonalData) return completeItems(emission, output, additions);
	return withoutColumns(completeItems(anonymous(emission), output, additions), personalColumns.booking);
}

/** The changes are figures and names of room types. */
function anonymous({ summary, details, ...others }: Emission): Emission {
	const { number, redelivered } = summary;
	return {
		...others,
		summary: {
			...keptFields('Booking.BookingSummary', summary),
			number,
			...(redelivered !== undefined && { redelivered }),
		},
		...(details !== undefined && { details: details && keptFields('Booking.Booking', details) }),
	};
}

function completeItems(
	{ event, summary, changes, details, note = GONE }: Emission,
	form: OutputForm,
	{ names, deadlines }: BookingAdditions,
): IDataObject[] {
	const item = { event, ...summary, ...(changes !== undefined && { changes }) };
	if (details === undefined) return [item];
	if (details === null && form !== 'details') return [{ ...item, note }];
	if (form === 'summary') return [{ ...item, ...(details && deadlines?.ofBooking(details)) }];
	const named = { ...item, propertyName: names.property ?? null };
	if (details === null) return [{ ...named, booking: null, note }];
	switch (form) {
		case 'details':
			return [{ ...named, booking: details, ...deadlines?.ofBooking(details) }];
		case 'simplified':
			return [completed(item, { ...simplifyBooking(details, names), ...deadlines?.ofBooking(details) })];
		case 'nights':
			return bookingNights(details, names, deadlines?.ofRoomStays(details)).map((night) =>
				completed(item, night),
			);
		case 'roomStays':
			return bookingRoomStays(details, names, deadlines?.ofRoomStays(details)).map((stay) =>
				completed(item, stay),
			);
	}
}

/** Fields that the details lack are taken from the summary. */
function completed(item: IDataObject, flat: IDataObject): IDataObject {
	const missing = Object.keys(item).filter((field) => (flat[field] ?? null) === null);
	const fromItem = Object.fromEntries(missing.map((field) => [field, item[field]]));
	return inColumns({ event: item.event, ...flat, ...fromItem });
}

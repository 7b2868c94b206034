import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../shared/api/bookingsFeed';
import { bookingNights } from '../shared/api/bookingNights';
import { bookingRoomStays, simplifyBooking } from '../shared/api/bookingViews';
import { at, recordsAt } from '../shared/api/records';
import type { BookingAdditions } from '../shared/rules/cancellationDeadlines';
import type { BookingEvent } from './bookingEvent';

/** Which bookings are emitted, and the items they become. */

export type OutputForm = 'details' | 'nights' | 'simplified' | 'roomStays' | 'summary';

/** Dates are the hotel's, `YYYY-MM-DD`, both inclusive. */
export interface BookingFilter {
	statuses?: string[];
	sourceTypes?: string[];
	arrivalFrom?: string;
	arrivalTo?: string;
}

export interface OutputSettings {
	events: readonly BookingEvent[];
	output: OutputForm;
	filter: BookingFilter;
	/** Adds until when a booking can be cancelled free of charge, where there are details. */
	withDeadlines?: boolean;
}

export interface Emission {
	event: BookingEvent;
	summary: BookingSummary;
	/** Absent if they were not fetched, null if the API no longer has them. */
	details?: IDataObject | null;
}

export function wantsDetails(
	output: OutputForm,
	{ sourceTypes, arrivalFrom, arrivalTo }: BookingFilter,
): boolean {
	return output !== 'summary' || [sourceTypes, arrivalFrom, arrivalTo].some((filter) => filter !== undefined);
}

/** Whether items name room types, rate plans and the like beside their ids. */
export function showsNames(output: OutputForm): boolean {
	return output !== 'details' && output !== 'summary';
}

/** A booking without the details or arrivals to check passes, so that none is lost. */
export function passesFilter({ summary, details }: Emission, filter: BookingFilter): boolean {
	const { statuses, sourceTypes } = filter;
	if (statuses && !statuses.includes(summary.status ?? '')) return false;
	if (!details) return true;
	if (sourceTypes && !sourceTypes.includes(String(at(details, 'source', 'type')))) return false;
	return arrivesWithin(details, filter);
}

/** A booking arrives with any of its room stays. */
function arrivesWithin(details: IDataObject, { arrivalFrom, arrivalTo }: BookingFilter): boolean {
	if (arrivalFrom === undefined && arrivalTo === undefined) return true;
	const arrivals = recordsAt(details, 'roomStays')
		.map((stay) => at(stay, 'stayDates', 'arrivalDateTime'))
		.filter((arrival): arrival is string => typeof arrival === 'string')
		.map((arrival) => arrival.slice(0, 10))
		.filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day));
	const fits = (day: string) => day >= (arrivalFrom ?? day) && day <= (arrivalTo ?? day);
	return arrivals.length === 0 || arrivals.some(fits);
}

const GONE = { note: 'The API no longer has the details of this booking (HTTP 404).' };

/** The items of one booking: one, or one for each of its room stays or nights. */
export function itemsOf(
	{ event, summary, details }: Emission,
	form: OutputForm,
	{ names, deadlines }: BookingAdditions,
): IDataObject[] {
	const item = { event, ...summary };
	if (details === undefined) return [item];
	if (form === 'summary') return [{ ...item, ...(details && deadlines?.ofBooking(details)) }];
	if (details === null) return [{ ...item, ...(form === 'details' && { booking: null }), ...GONE }];
	switch (form) {
		case 'details':
			return [{ ...item, booking: details, ...deadlines?.ofBooking(details) }];
		case 'simplified':
			return [{ ...completed(item, simplifyBooking(details, names)), ...deadlines?.ofBooking(details) }];
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
	return { ...item, ...flat, ...Object.fromEntries(missing.map((field) => [field, item[field]])) };
}

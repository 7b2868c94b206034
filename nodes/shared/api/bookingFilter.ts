import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isZone } from '../dates/hotelClock';
import { namedPeriod, type NamedPeriod } from '../dates/namedPeriods';
import type { BookingSummary } from './bookingsFeed';
import { at, recordsAt } from './records';

/** Which bookings are wanted. Dates are the hotel's, `YYYY-MM-DD`, both inclusive. */
export interface BookingFilter {
	statuses?: string[];
	sourceTypes?: string[];
	/** Its days are in `arrivalFrom` and `arrivalTo`. */
	arrival?: NamedPeriod;
	arrivalFrom?: string;
	arrivalTo?: string;
}

/** The filter with the days of its period now, if the time zone is known. */
export function filterAt(filter: BookingFilter, zone: string | undefined): BookingFilter {
	if (filter.arrival === undefined || zone === undefined || !isZone(zone)) return filter;
	const today = DateTime.now().setZone(zone).toFormat('yyyy-MM-dd');
	const { first, last } = namedPeriod(filter.arrival, today);
	return { ...filter, arrivalFrom: first, arrivalTo: last };
}

/** Whether the filter can only be checked with the details of a booking. */
export function checksDetails({ sourceTypes, arrivalFrom, arrivalTo }: BookingFilter): boolean {
	return [sourceTypes, arrivalFrom, arrivalTo].some((filter) => filter !== undefined);
}

export function passesSummary({ status = '' }: BookingSummary, { statuses }: BookingFilter): boolean {
	return !statuses || statuses.includes(status);
}

/** A booking without arrivals to check passes, so that none is lost. */
export function passesDetails(details: IDataObject, filter: BookingFilter): boolean {
	const { sourceTypes } = filter;
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

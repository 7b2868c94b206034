import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isZone } from '../../dates/hotelClock';
import { namedPeriod, type NamedPeriod } from '../../dates/namedPeriods';
import type { BookingSummary } from './bookingsFeed';
import { at, recordsAt } from '../response/records';

/** Which bookings are wanted. Dates are the hotel's, `YYYY-MM-DD`, both inclusive. */
export interface BookingFilter {
	statuses?: string[];
	sourceTypes?: string[];
	/** IDs or names; a booking has any of them in any room stay. */
	roomTypes?: string[];
	/** The same. */
	ratePlans?: string[];
	/** With tax, in the currency of the booking. */
	minTotal?: number;
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
export function checksDetails(filter: BookingFilter): boolean {
	const { sourceTypes, arrivalFrom, arrivalTo, roomTypes, ratePlans, minTotal } = filter;
	return [sourceTypes, arrivalFrom, arrivalTo, roomTypes, ratePlans, minTotal].some(
		(one) => one !== undefined,
	);
}

export function passesSummary({ status = '' }: BookingSummary, { statuses }: BookingFilter): boolean {
	return !statuses || statuses.includes(status);
}

/** A booking without arrivals or a total to check passes, so that none is lost. */
export function passesDetails(details: IDataObject, filter: BookingFilter): boolean {
	const { sourceTypes, roomTypes, ratePlans } = filter;
	if (sourceTypes && !sourceTypes.includes(String(at(details, 'source', 'type')))) return false;
	const stays = recordsAt(details, 'roomStays');
	return (
		arrivesWithin(details, filter) &&
		isAmong(
			roomTypes,
			stays.map((stay) => at(stay, 'roomType')),
		) &&
		isAmong(
			ratePlans,
			stays.flatMap((stay) => recordsAt(stay, 'ratePlans')),
		) &&
		costsEnough(details, filter)
	);
}

/** By ID or name. */
function isAmong(wanted: readonly string[] | undefined, records: readonly unknown[]): boolean {
	if (!wanted) return true;
	const found = new Set(records.flatMap((one) => [at(one, 'id'), at(one, 'name')]).map(comparable));
	return wanted.some((one) => found.has(comparable(one)));
}

function comparable(text: unknown): string {
	return String(text ?? '')
		.trim()
		.toLowerCase();
}

function costsEnough(details: IDataObject, { minTotal }: BookingFilter): boolean {
	const total = at(details, 'total', 'priceAfterTax') ?? at(details, 'total', 'priceBeforeTax');
	return minTotal === undefined || typeof total !== 'number' || total >= minTotal;
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

import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../shared/api/bookings/bookingsFeed';
import { at, recordsAt, textAt } from '../shared/api/response/records';
import { factsOf, packFacts, unpackFacts, type BookingFacts, type StayDates } from './bookingFacts';
import { detailsDiffer, statusKind, type EmittedBooking } from './emittedBookings';

/**
 * What changed in a booking since it was emitted last, before and after: `dates`, `rooms`, `guests`, `price` and
 * `status`, as far as they differ; `other` if the details differ in something else, too. Null if that is unknown, because
 * the state before is not remembered or a part of it was not read.
 */
export function bookingChanges(
	before: EmittedBooking | undefined,
	summary: BookingSummary,
	details: IDataObject | null | undefined,
): IDataObject | null {
	if (!before) return null;
	const status = statusChange(before, summary);
	if (before.facts === undefined || !details) return status ?? null;
	const [was, is] = [unpackFacts(before.facts), unpackFacts(packFacts(factsOf(details)))];
	const parts = { ...factChanges(was, is, details), ...status };
	const isUnnamed = Object.keys(parts).length === 0 && detailsDiffer(before, details);
	return { ...parts, ...((isUnnamed || hasOtherChanges(was, is)) && { other: true }) };
}

function statusChange({ status }: EmittedBooking, summary: BookingSummary): IDataObject | undefined {
	const after = statusKind(summary);
	if (status === undefined || after === undefined || status === after) return undefined;
	return { status: change(status, after) };
}

/** Of a room that is added or taken away, everything differs. */
function hasOtherChanges(before: BookingFacts, after: BookingFacts): boolean {
	const areSameRooms = before.stays.length === after.stays.length;
	return before.other !== after.other || (areSameRooms && before.otherOfStays !== after.otherOfStays);
}

function factChanges(before: BookingFacts, after: BookingFacts, details: IDataObject): IDataObject {
	const differ = (...facts: Array<keyof BookingFacts>) => facts.some((fact) => before[fact] !== after[fact]);
	const roomStays = stayChanges(before, after);
	const [rooms, roomsBefore] = [after.stays.length, before.stays.length];
	return {
		...((differ('arrivalDate', 'departureDate') || roomStays.length > 0) && {
			dates: {
				...change(datesOf(before), datesOf(after)),
				...(rooms > 1 && roomStays.length > 0 && { roomStays }),
			},
		}),
		...((rooms !== roomsBefore || differ('roomTypes')) && {
			rooms: change({ count: roomsBefore }, { count: rooms, roomTypeNames: roomTypeNames(details) }),
		}),
		...(differ('adults', 'children', 'ages') && { guests: change(guestsOf(before), guestsOf(after)) }),
		...(differ('total') && {
			price: { ...change(before.total, after.total), currency: at(details, 'currencyCode') },
		}),
	};
}

function change<T extends IDataObject[string]>(before: T, after: T): { before: T; after: T } {
	return { before, after };
}

function datesOf({ arrivalDate, departureDate }: StayDates): IDataObject {
	return { arrival: arrivalDate, departure: departureDate };
}

/** The room stays with other dates, by their place; none if there are more or fewer than before. */
function stayChanges({ stays: before }: BookingFacts, { stays: after }: BookingFacts): IDataObject[] {
	if (before.length !== after.length) return [];
	return after.flatMap((stay, position) => {
		const was = before[position] as StayDates;
		const isSame = was.arrivalDate === stay.arrivalDate && was.departureDate === stay.departureDate;
		return isSame ? [] : [{ roomStay: position + 1, ...change(datesOf(was), datesOf(stay)) }];
	});
}

function guestsOf({ adults, children }: BookingFacts): IDataObject {
	return { adults, children };
}

/** Names of room types come with the booking; those before the change are not remembered. */
function roomTypeNames(details: IDataObject): string[] {
	return recordsAt(details, 'roomStays').flatMap((stay) => textAt(stay, 'roomType', 'name') ?? []);
}

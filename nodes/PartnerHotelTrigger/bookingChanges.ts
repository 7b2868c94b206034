import type { IDataObject } from 'n8n-workflow';

import type { BookingSummary } from '../shared/api/bookingsFeed';
import { at, recordsAt, textAt } from '../shared/api/records';
import { factsOf, packFacts, unpackFacts, type BookingFacts } from './bookingFacts';
import { detailsDiffer, statusKind, type EmittedBooking } from './emittedBookings';

/**
 * What changed in a booking since it was emitted last, before and after: `dates`, `rooms`, `guests`, `price` and
 * `status`, as far as they differ; `other` if the details differ in something else. Null if that is unknown, because the
 * state before is not remembered or a part of it was not read.
 */
export function changesOf(
	before: EmittedBooking | undefined,
	summary: BookingSummary,
	details: IDataObject | null | undefined,
): IDataObject | null {
	if (!before) return null;
	const status = statusChange(before, summary);
	if (before.facts === undefined || !details) return status ?? null;
	const parts = { ...factChanges(unpackFacts(before.facts), details), ...status };
	const isOther = Object.keys(parts).length === 0 && detailsDiffer(before, details);
	return isOther ? { other: true } : parts;
}

function statusChange({ status }: EmittedBooking, summary: BookingSummary): IDataObject | undefined {
	const after = statusKind(summary);
	if (status === undefined || after === undefined || status === after) return undefined;
	return { status: change(status, after) };
}

function factChanges(before: BookingFacts, details: IDataObject): IDataObject {
	const after = unpackFacts(packFacts(factsOf(details)));
	const differ = (...facts: Array<keyof BookingFacts>) => facts.some((fact) => before[fact] !== after[fact]);
	return {
		...(differ('arrivalDate', 'departureDate') && { dates: change(datesOf(before), datesOf(after)) }),
		...(differ('rooms', 'roomTypes') && {
			rooms: change({ count: before.rooms }, { count: after.rooms, roomTypeNames: roomTypeNames(details) }),
		}),
		...(differ('adults', 'children') && { guests: change(guestsOf(before), guestsOf(after)) }),
		...(differ('total') && {
			price: { ...change(before.total, after.total), currencyCode: at(details, 'currencyCode') },
		}),
	};
}

function change<T extends IDataObject[string]>(before: T, after: T): { before: T; after: T } {
	return { before, after };
}

function datesOf({ arrivalDate, departureDate }: BookingFacts): IDataObject {
	return { arrivalDate, departureDate };
}

function guestsOf({ adults, children }: BookingFacts): IDataObject {
	return { adults, children };
}

/** Names of room types come with the booking; those before the change are not remembered. */
function roomTypeNames(details: IDataObject): string[] {
	return recordsAt(details, 'roomStays').flatMap((stay) => textAt(stay, 'roomType', 'name') ?? []);
}

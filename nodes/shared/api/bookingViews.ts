import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../util/json';
import { nightsBetween } from '../dates/dateRules';
import { money } from './money';
import type { Names } from './names';
import { at, fieldsFirst, joinedText, recordsAt, textAt } from './records';

/**
 * A booking's details as flat, named fields (provider: Booking detail). Names of room types and rate plans
 * come with the booking; missing ones are taken from the content record.
 */
export function simplifyBooking(booking: IDataObject, names: Names): IDataObject {
	const stays = recordsAt(booking, 'roomStays').map((stay) => stayFields(stay, booking, names));
	const arrivals = texts(stays, 'arrivalDateTime').sort();
	const departures = texts(stays, 'departureDateTime').sort();
	const whole = bookingFields(booking, names);
	const guestNames = stays.flatMap((stay) => stay.guestNames as string[]);
	return fieldsFirst(FIRST_FIELDS, {
		...whole,
		guestName: guestNames[0] ?? whole.customerName,
		arrivalDateTime: arrivals[0] ?? null,
		departureDateTime: departures.at(-1) ?? null,
		nights: nightsBetween(arrivals[0], departures.at(-1)),
		roomStayCount: stays.length,
		roomTypeNames: stays.map((stay) => stay.roomTypeName),
		ratePlanNames: [...new Set(texts(stays, 'ratePlanName'))],
		guestNames,
		adults: sum(stays, 'adults'),
		children: sum(stays, 'children'),
	});
}

/** What a reader looks for first. */
const FIRST_FIELDS = [
	'number',
	'status',
	'guestName',
	'arrivalDateTime',
	'departureDateTime',
	'nights',
	'totalAfterTax',
	'stayTotalAfterTax',
	'currencyCode',
	'roomTypeName',
	'roomTypeNames',
	'propertyName',
];

/**
 * One record per room stay, each with the fields of the whole booking. A booking without room stays gives one
 * record, so that it is not lost.
 * @param more further fields for each record
 */
export function bookingRoomStays(
	booking: IDataObject,
	names: Names,
	more: readonly IDataObject[] = [],
): IDataObject[] {
	const whole = bookingFields(booking, names);
	const stays = recordsAt(booking, 'roomStays');
	if (stays.length === 0) {
		const alone = { ...whole, guestName: whole.customerName, roomStayIndex: null };
		return [fieldsFirst(FIRST_FIELDS, { ...alone, ...more[0] })];
	}
	return stays.map((stay, position) => {
		const fields = stayFields(stay, booking, names);
		return fieldsFirst(FIRST_FIELDS, {
			...whole,
			guestName: (fields.guestNames as string[])[0] ?? whole.customerName,
			roomStayIndex: at(stay, 'index') ?? position + 1,
			...fields,
			...more[position],
		});
	});
}

function bookingFields(booking: IDataObject, names: Names): IDataObject {
	const amount = amountsOf(booking);
	return {
		number: at(booking, 'number'),
		propertyId: textIn(booking, 'propertyId') ?? null,
		propertyName: names.property ?? null,
		status: at(booking, 'status'),
		createdDateTime: at(booking, 'createdDateTime'),
		modifiedDateTime: at(booking, 'modifiedDateTime'),
		cancelledDateTime: at(booking, 'cancellation', 'cancelledDateTime'),
		penaltyAmount: amount(booking, 'cancellation', 'penaltyAmount'),
		sourceType: at(booking, 'source', 'type'),
		sourceCode: at(booking, 'source', 'code'),
		customerName: personName(at(booking, 'customer')),
		currencyCode: at(booking, 'currencyCode'),
		totalBeforeTax: amount(booking, 'total', 'priceBeforeTax'),
		totalAfterTax: amount(booking, 'total', 'priceAfterTax'),
		taxAmount: amount(booking, 'total', 'taxAmount'),
		totalPrepaid: amount(booking, 'guaranteeInfo', 'totalPrepaid'),
		paymentMethods: texts(recordsAt(booking, 'guaranteeInfo', 'guarantees'), 'paymentMethod'),
		bookingServices: serviceNames(booking),
		...(booking._warnings !== undefined && { _warnings: booking._warnings }),
	};
}

function stayFields(stay: IDataObject, booking: IDataObject, names: Names) {
	const amount = amountsOf(booking);
	const [ratePlan] = recordsAt(stay, 'ratePlans');
	const roomTypeId = textAt(stay, 'roomType', 'id');
	const ratePlanId = textAt(ratePlan, 'id');
	const arrival = textAt(stay, 'stayDates', 'arrivalDateTime');
	const departure = textAt(stay, 'stayDates', 'departureDateTime');
	const childAges = at(stay, 'guestCount', 'childAges');
	return {
		arrivalDateTime: arrival ?? null,
		departureDateTime: departure ?? null,
		nights: nightsBetween(arrival, departure),
		roomTypeId: roomTypeId ?? null,
		roomTypeName: textAt(stay, 'roomType', 'name') ?? names.roomTypes.get(roomTypeId ?? '') ?? null,
		ratePlanId: ratePlanId ?? null,
		ratePlanName: textAt(ratePlan, 'name') ?? names.ratePlans.get(ratePlanId ?? '') ?? null,
		guestNames: recordsAt(stay, 'guests').flatMap((guest) => personName(guest) ?? []),
		adults: at(stay, 'guestCount', 'adultCount'),
		children: Array.isArray(childAges) ? childAges.length : null,
		childAges,
		stayTotalBeforeTax: amount(stay, 'total', 'priceBeforeTax'),
		stayTotalAfterTax: amount(stay, 'total', 'priceAfterTax'),
		stayTaxAmount: amount(stay, 'total', 'taxAmount'),
		services: serviceNames(stay),
		earlyArrival: at(stay, 'extraStayCharges', 'earlyArrival', 'overriddenDateTime'),
		lateDeparture: at(stay, 'extraStayCharges', 'lateDeparture', 'overriddenDateTime'),
	};
}

/** Reads amounts of a booking with the decimals of its currency. */
function amountsOf(booking: IDataObject): (record: IDataObject, ...keys: string[]) => number | null {
	const currency = at(booking, 'currencyCode');
	return (record, ...keys) => money(at(record, ...keys), currency);
}

/** A name that is unknown or masked (`*`) is null. */
function personName(person: unknown): string | null {
	return joinedText(' ', at(person, 'firstName'), at(person, 'lastName'));
}

function serviceNames(record: IDataObject): string[] {
	return texts(recordsAt(record, 'services'), 'name');
}

function texts(records: IDataObject[], field: string): string[] {
	return records.map((record) => record[field]).filter((value): value is string => typeof value === 'string');
}

function sum(records: IDataObject[], field: string): number | null {
	const values = records
		.map((record) => record[field])
		.filter((value): value is number => typeof value === 'number');
	return values.length > 0 ? values.reduce((a, b) => a + b, 0) : null;
}

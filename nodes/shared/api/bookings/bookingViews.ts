import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../util/json';
import { inColumns } from './columns';
import { amountText, money } from '../response/money';
import type { Names } from '../property/names';
import { at, joinedText, recordsAt, textAt } from '../response/records';
import { sourceName } from './sources';
import { stayTimes } from './stayTimes';

/**
 * A booking's details as flat, named fields (provider: Booking detail). Names of room types and rate plans
 * come with the booking; missing ones are taken from the content record.
 */
export function simplifyBooking(booking: IDataObject, names: Names): IDataObject {
	const stays = recordsAt(booking, 'roomStays').map((stay) => stayFields(stay, booking, names));
	const whole = bookingFields(booking, names);
	const guestNames = stays.flatMap((stay) => stay.guestNames);
	const { paid, due } = accountOf(booking);
	return inColumns({
		...whole,
		guestName: guestNames[0] ?? whole.customerName,
		...stayTimes(texts(stays, 'arrivalDateTime').sort()[0], texts(stays, 'departureDateTime').sort().at(-1)),
		rooms: stays.length,
		roomTypeNames: stays.map((stay) => stay.roomTypeName),
		ratePlanNames: distinct(stays.flatMap((stay) => stay.ratePlanNames)),
		guestNames,
		adults: sum(stays, 'adults'),
		children: sum(stays, 'children'),
		...totalFields(booking, booking),
		paid,
		due,
		dueText: amountText(due, at(booking, 'currencyCode')),
		serviceNames: distinct([...serviceNames(booking), ...stays.flatMap((stay) => stay.serviceNames)]),
		roomTypeIds: stays.map((stay) => stay.roomTypeId),
		ratePlanIds: distinct(stays.flatMap((stay) => stay.ratePlanIds)),
	});
}

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
	const { total, ...taxes } = totalFields(booking, booking);
	const { paid, due } = accountOf(booking);
	const whole = {
		...bookingFields(booking, names),
		bookingTotal: total,
		bookingTotalBeforeTax: taxes.totalBeforeTax,
		bookingTaxAmount: taxes.taxAmount,
		bookingPaid: paid,
		bookingDue: due,
		bookingServiceNames: serviceNames(booking),
	};
	const stays = recordsAt(booking, 'roomStays');
	if (stays.length === 0) {
		const alone = { ...whole, guestName: whole.customerName, roomStayIndex: null };
		return [inColumns({ ...alone, ...more[0] })];
	}
	return stays.map((stay, position) => {
		const fields = stayFields(stay, booking, names);
		return inColumns({
			...whole,
			guestName: fields.guestNames[0] ?? whole.customerName,
			...fields,
			...more[position],
			roomStayIndex: at(stay, 'index') ?? position + 1,
		});
	});
}

function bookingFields(booking: IDataObject, names: Names) {
	const [sourceType, sourceCode] = [textAt(booking, 'source', 'type'), textAt(booking, 'source', 'code')];
	return {
		number: at(booking, 'number'),
		status: at(booking, 'status'),
		source: sourceName(sourceType, sourceCode),
		propertyName: names.property ?? null,
		createdDateTime: at(booking, 'createdDateTime'),
		modifiedDateTime: at(booking, 'modifiedDateTime'),
		cancelledDateTime: at(booking, 'cancellation', 'cancelledDateTime'),
		currency: at(booking, 'currencyCode'),
		penaltyAmount: amountsOf(booking)(booking, 'cancellation', 'penaltyAmount'),
		customerName: personName(at(booking, 'customer')),
		paymentMethods: texts(recordsAt(booking, 'guaranteeInfo', 'guarantees'), 'paymentMethod'),
		sourceType: sourceType ?? null,
		sourceCode: sourceCode ?? null,
		propertyId: textIn(booking, 'propertyId') ?? null,
		...(booking._warnings !== undefined && { _warnings: booking._warnings }),
	};
}

function stayFields(stay: IDataObject, booking: IDataObject, names: Names) {
	const plans = recordsAt(stay, 'ratePlans');
	const roomTypeId = textAt(stay, 'roomType', 'id');
	const childAges = at(stay, 'guestCount', 'childAges');
	return {
		...stayTimes(
			textAt(stay, 'stayDates', 'arrivalDateTime'),
			textAt(stay, 'stayDates', 'departureDateTime'),
		),
		roomTypeName: textAt(stay, 'roomType', 'name') ?? names.roomTypes.get(roomTypeId ?? '') ?? null,
		ratePlanNames: distinct(plans.flatMap((plan) => ratePlanName(plan, names) ?? [])),
		guestNames: recordsAt(stay, 'guests').flatMap((guest) => personName(guest) ?? []),
		adults: at(stay, 'guestCount', 'adultCount'),
		children: Array.isArray(childAges) ? childAges.length : null,
		childAges,
		...totalFields(stay, booking),
		serviceNames: serviceNames(stay),
		earlyArrival: at(stay, 'extraStayCharges', 'earlyArrival', 'overriddenDateTime'),
		lateDeparture: at(stay, 'extraStayCharges', 'lateDeparture', 'overriddenDateTime'),
		roomTypeId: roomTypeId ?? null,
		ratePlanIds: distinct(plans.flatMap((plan) => textAt(plan, 'id') ?? [])),
	};
}

function ratePlanName(plan: IDataObject, names: Names): string | undefined {
	return textAt(plan, 'name') ?? names.ratePlans.get(textAt(plan, 'id') ?? '');
}

/** @param record a booking, or a room stay of it */
function totalFields(record: IDataObject, booking: IDataObject) {
	const amount = amountsOf(booking);
	const total = amount(record, 'total', 'priceAfterTax');
	return {
		total,
		totalText: amountText(total, at(booking, 'currencyCode')),
		totalBeforeTax: amount(record, 'total', 'priceBeforeTax'),
		taxAmount: amount(record, 'total', 'taxAmount'),
	};
}

/** What is prepaid, and what of the total is not; a cancelled booking owes no total. */
function accountOf(booking: IDataObject): { paid: number | null; due: number | null } {
	const paid = amountsOf(booking)(booking, 'guaranteeInfo', 'totalPrepaid');
	const { total } = totalFields(booking, booking);
	const isKnown = paid !== null && total !== null && at(booking, 'status') !== 'Cancelled';
	return { paid, due: isKnown ? money(Math.max(total - paid, 0), at(booking, 'currencyCode')) : null };
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

function distinct(values: string[]): string[] {
	return [...new Set(values)];
}

function sum(records: IDataObject[], field: string): number | null {
	const values = records
		.map((record) => record[field])
		.filter((value): value is number => typeof value === 'number');
	return values.length > 0 ? values.reduce((a, b) => a + b, 0) : null;
}

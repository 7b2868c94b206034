import type { IDataObject } from 'n8n-workflow';

import { nightsBetween } from '../dates/dateRules';
import { money, sumOfMoney } from '../api/money';
import type { Names } from '../api/names';
import { at, fieldsFirst, recordsAt } from '../api/records';
import { guestIdsOf, personName, roomIdOf, roomTypeIdOf, serviceIdsOf } from './records';
import type { RoomFacts } from './rooms';

/** What is added to a reservation: names for its IDs, and its guests if they were fetched. */
export interface ReservationContext {
	propertyId: string;
	names: Names;
	rooms: ReadonlyMap<string, RoomFacts>;
	guests?: ReadonlyMap<string, IDataObject>;
}

/** A reservation as flat, named fields, all rooms together. */
export function simplifyReservation(reservation: IDataObject, about: ReservationContext): IDataObject {
	const stays = recordsAt(reservation, 'roomStays').map((stay) => stayFields(stay, reservation, about));
	const whole = reservationFields(reservation, about);
	const guestNames = about.guests && distinct(stays.flatMap((stay) => stay.guestNames as string[]));
	return fieldsFirst(FIRST_FIELDS, {
		...whole,
		guestName: guestNames?.[0] ?? whole.customerName,
		checkInDateTime: earliest(stays.map((stay) => stay.checkInDateTime)),
		checkOutDateTime: latest(stays.map((stay) => stay.checkOutDateTime)),
		nights: nightsBetween(
			earliest(stays.map((stay) => stay.checkInDateTime)),
			latest(stays.map((stay) => stay.checkOutDateTime)),
		),
		roomStayCount: stays.length,
		roomTypeNames: stays.map((stay) => stay.roomTypeName),
		roomNames: stays.map((stay) => stay.roomName),
		serviceNames: distinct(stays.flatMap((stay) => stay.serviceNames as string[])),
		adults: sum(stays, 'adults'),
		children: sum(stays, 'children'),
		totalAmount: moneySum(stays, 'totalAmount'),
		payAmount: moneySum(stays, 'payAmount'),
		refundAmount: moneySum(stays, 'refundAmount'),
		...(guestNames && { guestNames }),
	});
}

/** What a reader looks for first. */
const FIRST_FIELDS = [
	'number',
	'reservationStatus',
	'roomStayStatus',
	'guestName',
	'checkInDateTime',
	'checkOutDateTime',
	'nights',
	'totalAmount',
	'currencyCode',
	'roomTypeName',
	'roomName',
	'roomTypeNames',
	'roomNames',
	'propertyName',
];

/**
 * One record per room stay, each with the fields of the whole reservation. A reservation without room stays gives
 * one record, so that it is not lost.
 */
export function reservationRoomStays(reservation: IDataObject, about: ReservationContext): IDataObject[] {
	const whole = reservationFields(reservation, about);
	const stays = recordsAt(reservation, 'roomStays');
	if (stays.length === 0) {
		return [fieldsFirst(FIRST_FIELDS, { ...whole, guestName: whole.customerName, pmsRoomStayId: null })];
	}
	return stays.map((stay) => {
		const fields = stayFields(stay, reservation, about);
		const [guestName = whole.customerName] = fields.guestNames ?? [];
		return fieldsFirst(FIRST_FIELDS, { ...whole, guestName, ...fields });
	});
}

function reservationFields(reservation: IDataObject, { propertyId, names }: ReservationContext): IDataObject {
	const customer = at(reservation, 'customer');
	return {
		number: at(reservation, 'number'),
		propertyId,
		propertyName: names.property ?? null,
		reservationStatus: at(reservation, 'reservationStatus'),
		groupName: at(reservation, 'groupName'),
		source: at(reservation, 'creationSource', 'name'),
		channel: at(reservation, 'channelInformation', 'channelName'),
		customerName: personName(customer),
		customerEmail: at(recordsAt(customer, 'emails')[0], 'address'),
		customerPhone: at(recordsAt(customer, 'phones')[0], 'phoneNumber'),
		companyName: at(reservation, 'customerCompany', 'name'),
		visitPurpose: at(reservation, 'visitPurpose', 'displayName'),
		customerComment: at(reservation, 'customerComment'),
		currencyCode: at(reservation, 'currencyCode'),
		modifyDateTime: at(reservation, 'modifyDateTime'),
		...(reservation._warnings !== undefined && { _warnings: reservation._warnings }),
		...(reservation._errors !== undefined && { _errors: reservation._errors }),
	};
}

/** A room stay as flat, named fields. @param reservation whose currency applies to amounts without one */
export function stayFields(
	stay: IDataObject,
	reservation: IDataObject,
	{ names, rooms, guests }: Pick<ReservationContext, 'names' | 'rooms' | 'guests'>,
): IDataObject & { guestNames?: string[] } {
	const roomTypeId = roomTypeIdOf(stay) ?? null;
	const roomId = roomIdOf(stay) ?? null;
	const guestIds = guestIdsOf(stay);
	const serviceIds = serviceIdsOf(stay);
	const stayCurrencyCode =
		at(stay, 'totalPrice', 'amount', 'currencyCode') ?? at(reservation, 'currencyCode');
	const amount = (key: string) => money(at(stay, 'totalPrice', key, 'value'), stayCurrencyCode);
	return {
		pmsRoomStayId: at(stay, 'pmsRoomStayId'),
		roomStayStatus: at(stay, 'status'),
		roomTypeId,
		roomTypeName: names.roomTypes.get(roomTypeId ?? '') ?? null,
		roomId,
		roomName: rooms.get(roomId ?? '')?.name ?? null,
		checkInDateTime: at(stay, 'checkInDateTime'),
		checkOutDateTime: at(stay, 'checkOutDateTime'),
		actualCheckInDateTime: at(stay, 'actualCheckInDateTime'),
		actualCheckOutDateTime: at(stay, 'actualCheckOutDateTime'),
		nights: nightsBetween(at(stay, 'checkInDateTime'), at(stay, 'checkOutDateTime')),
		adults: at(stay, 'guestCount', 'adults'),
		children: at(stay, 'guestCount', 'children'),
		totalAmount: amount('amount'),
		payAmount: amount('payAmount'),
		refundAmount: amount('refundAmount'),
		stayCurrencyCode,
		serviceIds,
		serviceNames: serviceIds.flatMap((id) => names.services.get(id) ?? []),
		guestIds,
		...(guests && { guestNames: guestIds.flatMap((id) => personName(guests.get(id)) ?? []) }),
	};
}

/** Amounts in different currencies have no sum. */
function moneySum(stays: IDataObject[], field: string): number | null {
	const currencies = new Set(stays.map(({ stayCurrencyCode }) => stayCurrencyCode));
	if (currencies.size > 1) return null;
	return sumOfMoney(
		stays.map((stay) => stay[field]),
		[...currencies][0],
	);
}

function sum(stays: IDataObject[], field: string): number | null {
	const values = stays
		.map((stay) => stay[field])
		.filter((value): value is number => typeof value === 'number');
	return values.length > 0 ? values.reduce((a, b) => a + b, 0) : null;
}

function distinct(names: string[]): string[] {
	return [...new Set(names)];
}

function earliest(times: unknown[]): string | null {
	return known(times).sort()[0] ?? null;
}

function latest(times: unknown[]): string | null {
	return known(times).sort().at(-1) ?? null;
}

function known(times: unknown[]): string[] {
	return times.filter((time): time is string => typeof time === 'string');
}

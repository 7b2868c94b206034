import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/answers';
import { daysBetween } from '../../../shared/dateRules';
import type { Names } from '../../../shared/names';
import { at, recordsAt } from '../../../shared/simplify';
import { guestIdsOf, personName, roomIdOf, roomTypeIdOf } from '../../records';
import type { RoomFacts } from '../../rooms';

/** What is known around a reservation: names beside its ids, and its guests where they were fetched. */
export interface ReservationContext {
	propertyId: string;
	names: Names;
	rooms: Map<string, RoomFacts>;
	guests?: Map<string, IDataObject>;
}

/** A reservation as flat, named fields, all rooms together. */
export function simplifyReservation(reservation: IDataObject, about: ReservationContext): IDataObject {
	const stays = recordsAt(reservation, 'roomStays').map((stay) => stayFields(stay, reservation, about));
	return {
		...reservationFields(reservation, about),
		checkInDateTime: earliest(stays.map((stay) => stay.checkInDateTime)),
		checkOutDateTime: latest(stays.map((stay) => stay.checkOutDateTime)),
		roomStayCount: stays.length,
		roomTypeNames: texts(stays, 'roomTypeName'),
		roomNames: texts(stays, 'roomName'),
		adults: sum(stays, 'adults'),
		children: sum(stays, 'children'),
		totalAmount: sum(stays, 'totalAmount'),
		payAmount: sum(stays, 'payAmount'),
		refundAmount: sum(stays, 'refundAmount'),
		...(about.guests && { guestNames: [...new Set(stays.flatMap((stay) => stay.guestNames as string[]))] }),
	};
}

/**
 * One record for each room stay; what belongs to the whole reservation is on each. A reservation without room
 * stays gives one record all the same, so that it does not get lost.
 */
export function reservationRoomStays(reservation: IDataObject, about: ReservationContext): IDataObject[] {
	const whole = reservationFields(reservation, about);
	const stays = recordsAt(reservation, 'roomStays');
	if (stays.length === 0) return [{ ...whole, pmsRoomStayId: null }];
	return stays.map((stay) => ({ ...whole, ...stayFields(stay, reservation, about) }));
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
	};
}

function stayFields(
	stay: IDataObject,
	reservation: IDataObject,
	{ names, rooms, guests }: ReservationContext,
): IDataObject {
	const roomTypeId = roomTypeIdOf(stay) ?? null;
	const roomId = roomIdOf(stay) ?? null;
	const guestIds = guestIdsOf(stay);
	const amount = (...keys: string[]) => at(stay, ...keys, 'value');
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
		nights: nights(textIn(stay, 'checkInDateTime'), textIn(stay, 'checkOutDateTime')),
		adults: at(stay, 'guestCount', 'adults'),
		children: at(stay, 'guestCount', 'children'),
		totalAmount: amount('totalPrice', 'amount'),
		payAmount: amount('totalPrice', 'payAmount'),
		refundAmount: amount('totalPrice', 'refundAmount'),
		stayCurrencyCode: at(stay, 'totalPrice', 'amount', 'currencyCode') ?? at(reservation, 'currencyCode'),
		guestIds,
		...(guests && { guestNames: guestIds.flatMap((id) => personName(guests.get(id)) ?? []) }),
	};
}

function nights(checkIn: string | undefined, checkOut: string | undefined): number | null {
	if (checkIn === undefined || checkOut === undefined) return null;
	return daysBetween(checkIn.slice(0, 10), checkOut.slice(0, 10));
}

function sum(stays: IDataObject[], field: string): number | null {
	const values = stays
		.map((stay) => stay[field])
		.filter((value): value is number => typeof value === 'number');
	return values.length > 0 ? Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100 : null;
}

function texts(stays: IDataObject[], field: string): string[] {
	return stays.map((stay) => stay[field]).filter((value): value is string => typeof value === 'string');
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

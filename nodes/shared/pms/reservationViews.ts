import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../api/bookings/columns';
import { amountText, money, sumOfMoney } from '../api/response/money';
import type { Names } from '../api/property/names';
import { at, recordsAt, textAt } from '../api/response/records';
import { channelName } from '../api/bookings/sources';
import { stayTimes } from '../api/bookings/stayTimes';
import { guestIdsOf, personName, roomIdOf, roomTypeIdOf, serviceIdsOf } from './stayFields';
import type { RoomFacts } from './rooms';

/** What is added to a reservation: names for its IDs, and its guests if they were fetched. */
export interface ReservationContext {
	propertyId: string;
	names: Names;
	rooms: ReadonlyMap<string, RoomFacts>;
	guests?: ReadonlyMap<string, IDataObject>;
	/** Of the times in words, ISO 639-1; absent or empty: English. */
	languageCode?: string;
}

/** A reservation as flat, named fields, all rooms together. */
export function simplifyReservation(reservation: IDataObject, about: ReservationContext): IDataObject {
	const stays = recordsAt(reservation, 'roomStays').map((stay) => stayFields(stay, reservation, about));
	const whole = reservationFields(reservation, about);
	const guestNames = about.guests && distinct(stays.flatMap((stay) => stay.guestNames ?? []));
	const arrival = earliest(stays.map((stay) => stay.arrivalDateTime));
	const departure = latest(stays.map((stay) => stay.departureDateTime));
	return inColumns({
		...whole,
		roomStayStatuses: stays.map((stay) => stay.roomStayStatus),
		guestName: guestNames?.[0] ?? whole.customerName,
		...stayTimes(arrival, departure, about.languageCode),
		rooms: stays.length,
		roomTypeNames: stays.map((stay) => stay.roomTypeName),
		roomNames: stays.map((stay) => stay.roomName),
		adults: sum(stays, 'adults'),
		children: sum(stays, 'children'),
		...amountFields(moneySum(stays, 'total'), moneySum(stays, 'due'), stays[0]?.currency),
		refundable: moneySum(stays, 'refundable'),
		...(guestNames && { guestNames }),
		serviceNames: distinct(stays.flatMap((stay) => stay.serviceNames)),
		pmsRoomStayIds: stays.map((stay) => stay.pmsRoomStayId),
		roomTypeIds: stays.map((stay) => stay.roomTypeId),
		roomIds: stays.map((stay) => stay.roomId),
		guestIds: distinct(stays.flatMap((stay) => stay.guestIds)),
	});
}

/**
 * One record per room stay, each with the fields of the whole reservation. A reservation without room stays gives
 * one record, so that it is not lost.
 */
export function reservationRoomStays(reservation: IDataObject, about: ReservationContext): IDataObject[] {
	const whole = reservationFields(reservation, about);
	const stays = recordsAt(reservation, 'roomStays').map((stay) => stayFields(stay, reservation, about));
	if (stays.length === 0) {
		return [inColumns({ ...whole, guestName: whole.customerName, pmsRoomStayId: null })];
	}
	const reservationTotal = moneySum(stays, 'total');
	return stays.map((stay) => {
		const guestName = stay.guestNames?.[0] ?? whole.customerName;
		return inColumns({ ...whole, reservationTotal, guestName, ...stay });
	});
}

function reservationFields(reservation: IDataObject, { propertyId, names }: ReservationContext) {
	const customer = at(reservation, 'customer');
	const channel = textAt(reservation, 'channelInformation', 'channelName');
	const sourceType = at(reservation, 'creationSource', 'name');
	return {
		number: at(reservation, 'number'),
		status: at(reservation, 'reservationStatus'),
		currency: at(reservation, 'currencyCode'),
		source: channel === undefined ? sourceType : channelName(channel),
		propertyName: names.property ?? null,
		modifiedDateTime: at(reservation, 'modifyDateTime'),
		groupName: at(reservation, 'groupName'),
		customerName: personName(customer),
		customerEmail: at(recordsAt(customer, 'emails')[0], 'address'),
		customerPhone: at(recordsAt(customer, 'phones')[0], 'phoneNumber'),
		companyName: at(reservation, 'customerCompany', 'name'),
		visitPurpose: at(reservation, 'visitPurpose', 'displayName'),
		customerComment: at(reservation, 'customerComment'),
		sourceType,
		propertyId,
		...(reservation._warnings !== undefined && { _warnings: reservation._warnings }),
		...(reservation._errors !== undefined && { _errors: reservation._errors }),
	};
}

/** A room stay as flat, named fields. @param reservation whose currency applies to amounts without one */
export function stayFields(
	stay: IDataObject,
	reservation: IDataObject,
	{ names, rooms, guests, languageCode }: Omit<ReservationContext, 'propertyId'>,
) {
	const roomTypeId = roomTypeIdOf(stay) ?? null;
	const roomId = roomIdOf(stay) ?? null;
	const guestIds = guestIdsOf(stay);
	const serviceIds = serviceIdsOf(stay);
	const currency = at(stay, 'totalPrice', 'amount', 'currencyCode') ?? at(reservation, 'currencyCode');
	const amount = (key: string) => money(at(stay, 'totalPrice', key, 'value'), currency);
	return {
		roomStayStatus: at(stay, 'status'),
		...stayTimes(textAt(stay, 'checkInDateTime'), textAt(stay, 'checkOutDateTime'), languageCode),
		roomTypeName: names.roomTypes.get(roomTypeId ?? '') ?? null,
		roomName: rooms.get(roomId ?? '')?.name ?? null,
		adults: at(stay, 'guestCount', 'adults'),
		children: at(stay, 'guestCount', 'children'),
		...amountFields(amount('amount'), amount('payAmount'), currency),
		currency,
		refundable: amount('refundAmount'),
		actualCheckInDateTime: at(stay, 'actualCheckInDateTime'),
		actualCheckOutDateTime: at(stay, 'actualCheckOutDateTime'),
		...(guests && { guestNames: guestIds.flatMap((id) => personName(guests.get(id)) ?? []) }),
		serviceNames: serviceIds.flatMap((id) => names.services.get(id) ?? []),
		pmsRoomStayId: at(stay, 'pmsRoomStayId'),
		roomTypeId,
		roomId,
		guestIds,
		serviceIds,
	};
}

function amountFields(total: number | null, due: number | null, currency: unknown) {
	return { total, totalText: amountText(total, currency), due, dueText: amountText(due, currency) };
}

/** Amounts in different currencies have no sum. */
function moneySum(stays: IDataObject[], field: string): number | null {
	const currencies = new Set(stays.map(({ currency }) => currency));
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

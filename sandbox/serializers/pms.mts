import type { LanguageCode } from '../world/pms/phrases.mts';
import { inLanguage } from '../world/pms/phrases.mts';
import type { Invoice } from '../world/pms/invoices.mts';
import type { Person } from '../world/pms/person.mts';
import type { ReservationRecord } from '../world/pms/reservationRecord.mts';
import type { StayRecord } from '../world/pms/stayRecord.mts';
import { toWireInstant } from '../world/time.mts';
import type { Dialect, JsonObject } from './dialect.mts';

/** An answer with one record: the published schema allows null for warnings and errors. */
export function serializeRecord(name: string, record: unknown, dialect: Dialect): JsonObject {
	const nothing = dialect === 'specification' ? [] : null;
	return { warnings: nothing, errors: nothing, [name]: record };
}

/** The statistics; like a record, with null for warnings and errors as published. */
export function serializeOccupancy(statistics: JsonObject, dialect: Dialect): JsonObject {
	const nothing = dialect === 'specification' ? [] : null;
	return { warnings: nothing, errors: nothing, ...statistics };
}

export interface ListPage {
	name: string;
	items: readonly unknown[];
	nextPageToken: string | null;
	hasNextPage: boolean;
	/** The published samples of reservations/search name the token after the parameter. */
	tokenLikeParameter?: boolean;
}

/** An answer with a list. The published samples leave warnings and errors out. */
export function serializePage(page: ListPage, dialect: Dialect): JsonObject {
	const { name, items, nextPageToken, hasNextPage } = page;
	if (dialect === 'specification') {
		return { warnings: [], errors: [], nextPageToken, hasNextPage, [name]: items };
	}
	const tokenName = page.tokenLikeParameter === true ? 'pageToken' : 'nextPageToken';
	return { [tokenName]: nextPageToken, hasNextPage, [name]: items };
}

export function serializePerson(person: Person, language: LanguageCode): JsonObject {
	const status = person.isVip
		? { id: '1', displayName: inLanguage('vip', language) }
		: { id: '0', displayName: inLanguage('notSelected', language) };
	return {
		pmsPersonId: person.id,
		personName: person.name,
		birthDate: person.birthDate,
		citizenship: person.citizenship,
		status,
		emails: person.emails.map((address) => ({ address })),
		phones: person.phones.map((phoneNumber) => ({ phoneNumber })),
		gender: person.gender,
	};
}

export function serializeReservation(
	reservation: ReservationRecord,
	language: LanguageCode,
	dialect: Dialect,
): JsonObject {
	const { visitPurpose, creationSource, agentCommission, channelName, currencyCode } = reservation;
	const amount = (value: number) => serializeAmount(value, currencyCode, dialect);
	return {
		number: reservation.number,
		customerLanguageCode: reservation.customerLanguageCode,
		visitPurpose:
			visitPurpose === null
				? null
				: { id: visitPurpose.id, displayName: inLanguage(visitPurpose.name, language) },
		customerComment: reservation.customerComment,
		modifyDateTime: toWireInstant(reservation.modifiedMs),
		groupName: reservation.groupName,
		currencyCode,
		customer: reservation.customer === null ? null : serializePerson(reservation.customer, language),
		customerCompany: reservation.customerCompany,
		creationSource: { id: creationSource.id, name: inLanguage(creationSource.name, language) },
		channelInformation: channelName === null ? null : { channelName },
		reservationStatus: reservation.status,
		roomStays: reservation.stays.map((stay) => serializeStay(stay, dialect)),
		agentCommission:
			agentCommission === null
				? null
				: {
						percent: agentCommission.percent,
						calculationSource: agentCommission.calculationSource,
						amount: amount(agentCommission.amount),
						discount: agentCommission.discount === null ? null : amount(agentCommission.discount),
					},
	};
}

/** The specification says roomType, room, guestIds and options where the published schema says otherwise. */
export function serializeStay(stay: StayRecord, dialect: Dialect): JsonObject {
	const amount = (value: number) => serializeAmount(value, stay.currencyCode, dialect);
	const { id, roomTypeId, roomId, guestIds, options } = stay;
	return {
		pmsRoomStayId: id,
		...(dialect === 'specification'
			? { roomType: roomTypeId, room: roomId, guestIds, options }
			: { roomTypeId, roomId, guestsIds: guestIds }),
		checkInDateTime: stay.checkIn,
		checkOutDateTime: stay.checkOut,
		actualCheckInDateTime: stay.actualCheckIn,
		actualCheckOutDateTime: stay.actualCheckOut,
		status: stay.status,
		guestCount: stay.guestCount,
		deposit: stay.deposit === null ? null : amount(stay.deposit),
		totalPrice: {
			amount: amount(stay.amount),
			payAmount: amount(stay.payAmount),
			refundAmount: amount(stay.refundAmount),
		},
		amenities: stay.preferences.map((name) => ({ name })),
	};
}

export function serializeInvoice(invoice: Invoice, dialect: Dialect): JsonObject {
	return {
		number: invoice.number,
		pmsRoomStayId: invoice.pmsRoomStayId,
		payer: invoice.payerName === null ? null : { name: invoice.payerName },
		items: invoice.items.map((item) => ({
			...item,
			total: serializeAmount(item.total, invoice.currencyCode, dialect),
		})),
	};
}

/** An amount; the published reservation samples leave its currency to the reservation. */
function serializeAmount(value: number, currencyCode: string, dialect: Dialect): JsonObject {
	return { value, currencyCode: dialect === 'specification' ? currencyCode : null };
}

/** An item of reservations/search; the specification is sure of the number only. */
export interface ReservationInfo {
	number: string;
	propertyId: string;
	status: string;
	createdMs: number;
	modifiedMs: number;
}

export function serializeReservationInfo(info: ReservationInfo, dialect: Dialect): JsonObject {
	if (dialect === 'specification') return { number: info.number };
	return {
		number: info.number,
		propertyId: Number(info.propertyId),
		status: info.status,
		createdDateTime: toWireInstant(info.createdMs),
		modifiedDateTime: toWireInstant(info.modifiedMs),
	};
}

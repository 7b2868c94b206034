import { inLanguage, type LanguageCode } from '../world/pms/phrases.mts';
import type { ReservationRecord } from '../world/pms/reservationRecord.mts';
import type { StayRecord } from '../world/pms/stayRecord.mts';
import { toWireInstant } from '../world/time.mts';
import type { Dialect, JsonObject } from './dialect.mts';
import { serializePerson } from './person.mts';
import { serializeAmount } from './pmsAmount.mts';

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

/** The specification names them roomType, room, guestIds and options; the published schema has other names. */
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

/** An item of reservations/search; the specification names no field but the number. */
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

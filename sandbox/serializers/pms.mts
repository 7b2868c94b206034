import type { LanguageCode } from '../world/pms/phrases.mts';
import { inLanguage } from '../world/pms/phrases.mts';
import type { Invoice } from '../world/pms/invoices.mts';
import type { Person } from '../world/pms/people.mts';
import type { ReservationRecord, StayRecord } from '../world/pms/reservation.mts';
import { toWireInstant } from '../world/time.mts';
import type { Spelling, Wire } from './dialect.mts';

/** An answer with one record: the published schema allows null for warnings and errors. */
export function spellRecord(name: string, record: unknown, spelling: Spelling): Wire {
	const nothing = spelling === 'specification' ? [] : null;
	return { warnings: nothing, errors: nothing, [name]: record };
}

/** The statistics; like a record, with null for warnings and errors as published. */
export function spellOccupancy(statistics: Wire, spelling: Spelling): Wire {
	const nothing = spelling === 'specification' ? [] : null;
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
export function spellPage(page: ListPage, spelling: Spelling): Wire {
	const { name, items, nextPageToken, hasNextPage } = page;
	if (spelling === 'specification') {
		return { warnings: [], errors: [], nextPageToken, hasNextPage, [name]: items };
	}
	const tokenName = page.tokenLikeParameter === true ? 'pageToken' : 'nextPageToken';
	return { [tokenName]: nextPageToken, hasNextPage, [name]: items };
}

export function spellPerson(person: Person, language: LanguageCode): Wire {
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

export function spellReservation(
	reservation: ReservationRecord,
	language: LanguageCode,
	spelling: Spelling,
): Wire {
	const { visitPurpose, creationSource, agentCommission, channelName, currencyCode } = reservation;
	const amount = (value: number) => spellAmount(value, currencyCode, spelling);
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
		customer: reservation.customer === null ? null : spellPerson(reservation.customer, language),
		customerCompany: reservation.customerCompany,
		creationSource: { id: creationSource.id, name: inLanguage(creationSource.name, language) },
		channelInformation: channelName === null ? null : { channelName },
		reservationStatus: reservation.status,
		roomStays: reservation.stays.map((stay) => spellStay(stay, spelling)),
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
export function spellStay(stay: StayRecord, spelling: Spelling): Wire {
	const amount = (value: number) => spellAmount(value, stay.currencyCode, spelling);
	const { id, roomTypeId, roomId, guestIds, options } = stay;
	return {
		pmsRoomStayId: id,
		...(spelling === 'specification'
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

export function spellInvoice(invoice: Invoice, spelling: Spelling): Wire {
	return {
		number: invoice.number,
		pmsRoomStayId: invoice.pmsRoomStayId,
		payer: invoice.payerName === null ? null : { name: invoice.payerName },
		items: invoice.items.map((item) => ({
			...item,
			total: spellAmount(item.total, invoice.currencyCode, spelling),
		})),
	};
}

/** An amount; the published reservation samples leave its currency to the reservation. */
function spellAmount(value: number, currencyCode: string, spelling: Spelling): Wire {
	return { value, currencyCode: spelling === 'specification' ? currencyCode : null };
}

/** An item of reservations/search; the specification is sure of the number only. */
export interface ReservationInfo {
	number: string;
	propertyId: string;
	status: string;
	createdMs: number;
	modifiedMs: number;
}

export function spellReservationInfo(info: ReservationInfo, spelling: Spelling): Wire {
	if (spelling === 'specification') return { number: info.number };
	return {
		number: info.number,
		propertyId: Number(info.propertyId),
		status: info.status,
		createdDateTime: toWireInstant(info.createdMs),
		modifiedDateTime: toWireInstant(info.modifiedMs),
	};
}

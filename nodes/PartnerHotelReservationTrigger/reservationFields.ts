/**
 * The published fields of a reservation (specification, PMS records; published schema of the PMS), by which a change is
 * recognized. `a|b`: two names of the same field. Left out: texts in the chosen language, whose ids are compared.
 */
export interface ReservationFields {
	readonly [names: string]: ReservationFields | true;
}

const AMOUNT: ReservationFields = { value: true, currencyCode: true };

const PERSON: ReservationFields = {
	pmsPersonId: true,
	personName: { lastName: true, firstName: true, middleName: true },
	birthDate: true,
	citizenship: true,
	status: { id: true },
	emails: { address: true },
	phones: { phoneNumber: true },
	gender: true,
};

const ROOM_STAY: ReservationFields = {
	pmsRoomStayId: true,
	'roomId|room': true,
	'roomTypeId|roomType': true,
	'guestsIds|guestIds': true,
	options: true,
	checkInDateTime: true,
	checkOutDateTime: true,
	actualCheckInDateTime: true,
	actualCheckOutDateTime: true,
	status: true,
	guestCount: { adults: true, children: true },
	deposit: AMOUNT,
	totalPrice: { amount: AMOUNT, payAmount: AMOUNT, refundAmount: AMOUNT },
	amenities: { name: true },
};

export const RESERVATION_FIELDS: ReservationFields = {
	number: true,
	customerLanguageCode: true,
	visitPurpose: { id: true },
	customerComment: true,
	modifyDateTime: true,
	groupName: true,
	currencyCode: true,
	customer: PERSON,
	customerCompany: { id: true, name: true, type: true },
	creationSource: { id: true },
	channelInformation: { channelName: true },
	reservationStatus: true,
	roomStays: ROOM_STAY,
	agentCommission: {
		percent: true,
		calculationSource: true,
		amount: AMOUNT,
		discount: AMOUNT,
	},
};

import { prepaidParts } from '../bookings/detail/cancellation.mts';
import type { BookingDetail, RoomStay } from '../bookings/detail/types.mts';
import { rounded } from '../money.mts';
import { Random } from '../random.mts';
import { accountOf, type Account } from './account.mts';
import { guestsOf } from './guestList.mts';
import type { PmsView } from './pmsView.mts';
import { datesOf, type Stay, type StayDates, type StayState } from './stay.mts';

/** A room stay of a reservation, in neutral form. */
export interface StayRecord extends StayDates, StayState, Account {
	id: string;
	roomTypeId: string;
	guestIds: string[];
	guestCount: { adults: number; children: number };
	/** The stay's part of what was paid in advance, kept outside its account. */
	deposit: number | null;
	/** Ids of the services. */
	options: string[];
	/** What the guests would like. */
	preferences: string[];
	currencyCode: string;
}

const PREFERENCES = ['Sea view', 'High floor', 'Swimming pool', 'Quiet room', 'Baby cot'];

export function describeStay(view: PmsView, stay: Stay, detail: BookingDetail): StayRecord {
	const roomStay = roomStayOf(detail, stay);
	const { currencyCode } = detail;
	const deposit = depositOf(detail, stay);
	const state = view.stateOf(stay);
	const account = accountOf(stay, state, roomStay.total.priceBeforeTax, currencyCode);
	const penalty = detail.cancellation?.stayPenalties[stay.position];
	const random = new Random(view.seed, stay.id, 'stay record');
	return {
		id: stay.id,
		roomTypeId: roomStay.roomType.id,
		guestIds: guestsOf(view, stay, () => detail).map(({ id }) => id),
		...datesOf(stay),
		...state,
		...account,
		...(penalty !== undefined && {
			payAmount: rounded(Math.max(0, penalty - deposit - account.refundAmount), currencyCode),
		}),
		guestCount: {
			adults: roomStay.guestCount.adultCount,
			children: roomStay.guestCount.childAges?.length ?? 0,
		},
		deposit: deposit === 0 ? null : deposit,
		options: (roomStay.services ?? []).map(({ id }) => id),
		preferences: random.some(PREFERENCES, 0.15),
		currencyCode,
	};
}

export function roomStayOf(detail: BookingDetail, { position, id }: Stay): RoomStay {
	const roomStay = detail.roomStays[position];
	if (roomStay === undefined) throw new Error(`The booking ${detail.number} has no room stay ${id}`);
	return roomStay;
}

/** The stay's part of the prepaid money. */
function depositOf({ roomStays, guaranteeInfo, currencyCode }: BookingDetail, { position }: Stay): number {
	return prepaidParts(roomStays, guaranteeInfo.totalPrepaid, currencyCode)[position] ?? 0;
}

import { prepaidParts } from '../bookings/detail/cancellation.mts';
import type { BookingDetail, RoomStay } from '../bookings/detail/types.mts';
import { rounded } from '../money.mts';
import type { SourceType } from '../bookings/types.mts';
import { Random } from '../random.mts';
import { accountOf, type Account } from './account.mts';
import { generateCompanies, type Company } from './companies.mts';
import type { PmsView } from './pmsView.mts';
import type { Reservation } from './reservations.mts';
import { customerOf, guestsOf, type Person } from './people.mts';
import type { Phrase } from './phrases.mts';
import { datesOf, type Stay, type StayDates, type StayState } from './stay.mts';

export type ReservationStatus = 'Unconfirmed' | 'Confirmed' | 'Cancelled';

export const RESERVATION_STATUSES = {
	Active: 'Confirmed',
	Unconfirmed: 'Unconfirmed',
	Cancelled: 'Cancelled',
} as const;

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

/** A reservation in neutral form: `serializers/pms.mts` names its fields. */
export interface ReservationRecord {
	number: string;
	customerLanguageCode: string | null;
	visitPurpose: { id: string; name: Phrase } | null;
	customerComment: string | null;
	/** Epoch milliseconds. */
	modifiedMs: number;
	groupName: string | null;
	currencyCode: string;
	customer: Person | null;
	customerCompany: Company | null;
	creationSource: { id: string; name: Phrase };
	channelName: string | null;
	status: ReservationStatus;
	stays: StayRecord[];
	agentCommission: AgentCommission | null;
}

export interface AgentCommission {
	/** Only when the PMS works it out. */
	percent: number | null;
	calculationSource: 'Pms' | 'Ota';
	amount: number;
	discount: number | null;
}

const SOURCES: Record<SourceType, { id: string; name: Phrase }> = {
	Channel: { id: '999', name: 'channel' },
	BookingEngine: { id: '25', name: 'online' },
	PMS: { id: '1', name: 'frontDesk' },
	Other: { id: '2', name: 'other' },
};

/** Names of the channels whose codes the bookings carry; other codes are shown as they are. */
const CHANNEL_NAMES: Readonly<Record<string, string>> = {
	BGC: 'booking-channel.example',
	EXP: 'expeditions.example',
	AGD: 'asian-getaways.example',
	HRS: 'hotel-rooms.example',
};

const PREFERENCES = ['Sea view', 'High floor', 'Swimming pool', 'Quiet room', 'Baby cot'];
const COMMENTS = ['', 'I want room with the sea view', 'Late arrival, please keep the room', 'Nut allergy'];
const GROUP_NAMES = ['Wedding', 'Conference', 'Football team', 'Reunion'];
const LANGUAGES = ['en', 'de', 'fr', 'ja', 'tr', 'ru', null];
const PURPOSES = [
	null,
	{ id: '1', name: 'business' },
	{ id: '2', name: 'tourism' },
	{ id: '2', name: 'tourism' },
] as const;
const COMMISSION_PERCENTS = [10, 12.5, 15, 18];

/** The reservation of a booking: what the booking says, what the PMS adds, and how its stays stand now. */
export function describeReservation(view: PmsView, reservation: Reservation): ReservationRecord {
	const { seed, property } = view;
	const detail = view.detailOf(reservation);
	const random = new Random(seed, property.id, reservation.bookingNumber, 'reservation');
	const isGroup = reservation.stays.length > 1;
	const companies = generateCompanies(seed, property.id);
	const { type, code } = detail.source;
	return {
		number: reservation.number,
		customerLanguageCode: random.pick(LANGUAGES),
		visitPurpose: random.pick(PURPOSES),
		customerComment: random.chance(0.2) ? null : random.pick(COMMENTS),
		groupName: random.chance(0.7) && isGroup ? random.pick(GROUP_NAMES) : null,
		customerCompany: random.chance(0.15) ? random.pick(companies) : null,
		modifiedMs: reservation.modifiedMs,
		currencyCode: detail.currencyCode,
		customer: customerOf(view, reservation.stays[0], detail),
		creationSource: SOURCES[type],
		channelName: type === 'Channel' ? (CHANNEL_NAMES[code ?? ''] ?? code) : null,
		status: RESERVATION_STATUSES[detail.status],
		stays: reservation.stays.map((stay) => describeStay(view, stay, detail)),
		agentCommission: commissionOf(view, detail),
	};
}

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

/** What a sales channel keeps of the price; null unless a channel sold the booking. */
export function commissionOf(
	{ seed, property }: Pick<PmsView, 'seed' | 'property'>,
	detail: BookingDetail,
): AgentCommission | null {
	if (detail.source.type !== 'Channel') return null;
	const random = new Random(seed, property.id, detail.number, 'commission');
	const percent = random.pick(COMMISSION_PERCENTS);
	const calculationSource = random.pick(['Pms', 'Ota'] as const);
	const share = (part: number) => rounded(detail.total.priceBeforeTax * part, detail.currencyCode);
	return {
		percent: calculationSource === 'Pms' ? percent : null,
		calculationSource,
		amount: share(percent / 100),
		discount: random.chance(0.2) ? share(0.05) : null,
	};
}

/** The stay's part of the prepaid money. */
function depositOf({ roomStays, guaranteeInfo, currencyCode }: BookingDetail, { position }: Stay): number {
	return prepaidParts(roomStays, guaranteeInfo.totalPrepaid, currencyCode)[position] ?? 0;
}

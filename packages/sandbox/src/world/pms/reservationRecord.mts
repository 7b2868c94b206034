import type { SourceType } from '../bookings/types.mts';
import { Random } from '../random.mts';
import { commissionOf, type AgentCommission } from './commission.mts';
import { generateCompanies, type Company } from './companies.mts';
import { customerOf } from './people.mts';
import type { Person } from './person.mts';
import type { Phrase } from './phrases.mts';
import type { PmsView } from './pmsView.mts';
import type { Reservation } from './reservations.mts';
import { describeStay, type StayRecord } from './stayRecord.mts';

export type ReservationStatus = 'Unconfirmed' | 'Confirmed' | 'Cancelled';

export const RESERVATION_STATUSES = {
	Active: 'Confirmed',
	Unconfirmed: 'Unconfirmed',
	Cancelled: 'Cancelled',
} as const;

/** A reservation in neutral form: `serializers/reservation.mts` names its fields. */
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

const COMMENTS = ['', 'I want room with the sea view', 'Late arrival, please keep the room', 'Nut allergy'];
const GROUP_NAMES = ['Wedding', 'Conference', 'Football team', 'Reunion'];
const LANGUAGES = ['en', 'de', 'fr', 'ja', 'tr', 'ru', null];
const PURPOSES = [
	null,
	{ id: '1', name: 'business' },
	{ id: '2', name: 'tourism' },
	{ id: '2', name: 'tourism' },
] as const;

/** The reservation of a booking: the booking's data, what the PMS adds, and the current state of its stays. */
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

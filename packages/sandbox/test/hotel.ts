import type { Sandbox } from './support/sandbox';
import type { ErrorBody, Partner, PartnerAnswer, Query } from './partner';

export const HOTEL = '1024';
export const PMS = `pms/v2/properties/${HOTEL}`;

export interface Amount {
	value: number;
	currencyCode: string | null;
}

export interface RoomStay {
	pmsRoomStayId: string;
	roomType: string;
	room: string | null;
	guestIds: string[];
	options: string[];
	checkInDateTime: string;
	checkOutDateTime: string;
	actualCheckInDateTime: string | null;
	actualCheckOutDateTime: string | null;
	status: 'New' | 'CheckedIn' | 'CheckedOut' | 'Cancelled';
	guestCount: { adults: number; children: number };
	deposit: Amount | null;
	totalPrice: { amount: Amount; payAmount: Amount; refundAmount: Amount };
}

export interface Person {
	pmsPersonId: string;
	personName: { firstName: string | null; lastName: string | null };
	phones: Array<{ phoneNumber: string }>;
	status: { id: string; displayName: string };
}

export interface Reservation {
	number: string;
	modifyDateTime: string;
	currencyCode: string;
	customer: Person | null;
	reservationStatus: 'Confirmed' | 'Unconfirmed' | 'Cancelled';
	roomStays: RoomStay[];
}

export interface BookingDetail {
	status: string;
	currencyCode: string;
	customer: { firstName: string | null; lastName: string | null } | null;
	guaranteeInfo: { totalPrepaid: number };
	cancellation: { penaltyAmount: number | null } | null;
	services: Array<{ total: { priceAfterTax: number } }> | null;
	roomStays: Array<{
		stayDates: { arrivalDateTime: string; departureDateTime: string };
		roomType: { id: string };
		guestCount: { adultCount: number; childAges: number[] | null };
		guests?: Array<{ firstName: string | null; lastName: string | null }> | null;
		dailyRates: Array<{ date: string; priceBeforeTax: number }>;
		total: { priceBeforeTax: number; priceAfterTax: number };
		services: Array<{ id: string }> | null;
		extraStayCharges?: {
			earlyArrival?: { total: { priceAfterTax: number } };
			lateDeparture?: { total: { priceAfterTax: number } };
		};
	}>;
}

export interface Room {
	id: string;
	displayName: string;
	roomTypeId: string;
	floorId: string;
}

/** A page of a PMS list: everything beside the list itself. */
export interface PageEnd {
	warnings: unknown[];
	errors: unknown[];
	nextPageToken: string | null;
	hasNextPage: boolean;
}

/** Shorthand for the PMS operations of one property. */
export class Hotel {
	constructor(
		private readonly sandbox: Sandbox,
		private readonly partner: Partner,
	) {}

	async get<T>(path: string, query: Query = {}): Promise<T> {
		const answer = await this.partner.get<T>(`${PMS}/${path}`, query);
		if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
		return answer.body;
	}

	async refusal(path: string, query: Query = {}): Promise<PartnerAnswer<ErrorBody>> {
		return await this.partner.get<ErrorBody>(`${PMS}/${path}`, query);
	}

	async send(method: string, path: string, body: unknown): Promise<PartnerAnswer<ErrorBody>> {
		return await this.partner.send<ErrorBody>(method, `${PMS}/${path}`, body);
	}

	/** Reads a list to its end. */
	async list<T>(path: string, name: string, query: Query = {}): Promise<T[]> {
		type Page = PageEnd & Record<string, T[]>;
		const items: T[] = [];
		let page = await this.get<Page>(path, query);
		items.push(...(page[name] ?? []));
		while (page.hasNextPage) {
			page = await this.get<Page>(path, { pageToken: String(page.nextPageToken) });
			items.push(...(page[name] ?? []));
		}
		return items;
	}

	async reservation(number: string): Promise<Reservation> {
		return (await this.get<{ reservation: Reservation }>(`reservations/${number}`)).reservation;
	}

	/** The first room stay of a reservation. */
	async stay(number: string): Promise<RoomStay> {
		const [stay] = (await this.reservation(number)).roomStays;
		if (stay === undefined) throw new Error(`The reservation ${number} has no room stay`);
		return stay;
	}

	/** The address of a room stay below the property. */
	async stayPath(number: string, position = 0): Promise<string> {
		const stay = (await this.reservation(number)).roomStays[position];
		return `reservations/${number}/room-stays/${String(stay?.pmsRoomStayId)}`;
	}

	/** All reservations, the latest change last, beside their bookings. */
	async reservations(): Promise<Array<{ number: string; bookingNumber: string }>> {
		return await this.sandbox.reservations(HOTEL, 100_000);
	}

	async booking(number: string): Promise<BookingDetail> {
		return (await this.partner.detail<{ booking: BookingDetail }>(HOTEL, number)).body.booking;
	}

	async numbersFound(query: Query): Promise<string[]> {
		const found = await this.list<{ number: string }>('reservations/search', 'reservations', query);
		return found.map(({ number }) => number);
	}

	async rooms(): Promise<Room[]> {
		return await this.list<Room>('rooms', 'rooms');
	}

	/** The ids of the rooms that the first room stay of a reservation can have. */
	async freeRooms(number: string): Promise<string[]> {
		const [item] = await this.list<{ roomIds: string[] }>(
			`reservations/${number}/find-available-rooms`,
			'availableRoomForRoomStays',
		);
		return item?.roomIds ?? [];
	}

	/** Gives the first room stay of a reservation a room, or takes it away; returns the status. */
	async giveRoom(number: string, roomId: string | null): Promise<number> {
		return (await this.send('PUT', `${await this.stayPath(number)}/room`, { roomId })).status;
	}

	/** Makes a booking of one room stay and returns its number. */
	async book(wishes: Parameters<Sandbox['createBooking']>[1] = {}): Promise<string> {
		return (await this.sandbox.createBooking(HOTEL, { roomStays: 1, ...wishes })).number;
	}
}

/** `YYYY-MM-DD` so many days from today (UTC). */
export function dateIn(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Finds every active reservation of the year around today. */
export const wholeYear: Query = {
	state: 'Active',
	startAffectPeriodDateTime: `${dateIn(-180)}T00:00`,
	endAffectPeriodDateTime: `${dateIn(180)}T00:00`,
};

/** The wall clock of a time zone, `YYYY-MM-DDThh:mm`. */
export function wallClock(timeZone: string, instant: string | number = Date.now()): string {
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return format.format(new Date(instant)).replace(' ', 'T');
}

export const cents = (amount: number) => Math.round(amount * 100);

import assert from 'node:assert/strict';
import type { DateTime } from 'luxon';
import type { NewBookingInput, SandboxClient } from '../../../../sandbox/src/client.mts';
import type { Observer } from './observer.mts';

/** A reservation with one room. */
export interface Stay {
	number: string;
	bookingNumber: string;
	pmsRoomStayId: string;
}

interface ReservationRecord {
	roomStays: Array<{ room: string | null }>;
	customer?: { emails?: Array<{ address: string }> | null } | null;
}

/** What guests and the front desk of one hotel do on and around a day that is played. */
export class PlayedStays {
	constructor(
		private readonly control: SandboxClient,
		private readonly observer: Observer,
		private readonly propertyId: string,
		private readonly day: DateTime,
	) {}

	/** A reservation that arrives so many days from the day that is played. */
	async booked(days: number, wishes: NewBookingInput = {}): Promise<Stay> {
		const arrivalDate = this.day.plus({ days }).toISODate() ?? '';
		const plan = { roomStays: 1, nights: 2, complimentary: false, arrivalDate, ...wishes };
		const { number: bookingNumber } = await this.control.createBooking(this.propertyId, plan);
		const all = await this.control.reservations(this.propertyId, 100);
		const found = all.find((one) => one.bookingNumber === bookingNumber);
		assert.ok(found);
		return { number: found.number, bookingNumber, pmsRoomStayId: found.roomStays[0]?.pmsRoomStayId ?? '' };
	}

	async emailOf(stay: Stay): Promise<string | undefined> {
		return (await this.recordOf(stay)).customer?.emails?.[0]?.address;
	}

	/** @returns the ID of the room; null as long as none is given */
	async roomIdOf(stay: Stay): Promise<string | null> {
		return (await this.recordOf(stay)).roomStays[0]?.room ?? null;
	}

	async roomOf(stay: Stay): Promise<{ id: string; name: string }> {
		const id = (await this.roomIdOf(stay)) ?? '';
		const { rooms } = await this.observer.read<{ rooms: Array<{ id: string; displayName: string }> }>(
			`/pms/v2/properties/${this.propertyId}/rooms?count=1000`,
		);
		return { id, name: rooms.find((room) => room.id === id)?.displayName ?? '' };
	}

	/** Another room that is free for the stay. */
	async giveRoom(stay: Stay): Promise<void> {
		const { availableRoomForRoomStays } = await this.observer.read<{
			availableRoomForRoomStays: Array<{ roomIds: string[] }>;
		}>(`${this.pathOf(stay)}/find-available-rooms`);
		const before = await this.roomIdOf(stay);
		const roomId = availableRoomForRoomStays[0]?.roomIds.find((id) => id !== before);
		await this.observer.send('PUT', `${this.pathOf(stay)}/room-stays/${stay.pmsRoomStayId}/room`, { roomId });
	}

	async checkIn({ pmsRoomStayId }: Stay): Promise<void> {
		const actualCheckInDateTime = this.hotelTime(15);
		await this.control.changeRoomStay(this.propertyId, pmsRoomStayId, { actualCheckInDateTime });
	}

	async checkOut({ pmsRoomStayId }: Stay): Promise<void> {
		const actualCheckOutDateTime = this.hotelTime(18);
		await this.control.changeRoomStay(this.propertyId, pmsRoomStayId, { actualCheckOutDateTime });
	}

	async cancel({ bookingNumber }: Stay): Promise<void> {
		await this.control.cancelBooking(this.propertyId, bookingNumber);
	}

	private hotelTime(hour: number): string {
		return this.day.set({ hour }).toFormat("yyyy-MM-dd'T'HH:mm");
	}

	private async recordOf(stay: Stay): Promise<ReservationRecord> {
		return (await this.observer.read<{ reservation: ReservationRecord }>(this.pathOf(stay))).reservation;
	}

	private pathOf({ number }: Stay): string {
		return `/pms/v2/properties/${this.propertyId}/reservations/${number}`;
	}
}

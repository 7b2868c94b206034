import { outlineStays, type OutlineSetting, type StayOutline } from '../bookings/detail/outline.mts';
import type { Booking } from '../bookings/types.mts';
import { Random } from '../random.mts';
import { toWireDate } from '../time.mts';
import type { Posting } from './account.mts';
import { Closures } from './closures.mts';
import { GuestFiles } from './guestFiles.mts';
import { IdGenerator } from './ids.mts';
import { generateInventory, roomsPerType, type Inventory } from './inventory.mts';
import type { PmsChange } from './pmsChange.mts';
import { ownNumber } from './reservationNumber.mts';
import { Reservations, type Reservation } from './reservations.mts';
import { RoomPlan } from './roomPlan.mts';
import { correctRecord, type Stay } from './stay.mts';
import { lastMovedMs } from './stayTimes.mts';
import { StayCalendar } from './stayCalendar.mts';

export interface PmsSetting extends OutlineSetting {
	/** Number of seeded bookings. */
	bookings: number;
	/** Epoch milliseconds until which arrivals and departures of the history count as changes of reservations. */
	attendedUntilMs?: number;
	/** How many rooms of each type there are; absent = as many as the bookings may need. */
	roomsPerType?: number;
}

/** A posting with the reservation and the stay it belongs to. */
export interface RecordedPosting extends Posting {
	number: string;
	pmsRoomStayId: string;
}

const REGULAR_SHARE = 0.2;
const BOOKINGS_PER_REGULAR = 60;
const MIN_REGULARS = 3;

/**
 * The PMS of one property: its rooms, the stays of all bookings, and what was written through the API. It
 * follows from the seeded bookings and the changes since, in their order, and from nothing else: the state of a
 * stay at a certain time is computed in `stay.mts`.
 */
export class Pms {
	readonly inventory: Inventory;
	readonly closures: Closures;
	readonly roomPlan: RoomPlan;
	readonly calendar = new StayCalendar();
	readonly guestFiles = new GuestFiles();
	/** Payments and refunds recorded through the API, oldest first. */
	readonly postings: RecordedPosting[] = [];
	/** Ids of the regular guests. */
	readonly regularIds: readonly string[];
	private readonly ids: IdGenerator;
	private readonly reservations: Reservations;
	private readonly stays = new Map<string, Stay>();
	private readonly checkedIn = new Set<Stay>();

	/** @param history the seeded bookings as they were at the start, in feed order */
	constructor(
		private readonly setting: PmsSetting,
		history: readonly Booking[],
	) {
		const { seed, property, bookings } = setting;
		this.ids = new IdGenerator(seed, property.id);
		this.inventory = generateInventory(property, this.ids, setting.roomsPerType ?? roomsPerType(bookings));
		this.closures = new Closures(seed, property.id, this.inventory);
		this.roomPlan = new RoomPlan(this.inventory, this.closures);
		const regulars = Math.max(MIN_REGULARS, Math.round(bookings / BOOKINGS_PER_REGULAR));
		this.regularIds = Array.from({ length: regulars }, (_, rank) => this.ids.take('regular', rank));
		this.reservations = new Reservations(history.length);
		for (const booking of history) this.addReservation(booking, true);
		for (const stay of this.calendar.all()) if (!stay.cancelled) this.roomPlan.allocate(stay);
	}

	reservation(number: string): Reservation | undefined {
		return this.reservations.get(number);
	}

	reservationOfBooking(bookingNumber: string): Reservation | undefined {
		return this.reservations.ofBooking(bookingNumber);
	}

	/** All reservations, the latest change last. */
	byModification(): readonly Reservation[] {
		return this.reservations.byModification();
	}

	stay(pmsRoomStayId: string): Stay | undefined {
		return this.stays.get(pmsRoomStayId);
	}

	/** All stays in the order of their ids. */
	staysById(): Stay[] {
		return [...this.stays.values()].sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** The stays whose check-in was written with a time of that day. */
	checkedInOn(day: number): Stay[] {
		const date = toWireDate(day);
		return [...this.checkedIn].filter(({ written }) => written.checkedIn?.startsWith(date) === true);
	}

	/** Takes over a booking that was made or changed. */
	updateBooking(booking: Booking): void {
		const reservation = this.reservations.ofBooking(booking.number);
		if (reservation === undefined) {
			const { number } = this.addReservation(booking, false);
			this.reservations.touch(number, booking.modifiedMs);
			return;
		}
		const outlines = outlineStays(booking, this.setting);
		const cancelled = booking.status === 'Cancelled';
		for (const stay of reservation.stays.slice(outlines.length)) this.removeStay(stay);
		reservation.stays = outlines.map((outline, position) => {
			const stay = reservation.stays[position];
			if (stay === undefined) return this.addStay(reservation, booking, outline, false);
			this.moveStay(stay, outline, cancelled);
			return stay;
		});
		this.reservations.touch(reservation.number, booking.modifiedMs);
	}

	/** Makes a change of the PMS area that was checked before. */
	write(change: PmsChange, atMs: number): void {
		switch (change.kind) {
			case 'checkedIn':
			case 'checkedOut': {
				const stay = this.existing(change.pmsRoomStayId);
				stay.written[change.kind] = change.at;
				if (change.kind === 'checkedIn') this.checkedIn.add(stay);
				this.reservations.touch(stay.number, atMs);
				return;
			}
			case 'staffRecordChanged': {
				const stay = this.existing(change.pmsRoomStayId);
				correctRecord(stay, change);
				if (change.checkedIn === null) this.checkedIn.delete(stay);
				else this.checkedIn.add(stay);
				this.reservations.touch(stay.number, atMs);
				return;
			}
			case 'posted': {
				const stay = this.existing(change.pmsRoomStayId);
				stay.written.postings.push(change.posting);
				this.postings.push({ number: stay.number, pmsRoomStayId: stay.id, ...change.posting });
				this.reservations.touch(stay.number, atMs);
				return;
			}
			case 'roomsAssigned': {
				const choices = change.rooms.map(({ pmsRoomStayId, roomId }) => ({
					stay: this.existing(pmsRoomStayId),
					roomId,
				}));
				this.roomPlan.assign(choices);
				for (const { stay } of choices) this.reservations.touch(stay.number, atMs);
				return;
			}
			case 'documentSet':
				this.guestFiles.update(change.pmsPersonId, { document: change.document });
				return;
			case 'birthCountrySet':
				this.guestFiles.update(change.pmsPersonId, { birthCountryCode: change.countryCode });
				return;
			case 'scansAdded':
				this.guestFiles.addScans(change.pmsPersonId, change.scans);
		}
	}

	private addReservation(booking: Booking, seeded: boolean): Reservation {
		const reservation: Reservation = {
			number: seeded ? this.numberFor(booking) : booking.number,
			bookingNumber: booking.number,
			stays: [],
			modifiedMs: booking.modifiedMs,
			rank: booking.sequence,
		};
		reservation.stays = outlineStays(booking, this.setting).map((outline) =>
			this.addStay(reservation, booking, outline, seeded),
		);
		if (seeded) this.noteMovements(reservation);
		this.reservations.add(reservation);
		return reservation;
	}

	private noteMovements(reservation: Reservation): void {
		const { attendedUntilMs, property } = this.setting;
		if (attendedUntilMs === undefined) return;
		const moved = reservation.stays.map((stay) => lastMovedMs(stay, property.timeZone.id, attendedUntilMs));
		reservation.modifiedMs = Math.max(reservation.modifiedMs, ...moved);
	}

	private numberFor({ number }: Booking): string {
		const { seed, property } = this.setting;
		const isTaken = (taken: string) => this.reservations.get(taken) !== undefined;
		return ownNumber(seed, property.id, number, isTaken) ?? number;
	}

	private addStay({ number }: Reservation, booking: Booking, outline: StayOutline, seeded: boolean): Stay {
		const id = this.ids.take('stay', booking.number, outline.position);
		const random = new Random(this.setting.seed, this.setting.property.id, id, 'regular');
		const stay: Stay = {
			id,
			number,
			bookingNumber: booking.number,
			position: outline.position,
			seeded,
			regularId: random.chance(REGULAR_SHARE) ? random.pick(this.regularIds) : undefined,
			cancelled: booking.status === 'Cancelled',
			outline,
			plannedRoomId: null,
			written: { postings: [] },
		};
		this.stays.set(id, stay);
		this.calendar.add(stay);
		return stay;
	}

	private removeStay(stay: Stay): void {
		this.roomPlan.release(stay);
		this.calendar.remove(stay);
		this.checkedIn.delete(stay);
		this.stays.delete(stay.id);
	}

	/** Gives a stay other dates, cancels it or brings it back. It keeps its room where that is possible. */
	private moveStay(stay: Stay, outline: StayOutline, cancelled: boolean): void {
		this.roomPlan.release(stay);
		this.calendar.remove(stay);
		stay.outline = outline;
		stay.cancelled = cancelled;
		this.calendar.add(stay);
		if (!cancelled) this.roomPlan.allocate(stay);
	}

	private existing(pmsRoomStayId: string): Stay {
		const stay = this.stays.get(pmsRoomStayId);
		if (stay === undefined) throw new Error(`The sandbox has no room stay ${pmsRoomStayId}`);
		return stay;
	}
}

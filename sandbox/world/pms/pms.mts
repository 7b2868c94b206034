import { outlineStays, type OutlineSetting, type StayOutline } from '../bookings/detail/outline.mts';
import type { Booking } from '../bookings/types.mts';
import { Random } from '../random.mts';
import { toWireDate } from '../time.mts';
import type { Posting } from './account.mts';
import { StayCalendar } from './stayCalendar.mts';
import { Closures } from './closures.mts';
import { IdGenerator } from './ids.mts';
import { ownNumber } from './reservationNumber.mts';
import { generateInventory, type Inventory } from './inventory.mts';
import type { IdentityDocument, PmsChange, RoomChoice, Scan } from './pmsChange.mts';
import { RoomPlan } from './roomPlan.mts';
import type { Stay } from './stay.mts';

export interface PmsSetting extends OutlineSetting {
	/** Number of seeded bookings. */
	bookings: number;
}

/** A booking in the PMS. */
export interface Reservation {
	readonly number: string;
	readonly bookingNumber: string;
	stays: Stay[];
	/** Epoch milliseconds of the latest change of the booking or of the reservation. */
	modifiedMs: number;
	/** Rank of that change among all changes of the property. */
	rank: number;
}

/** A posting with the reservation and the stay it belongs to. */
export interface RecordedPosting extends Posting {
	number: string;
	pmsRoomStayId: string;
}

/** What the hotel noted down about a guest. */
export interface GuestFile {
	document: IdentityDocument | null;
	birthCountryCode: string | null;
	scans: Scan[];
}

const REGULAR_SHARE = 0.2;
const BOOKINGS_PER_REGULAR = 60;
const MIN_REGULARS = 3;

/**
 * The PMS of one property: its rooms, the stays of all bookings, who has which room, and what was written
 * through the API. It follows from the seeded bookings and the changes since, in their order, and from
 * nothing else: how a stay stands at a certain time is worked out in `stay.mts`.
 */
export class Pms {
	readonly inventory: Inventory;
	readonly closures: Closures;
	readonly calendar = new StayCalendar();
	/** Payments and refunds recorded through the API, oldest first. */
	readonly postings: RecordedPosting[] = [];
	/** Ids of the guests who come again and again. */
	readonly regularIds: readonly string[];
	private readonly plan: RoomPlan;
	private readonly ids: IdGenerator;
	private readonly reservations = new Map<string, Reservation>();
	private readonly byBooking = new Map<string, Reservation>();
	private readonly stays = new Map<string, Stay>();
	private readonly files = new Map<string, GuestFile>();
	private readonly checkedIn = new Set<Stay>();
	private latestRank: number;
	private ordered: Reservation[] | undefined;

	/** @param history the seeded bookings as they were at the start, in feed order */
	constructor(
		private readonly setting: PmsSetting,
		history: readonly Booking[],
	) {
		const { seed, property, bookings } = setting;
		this.ids = new IdGenerator(seed, property.id);
		this.inventory = generateInventory(property, this.ids, bookings);
		this.closures = new Closures(seed, property.id, this.inventory);
		this.plan = new RoomPlan(this.inventory, this.closures);
		const regulars = Math.max(MIN_REGULARS, Math.round(bookings / BOOKINGS_PER_REGULAR));
		this.regularIds = Array.from({ length: regulars }, (_, rank) => this.ids.take('regular', rank));
		this.latestRank = history.length;
		for (const booking of history) this.addReservation(booking, true);
		for (const stay of this.calendar.all()) if (!stay.cancelled) this.findRoom(stay);
	}

	reservation(number: string): Reservation | undefined {
		return this.reservations.get(number);
	}

	stay(pmsRoomStayId: string): Stay | undefined {
		return this.stays.get(pmsRoomStayId);
	}

	/** All stays in the order of their ids. */
	staysById(): Stay[] {
		return [...this.stays.values()].sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** All reservations, the latest change last. */
	byModification(): readonly Reservation[] {
		this.ordered ??= [...this.reservations.values()].sort(
			(one, other) => one.modifiedMs - other.modifiedMs || one.rank - other.rank,
		);
		return this.ordered;
	}

	guestFile(pmsPersonId: string): GuestFile {
		return this.files.get(pmsPersonId) ?? { document: null, birthCountryCode: null, scans: [] };
	}

	/** The stays whose arrival was written through the API with a time of that day. */
	checkedInOn(day: number): Stay[] {
		const date = toWireDate(day);
		return [...this.checkedIn].filter(({ written }) => written.checkedIn?.startsWith(date) === true);
	}

	/** The other stays that have a room in mind or given on nights of the stay. */
	conflictingStays(stay: Stay, roomId: string): Stay[] {
		return this.plan.conflictingStays(stay, roomId);
	}

	/** Whether the room is out of service on a night of the stay. */
	isClosed(stay: Stay, roomId: string): boolean {
		return this.plan.isClosed(stay, roomId);
	}

	/** Follows a booking that was made or changed. */
	updateBooking(booking: Booking): void {
		const reservation = this.byBooking.get(booking.number);
		if (reservation === undefined) {
			this.touch(this.addReservation(booking, false).number, booking.modifiedMs);
			return;
		}
		const outlines = outlineStays(booking, this.setting);
		const cancelled = booking.status === 'Cancelled';
		for (const stay of reservation.stays.slice(outlines.length)) this.remove(stay);
		reservation.stays = outlines.map((outline, position) => {
			const stay = reservation.stays[position];
			if (stay === undefined) return this.addStay(reservation, booking, outline, false);
			this.move(stay, outline, cancelled);
			return stay;
		});
		this.touch(reservation.number, booking.modifiedMs);
	}

	/** Makes a change of the PMS area that was checked before. */
	write(change: PmsChange, atMs: number): void {
		switch (change.kind) {
			case 'checkedIn':
			case 'checkedOut': {
				const stay = this.existing(change.pmsRoomStayId);
				stay.written[change.kind] = change.at;
				if (change.kind === 'checkedIn') this.checkedIn.add(stay);
				this.touch(stay.number, atMs);
				return;
			}
			case 'posted': {
				const stay = this.existing(change.pmsRoomStayId);
				stay.written.postings.push(change.posting);
				this.postings.push({ number: stay.number, pmsRoomStayId: stay.id, ...change.posting });
				this.touch(stay.number, atMs);
				return;
			}
			case 'roomsAssigned':
				this.assign(change.rooms);
				for (const { pmsRoomStayId } of change.rooms) this.touch(this.existing(pmsRoomStayId).number, atMs);
				return;
			case 'documentSet':
				this.note(change.pmsPersonId, { document: change.document });
				return;
			case 'birthCountrySet':
				this.note(change.pmsPersonId, { birthCountryCode: change.countryCode });
				return;
			case 'scansAdded': {
				const { scans } = this.guestFile(change.pmsPersonId);
				this.note(change.pmsPersonId, { scans: [...scans, ...change.scans] });
			}
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
		this.reservations.set(reservation.number, reservation);
		this.byBooking.set(booking.number, reservation);
		return reservation;
	}

	private numberFor({ number }: Booking): string {
		const { seed, property } = this.setting;
		return ownNumber(seed, property.id, number, (taken) => this.reservations.has(taken)) ?? number;
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
		this.calendar.enter(stay);
		return stay;
	}

	private remove(stay: Stay): void {
		this.leaveRoom(stay);
		this.calendar.leave(stay);
		this.checkedIn.delete(stay);
		this.stays.delete(stay.id);
	}

	/** Gives a stay other dates, cancels it or brings it back. It keeps its room where that is possible. */
	private move(stay: Stay, outline: StayOutline, cancelled: boolean): void {
		this.leaveRoom(stay);
		this.calendar.leave(stay);
		stay.outline = outline;
		stay.cancelled = cancelled;
		this.calendar.enter(stay);
		if (!cancelled) this.findRoom(stay);
	}

	private leaveRoom(stay: Stay): void {
		const roomId = roomOf(stay);
		if (roomId !== null) this.plan.leave(stay, roomId);
	}

	/** Enters a stay into the plan: in the room it has, otherwise (as far as the staff see to it) in any. */
	private findRoom(stay: Stay): void {
		const roomId = roomOf(stay);
		if (roomId !== null && this.isFree(stay, roomId)) {
			this.plan.enter(stay, roomId);
			return;
		}
		if (stay.written.roomId !== undefined) {
			stay.written.roomId = null;
			return;
		}
		stay.plannedRoomId = (stay.seeded ? this.plan.freeRoom(stay)?.id : undefined) ?? null;
		if (stay.plannedRoomId !== null) this.plan.enter(stay, stay.plannedRoomId);
	}

	private isFree(stay: Stay, roomId: string): boolean {
		return !this.isClosed(stay, roomId) && this.conflictingStays(stay, roomId).length === 0;
	}

	/** Gives rooms to stays. Stays for which the staff merely had one of them in mind get another one. */
	private assign(rooms: readonly RoomChoice[]): void {
		const choices = rooms.map(({ pmsRoomStayId, roomId }) => ({
			stay: this.existing(pmsRoomStayId),
			roomId,
		}));
		for (const { stay } of choices) this.leaveRoom(stay);
		const displaced = new Set<Stay>();
		for (const { stay, roomId } of choices) {
			stay.written.roomId = roomId;
			if (roomId === null) continue;
			for (const other of this.conflictingStays(stay, roomId)) {
				this.leaveRoom(other);
				displaced.add(other);
			}
			this.plan.enter(stay, roomId);
		}
		for (const stay of displaced) this.findRoom(stay);
	}

	private note(pmsPersonId: string, noted: Partial<GuestFile>): void {
		this.files.set(pmsPersonId, { ...this.guestFile(pmsPersonId), ...noted });
	}

	private touch(number: string, atMs: number): void {
		const reservation = this.reservations.get(number);
		if (reservation === undefined) return;
		this.latestRank += 1;
		reservation.modifiedMs = Math.max(reservation.modifiedMs, atMs);
		reservation.rank = this.latestRank;
		this.ordered = undefined;
	}

	private existing(pmsRoomStayId: string): Stay {
		const stay = this.stays.get(pmsRoomStayId);
		if (stay === undefined) throw new Error(`The sandbox has no room stay ${pmsRoomStayId}`);
		return stay;
	}
}

/** The room given to a stay, or the one that the staff have in mind. */
function roomOf({ written, plannedRoomId }: Stay): string | null {
	return written.roomId === undefined ? plannedRoomId : written.roomId;
}

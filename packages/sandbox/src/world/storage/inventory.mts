import type { Pms } from '../pms/pms.mts';
import type { Storage } from './storage.mts';
import type { InventoryBlock, StorageBooking, StorageStay } from './types.mts';

/** The rooms of one type on one day. */
export interface DailyInventory {
	roomTypeCode: string;
	day: number;
	physical: number;
	available: number;
	outOfOrder: number;
	/** Epoch milliseconds of the last change that concerns it. */
	updatedMs: number;
}

export interface InventoryView {
	storage: Storage;
	pms: Pms;
	/** By code: the room type of the property's content. */
	roomTypes: ReadonlyMap<string, string>;
	/** The hotel's day. */
	today: number;
}

/** A room that is held on a night of a booking or by a block. */
const OCCUPYING: ReadonlySet<StorageBooking['status']> = new Set([
	'Confirmed',
	'InHouse',
	'CheckedOut',
	'Unknown',
]);

/** By day, then by code as asked; codes that the outside PMS does not have are left out. */
export function dailyInventories(
	view: InventoryView,
	codes: readonly string[],
	firstDay: number,
	lastDay: number,
): DailyInventory[] {
	const known = [...new Set(codes)].filter((code) => view.roomTypes.has(code));
	const nights = occupiedNights(view.storage);
	return Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index).flatMap((day) =>
		known.map((code) => inventoryOf(view, nights, code, day)),
	);
}

function inventoryOf(
	view: InventoryView,
	nights: OccupiedNights,
	roomTypeCode: string,
	day: number,
): DailyInventory {
	const roomTypeId = view.roomTypes.get(roomTypeCode) ?? '';
	const physical = view.pms.inventory.byType.get(roomTypeId)?.length ?? 0;
	const closed = view.pms.closures.on(day).filter((room) => room.roomTypeId === roomTypeId).length;
	const byHand = view.storage.outOfOrderOn(roomTypeCode, day);
	const outOfOrder = Math.min(physical, byHand?.rooms ?? closed);
	const occupied = nights.on(roomTypeCode, day);
	const held = heldRooms(view, roomTypeCode, day);
	return {
		roomTypeCode,
		day,
		physical,
		available: Math.max(0, physical - outOfOrder - occupied.rooms - held.rooms),
		outOfOrder,
		updatedMs: Math.max(view.storage.setting.anchorMs, byHand?.atMs ?? 0, occupied.updatedMs, held.updatedMs),
	};
}

/** The rooms that bookings have on a night. Stays that share a room have one. */
interface OccupiedNights {
	on(roomTypeCode: string, day: number): { rooms: number; updatedMs: number };
}

function occupiedNights(storage: Storage): OccupiedNights {
	const byNight = new Map<string, { rooms: Set<string>; updatedMs: number }>();
	for (const booking of storage.bookings.values()) {
		for (const [position, stay] of booking.stays.entries()) {
			for (let day = stay.arrivalDay; day < stay.arrivalDay + stay.nights; day += 1) {
				const key = `${stay.roomTypeCode} ${day}`;
				const night = byNight.get(key) ?? { rooms: new Set(), updatedMs: 0 };
				// A cancelled booking has released its rooms.
				if (OCCUPYING.has(booking.status)) night.rooms.add(stay.shareCode ?? `${booking.id} ${position}`);
				night.updatedMs = Math.max(night.updatedMs, booking.updatedMs);
				byNight.set(key, night);
			}
		}
	}
	return {
		on: (roomTypeCode, day) => {
			const night = byNight.get(`${roomTypeCode} ${day}`);
			return { rooms: night?.rooms.size ?? 0, updatedMs: night?.updatedMs ?? 0 };
		},
	};
}

/** Rooms that active blocks keep for guests who have not booked yet. */
function heldRooms(
	{ storage, today }: InventoryView,
	roomTypeCode: string,
	day: number,
): { rooms: number; updatedMs: number } {
	let rooms = 0;
	let updatedMs = 0;
	for (const block of storage.blocks.values()) {
		for (const item of block.days) {
			if (item.day !== day || item.roomTypeCode !== roomTypeCode) continue;
			updatedMs = Math.max(updatedMs, block.updatedMs);
			const isReleased = item.cutoffDay !== null && item.cutoffDay <= today;
			if (block.status !== 'Active' || isReleased) continue;
			rooms += Math.max(0, item.blocked - realizedRooms(storage, block, roomTypeCode, day));
		}
	}
	return { rooms, updatedMs };
}

/** The rooms of a block that are booked. */
export function realizedRooms(
	{ bookings }: Storage,
	{ code }: InventoryBlock,
	roomTypeCode: string,
	day: number,
): number {
	const isOfBlock = (stay: StorageStay) =>
		stay.blockCode === code &&
		stay.roomTypeCode === roomTypeCode &&
		stay.arrivalDay <= day &&
		day < stay.arrivalDay + stay.nights;
	const rooms = new Set<string>();
	for (const { id, status, stays } of bookings.values()) {
		if (!OCCUPYING.has(status)) continue;
		for (const [position, stay] of stays.entries()) {
			if (isOfBlock(stay)) rooms.add(stay.shareCode ?? `${id} ${position}`);
		}
	}
	return rooms.size;
}

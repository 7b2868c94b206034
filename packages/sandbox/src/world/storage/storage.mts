import { generateBlocks, generateStorageBookings, type StorageSetting } from './generate.mts';
import type { InventoryBlock, StorageBooking, StorageChange } from './types.mts';

/**
 * What the outside PMS of one property has synchronized: it follows from the seed and the changes since, and from
 * nothing else. Its bookings are its own; its rooms are those of the property.
 */
export class Storage {
	readonly bookings: Map<string, StorageBooking>;
	readonly blocks: Map<string, InventoryBlock>;
	/** What was set by hand, by room type code and day. */
	private readonly outOfOrder = new Map<string, { rooms: number; atMs: number }>();

	constructor(readonly setting: StorageSetting) {
		this.bookings = new Map(generateStorageBookings(setting).map((booking) => [booking.id, booking]));
		this.blocks = new Map(generateBlocks(setting).map((block) => [block.id, block]));
	}

	/** Makes a change that was checked before. */
	write(change: StorageChange, atMs: number): void {
		switch (change.kind) {
			case 'bookingStored':
				this.bookings.set(change.booking.id, change.booking);
				return;
			case 'blockStored':
				this.blocks.set(change.block.id, change.block);
				return;
			case 'outOfOrderSet':
				for (let day = change.firstDay; day <= change.lastDay; day += 1) {
					this.outOfOrder.set(keyOf(change.roomTypeCode, day), { rooms: change.rooms, atMs });
				}
		}
	}

	/** undefined = nothing was set by hand. */
	outOfOrderOn(roomTypeCode: string, day: number): { rooms: number; atMs: number } | undefined {
		return this.outOfOrder.get(keyOf(roomTypeCode, day));
	}

	/** An id that no booking and no block of the storage has. */
	freeId(): string {
		const taken = [...this.bookings.keys(), ...this.blocks.keys()].map(Number).filter(Number.isSafeInteger);
		return String(Math.max(2_000, ...taken) + 1);
	}
}

function keyOf(roomTypeCode: string, day: number): string {
	return `${roomTypeCode} ${day}`;
}

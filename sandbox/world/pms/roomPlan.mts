import type { Closures } from './closures.mts';
import type { Inventory, Room } from './inventory.mts';
import { nightsOf, type Stay } from './stay.mts';

/**
 * Which stay has which room on which nights: planned by the staff or written through the API. No two stays of
 * the plan overlap in a room.
 */
export class RoomPlan {
	/** Stays of a room in the order of their arrivals. */
	private readonly byRoom = new Map<string, Stay[]>();
	/** Where the search for a free room of a type goes on, so that all rooms are used alike. */
	private readonly nextByType = new Map<string, number>();

	constructor(
		private readonly inventory: Inventory,
		private readonly closures: Closures,
	) {}

	/** The stays that have the room on any night of the given stay, itself left out. */
	conflictingStays(stay: Stay, roomId: string): Stay[] {
		const { fromDay, untilDay } = nightsOf(stay);
		const stays = this.byRoom.get(roomId) ?? [];
		const found: Stay[] = [];
		for (let index = stays.length - 1; index >= 0; index -= 1) {
			const other = stays[index];
			if (other === undefined || other === stay) continue;
			const nights = nightsOf(other);
			if (nights.untilDay <= fromDay) break;
			if (nights.fromDay < untilDay) found.push(other);
		}
		return found;
	}

	isClosed(stay: Stay, roomId: string): boolean {
		const { fromDay, untilDay } = nightsOf(stay);
		return this.closures.concerns(roomId, fromDay, untilDay);
	}

	/** Gives the stay a room in which nobody is in the way. */
	enter(stay: Stay, roomId: string): void {
		const stays = this.byRoom.get(roomId) ?? [];
		const { fromDay } = nightsOf(stay);
		let index = stays.length;
		while (index > 0 && arrivalOf(stays[index - 1]) > fromDay) index -= 1;
		stays.splice(index, 0, stay);
		this.byRoom.set(roomId, stays);
	}

	leave(stay: Stay, roomId: string): void {
		const stays = this.byRoom.get(roomId);
		const index = stays?.indexOf(stay) ?? -1;
		if (index >= 0) stays?.splice(index, 1);
	}

	/** A room of the stay's type that is free on its nights; undefined when there is none. */
	freeRoom(stay: Stay): Room | undefined {
		const typeId = stay.outline.roomType.id;
		const rooms = this.inventory.byType.get(typeId) ?? [];
		const start = this.nextByType.get(typeId) ?? 0;
		for (let step = 0; step < rooms.length; step += 1) {
			const index = (start + step) % rooms.length;
			const room = rooms[index];
			if (
				room === undefined ||
				this.isClosed(stay, room.id) ||
				this.conflictingStays(stay, room.id).length > 0
			) {
				continue;
			}
			this.nextByType.set(typeId, index + 1);
			return room;
		}
		return undefined;
	}
}

function arrivalOf(stay: Stay | undefined): number {
	return stay === undefined ? 0 : nightsOf(stay).fromDay;
}

import type { Closures } from './closures.mts';
import type { Inventory, Room } from './inventory.mts';
import { nightsOf, plannedRoomOf, type Stay } from './stay.mts';

/**
 * Which stay has which room on which nights: planned by the staff or written through the API. No two stays of
 * the plan overlap in a room.
 */
export class RoomPlan {
	/** Stays of a room in the order of their arrivals. */
	private readonly byRoom = new Map<string, Stay[]>();
	/** Where the search for a free room of a type continues, so that all rooms are used equally. */
	private readonly nextByType = new Map<string, number>();

	constructor(
		private readonly inventory: Inventory,
		private readonly closures: Closures,
	) {}

	/** The other stays that have the room on any night of the stay. */
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

	/** Whether the room is out of service on a night of the stay. */
	isClosed(stay: Stay, roomId: string): boolean {
		const { fromDay, untilDay } = nightsOf(stay);
		return this.closures.concerns(roomId, fromDay, untilDay);
	}

	/** Plans the room that the stay has; where that is taken or where it has none, the staff choose one. */
	allocate(stay: Stay): void {
		const roomId = plannedRoomOf(stay);
		if (roomId !== null && this.isFree(stay, roomId)) {
			this.add(stay, roomId);
			return;
		}
		if (stay.written.roomId !== undefined) {
			stay.written.roomId = null;
			return;
		}
		stay.plannedRoomId = (stay.seeded ? this.freeRoom(stay)?.id : undefined) ?? null;
		if (stay.plannedRoomId !== null) this.add(stay, stay.plannedRoomId);
	}

	/** Takes the stay out of the plan. */
	release(stay: Stay): void {
		const roomId = plannedRoomOf(stay);
		const stays = roomId === null ? undefined : this.byRoom.get(roomId);
		const index = stays?.indexOf(stay) ?? -1;
		if (index >= 0) stays?.splice(index, 1);
	}

	/** Gives rooms to stays, all at once. Stays for which the staff had only planned them get others. */
	assign(choices: ReadonlyArray<{ stay: Stay; roomId: string | null }>): void {
		for (const { stay } of choices) this.release(stay);
		const displaced = new Set<Stay>();
		for (const { stay, roomId } of choices) {
			stay.written.roomId = roomId;
			if (roomId === null) continue;
			for (const other of this.conflictingStays(stay, roomId)) {
				this.release(other);
				displaced.add(other);
			}
			this.add(stay, roomId);
		}
		for (const stay of displaced) this.allocate(stay);
	}

	private isFree(stay: Stay, roomId: string): boolean {
		return !this.isClosed(stay, roomId) && this.conflictingStays(stay, roomId).length === 0;
	}

	private freeRoom(stay: Stay): Room | undefined {
		const typeId = stay.outline.roomType.id;
		const rooms = this.inventory.byType.get(typeId) ?? [];
		const start = this.nextByType.get(typeId) ?? 0;
		for (let step = 0; step < rooms.length; step += 1) {
			const index = (start + step) % rooms.length;
			const room = rooms[index];
			if (room === undefined || !this.isFree(stay, room.id)) continue;
			this.nextByType.set(typeId, index + 1);
			return room;
		}
		return undefined;
	}

	private add(stay: Stay, roomId: string): void {
		const stays = this.byRoom.get(roomId) ?? [];
		const { fromDay } = nightsOf(stay);
		let index = stays.length;
		while (index > 0 && arrivalOf(stays[index - 1]) > fromDay) index -= 1;
		stays.splice(index, 0, stay);
		this.byRoom.set(roomId, stays);
	}
}

function arrivalOf(stay: Stay | undefined): number {
	return stay === undefined ? 0 : nightsOf(stay).fromDay;
}

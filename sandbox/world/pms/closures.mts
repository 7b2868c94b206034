import { Random } from '../random.mts';
import type { Inventory, Room } from './inventory.mts';

/** The calendar is cut into pieces of so many days; in most of them a room is out of service for a while. */
const PIECE_DAYS = 28;
const CLOSURE_SHARE = 0.7;
const MAX_CLOSURE_DAYS = 10;

/** A room under repair, from the first day up to but not including the second. */
interface Closure {
	room: Room;
	fromDay: number;
	untilDay: number;
}

/** Which rooms are out of service on which days, for all times. */
export class Closures {
	private readonly pieces = new Map<number, Closure | null>();

	constructor(
		private readonly seed: number,
		private readonly propertyId: string,
		private readonly inventory: Inventory,
	) {}

	/** The rooms closed on a day: none or one. */
	on(day: number): Room[] {
		const closure = this.inPiece(Math.floor(day / PIECE_DAYS));
		return closure !== null && closure.fromDay <= day && day < closure.untilDay ? [closure.room] : [];
	}

	/** Whether the room is closed for any of the nights. */
	concerns(roomId: string, fromDay: number, untilDay: number): boolean {
		const last = Math.floor((untilDay - 1) / PIECE_DAYS);
		for (let piece = Math.floor(fromDay / PIECE_DAYS); piece <= last; piece += 1) {
			const closure = this.inPiece(piece);
			if (closure?.room.id === roomId && closure.fromDay < untilDay && fromDay < closure.untilDay) {
				return true;
			}
		}
		return false;
	}

	private inPiece(piece: number): Closure | null {
		const known = this.pieces.get(piece);
		if (known !== undefined) return known;
		const random = new Random(this.seed, this.propertyId, 'closure', piece);
		const closed = random.chance(CLOSURE_SHARE);
		const room = random.pick(this.inventory.rooms);
		const days = random.integer(2, MAX_CLOSURE_DAYS);
		const fromDay = piece * PIECE_DAYS + random.integer(0, PIECE_DAYS - days);
		const closure = closed ? { room, fromDay, untilDay: fromDay + days } : null;
		this.pieces.set(piece, closure);
		return closure;
	}
}

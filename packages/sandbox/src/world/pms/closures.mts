import { Random } from '../random.mts';
import type { Inventory, Room } from './inventory.mts';

/** In most periods of so many days one room is out of service for a while. */
const PERIOD_DAYS = 28;
const CLOSURE_SHARE = 0.7;
const MAX_CLOSURE_DAYS = 10;

/** A room under repair, from the first day up to but not including the second. */
interface Closure {
	room: Room;
	fromDay: number;
	untilDay: number;
}

/** Which rooms are out of service on which days. */
export class Closures {
	private readonly byPeriod = new Map<number, Closure | null>();

	constructor(
		private readonly seed: number,
		private readonly propertyId: string,
		private readonly inventory: Inventory,
	) {}

	/** The rooms closed on a day: none or one. */
	on(day: number): Room[] {
		const closure = this.closureIn(Math.floor(day / PERIOD_DAYS));
		return closure !== null && closure.fromDay <= day && day < closure.untilDay ? [closure.room] : [];
	}

	/** Whether the room is closed for any of the nights. */
	concerns(roomId: string, fromDay: number, untilDay: number): boolean {
		const last = Math.floor((untilDay - 1) / PERIOD_DAYS);
		for (let period = Math.floor(fromDay / PERIOD_DAYS); period <= last; period += 1) {
			const closure = this.closureIn(period);
			if (closure?.room.id === roomId && closure.fromDay < untilDay && fromDay < closure.untilDay) {
				return true;
			}
		}
		return false;
	}

	private closureIn(period: number): Closure | null {
		const known = this.byPeriod.get(period);
		if (known !== undefined) return known;
		const random = new Random(this.seed, this.propertyId, 'closure', period);
		const closed = random.chance(CLOSURE_SHARE);
		const room = random.pick(this.inventory.rooms);
		const days = random.integer(2, MAX_CLOSURE_DAYS);
		const fromDay = period * PERIOD_DAYS + random.integer(0, PERIOD_DAYS - days);
		const closure = closed ? { room, fromDay, untilDay: fromDay + days } : null;
		this.byPeriod.set(period, closure);
		return closure;
	}
}

import { nightsOf, type Stay } from './stay.mts';

/** Finds the stays of certain days without looking at all others. */
export class StayCalendar {
	private readonly byArrival = new Map<number, Set<Stay>>();
	private firstArrival = Infinity;
	private lastArrival = -Infinity;
	private longestStay = 0;

	add(stay: Stay): void {
		const { fromDay, untilDay } = nightsOf(stay);
		const stays = this.byArrival.get(fromDay) ?? new Set();
		this.byArrival.set(fromDay, stays.add(stay));
		this.firstArrival = Math.min(this.firstArrival, fromDay);
		this.lastArrival = Math.max(this.lastArrival, fromDay);
		this.longestStay = Math.max(this.longestStay, untilDay - fromDay);
	}

	remove(stay: Stay): void {
		this.byArrival.get(nightsOf(stay).fromDay)?.delete(stay);
	}

	/** All stays in the order of their arrivals. */
	all(): Stay[] {
		return this.between(this.firstArrival, this.lastArrival);
	}

	/** The stays with a day from the first to the last one, both included; the day of departure counts. */
	between(firstDay: number, lastDay: number): Stay[] {
		const found: Stay[] = [];
		const start = Math.max(firstDay - this.longestStay, this.firstArrival);
		const end = Math.min(lastDay, this.lastArrival);
		for (let day = start; day <= end; day += 1) {
			for (const stay of this.byArrival.get(day) ?? []) {
				if (nightsOf(stay).untilDay >= firstDay) found.push(stay);
			}
		}
		return found;
	}

	/** The stays that occupy a room in the night after the day. */
	inNight(day: number): Stay[] {
		return this.between(day, day).filter((stay) => !stay.cancelled && nightsOf(stay).untilDay > day);
	}

	arrivingOn(day: number): Stay[] {
		return [...(this.byArrival.get(day) ?? [])];
	}
}

import type { StayOutline } from '../bookings/detail/outline.mts';
import { Random } from '../random.mts';
import { fromLocalMinute, plusMinutes } from '../zone.mts';
import { expectedTimes, type Stay } from './stay.mts';

/** When a stay gets its room, and when its guests come and leave: epoch milliseconds. */
export interface StayTimes {
	roomMs: number;
	comesMs: number;
	leavesMs: number;
}

/** Rooms are given out this long before the guests come. */
const ROOM_LEAD_MINUTES = { least: 30, most: 240 };

/** A stay gets a new outline when its dates change. */
const known = new WeakMap<StayOutline, StayTimes>();

/** @param timeZone of the hotel */
export function stayTimes(stay: Stay, timeZone: string): StayTimes {
	const cached = known.get(stay.outline);
	if (cached !== undefined) return cached;
	const { comes, leaves } = expectedTimes(stay);
	const lead = new Random(stay.id, 'room given').integer(ROOM_LEAD_MINUTES.least, ROOM_LEAD_MINUTES.most);
	const times = {
		roomMs: fromLocalMinute(plusMinutes(comes, -lead), timeZone),
		comesMs: fromLocalMinute(comes, timeZone),
		leavesMs: fromLocalMinute(leaves, timeZone),
	};
	known.set(stay.outline, times);
	return times;
}

/** The last time at which guests came or left until then; 0 = they did neither. */
export function lastMovedMs(stay: Stay, timeZone: string, untilMs: number): number {
	if (stay.cancelled) return 0;
	const { comesMs, leavesMs } = stayTimes(stay, timeZone);
	return Math.max(0, ...[comesMs, leavesMs].filter((ms) => ms <= untilMs));
}

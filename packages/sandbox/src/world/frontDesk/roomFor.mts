import type { PmsView } from '../pms/pmsView.mts';
import { roomsFor } from '../pms/rooms.mts';
import { plannedRoomOf, type Stay } from '../pms/stay.mts';

/** The room for guests who have none yet: the planned one, otherwise a free one of their type. */
export function roomToGive(view: PmsView, stay: Stay): string | undefined {
	const planned = plannedRoomOf(stay);
	if (planned !== null) return planned;
	const free = roomsFor(view, stay);
	const unplanned = free.find(({ id }) => view.pms.roomPlan.conflictingStays(stay, id).length === 0);
	return (unplanned ?? free[0])?.id;
}

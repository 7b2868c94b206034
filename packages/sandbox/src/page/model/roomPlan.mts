import type { PmsView } from '../../world/pms/pmsView.mts';
import { nightsOf, plannedRoomOf, type Stay, type StayStatus } from '../../world/pms/stay.mts';
import { localDay } from '../../world/zone.mts';
import { guestOf, lastNameOf } from '../guests.mts';

export const PLAN_DAYS = 14;

/** Some nights of a room in the plan. */
export type PlanCell =
	| { kind: 'free' | 'closed'; day: number; nights: 1 }
	| {
			kind: 'stay';
			day: number;
			/** Those within the plan. */
			nights: number;
			pmsRoomStayId: string;
			bookingNumber: string;
			lastName: string;
			guest: string;
			status: StayStatus | 'Unconfirmed';
			/** True when the API does not show the room yet. */
			isProvisional: boolean;
			fromDay: number;
			untilDay: number;
			/** Whether the stay goes on outside the plan. */
			before: boolean;
			after: boolean;
	  };

export interface PlanRow {
	/** null = these stays have no room yet. */
	room: string | null;
	cells: PlanCell[];
}

/** The room plan of the coming days, room type by room type. */
export interface RoomPlanView {
	/** The first day of the plan, days since 1970-01-01. */
	firstDay: number;
	groups: Array<{ roomType: string; rows: PlanRow[] }>;
	/** Rooms sold on each day. */
	sold: number[];
	rooms: number;
}

export function roomPlanOf(view: PmsView): RoomPlanView {
	const firstDay = localDay(view.now);
	const endDay = firstDay + PLAN_DAYS;
	const { calendar, inventory } = view.pms;
	const stays = calendar
		.between(firstDay, endDay - 1)
		.filter((stay) => !stay.cancelled && nightsOf(stay).untilDay > firstDay);
	const groups = view.content.roomTypes.map(({ id, name }) => {
		const homeless = stays.filter((stay) => plannedRoomOf(stay) === null && stay.outline.roomType.id === id);
		const rooms = (inventory.byType.get(id) ?? []).map((room) => ({
			room: room.displayName,
			cells: cellsOf(
				view,
				stays.filter((stay) => plannedRoomOf(stay) === room.id),
				firstDay,
				closedDays(view, room.id, firstDay),
			),
		}));
		const waiting = lanesOf(homeless).map((lane) => ({
			room: null,
			cells: cellsOf(view, lane, firstDay, new Set()),
		}));
		return { roomType: name, rows: [...waiting, ...rooms] };
	});
	const sold = Array.from({ length: PLAN_DAYS }, (_, index) => calendar.inNight(firstDay + index).length);
	return { firstDay, groups, sold, rooms: inventory.rooms.length };
}

function closedDays(view: PmsView, roomId: string, firstDay: number): ReadonlySet<number> {
	const days = Array.from({ length: PLAN_DAYS }, (_, index) => firstDay + index);
	return new Set(days.filter((day) => view.pms.closures.on(day).some(({ id }) => id === roomId)));
}

/** Puts the stays into as few rows as possible, without overlaps. */
function lanesOf(stays: readonly Stay[]): Stay[][] {
	const lanes: Stay[][] = [];
	const inOrder = [...stays].sort((one, other) => nightsOf(one).fromDay - nightsOf(other).fromDay);
	for (const stay of inOrder) {
		const lane = lanes.find((taken) => {
			const last = taken.at(-1);
			return last === undefined || nightsOf(last).untilDay <= nightsOf(stay).fromDay;
		});
		if (lane === undefined) lanes.push([stay]);
		else lane.push(stay);
	}
	return lanes;
}

function cellsOf(
	view: PmsView,
	stays: readonly Stay[],
	firstDay: number,
	closed: ReadonlySet<number>,
): PlanCell[] {
	const endDay = firstDay + PLAN_DAYS;
	const cells: PlanCell[] = [];
	let day = firstDay;
	const fillUntil = (until: number) => {
		for (; day < until; day += 1) cells.push({ kind: closed.has(day) ? 'closed' : 'free', day, nights: 1 });
	};
	const inOrder = [...stays].sort((one, other) => nightsOf(one).fromDay - nightsOf(other).fromDay);
	for (const stay of inOrder) {
		const { fromDay, untilDay } = nightsOf(stay);
		fillUntil(Math.max(fromDay, firstDay));
		const nights = Math.min(untilDay, endDay) - day;
		if (nights <= 0) continue;
		const booking = view.bookingOf(stay);
		const { status, roomId } = view.stateOf(stay);
		cells.push({
			kind: 'stay',
			day,
			nights,
			pmsRoomStayId: stay.id,
			bookingNumber: stay.bookingNumber,
			lastName: lastNameOf(view, stay),
			guest: guestOf(view, stay),
			status: status === 'New' && booking.status === 'Unconfirmed' ? 'Unconfirmed' : status,
			isProvisional: roomId === null && plannedRoomOf(stay) !== null,
			fromDay,
			untilDay,
			before: fromDay < firstDay,
			after: untilDay > endDay,
		});
		day += nights;
	}
	fillUntil(endDay);
	return cells;
}

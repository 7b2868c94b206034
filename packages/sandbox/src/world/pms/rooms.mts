import type { PmsView } from './pmsView.mts';
import type { Reservation } from './reservations.mts';
import type { Room } from './inventory.mts';
import type { RoomChoice } from './pmsChange.mts';
import type { Stay } from './stay.mts';

/** Why a room cannot be assigned to a stay. */
export interface RoomProblem {
	code: string;
	message: string;
}

/** The rooms of the stay's type that no other stay has on its nights; its own room is one of them. */
export function roomsFor(view: PmsView, stay: Stay): Room[] {
	const rooms = view.pms.inventory.byType.get(stay.outline.roomType.id) ?? [];
	return rooms
		.filter(({ id }) => isFreeFor(view, stay, id, new Set()))
		.sort((one, other) => Number(one.id) - Number(other.id));
}

/**
 * Why rooms cannot be assigned to stays of a reservation, all at once; undefined = they can. Two stays may swap
 * their rooms.
 */
export function assignmentProblem(
	view: PmsView,
	reservation: Reservation,
	choices: readonly RoomChoice[],
): RoomProblem | undefined {
	const stays = new Map(reservation.stays.map((stay) => [stay.id, stay]));
	const chosen = choices.map(({ pmsRoomStayId, roomId }) => ({ stay: stays.get(pmsRoomStayId), roomId }));
	const moving = new Set(chosen.flatMap(({ stay }) => (stay === undefined ? [] : [stay])));
	if (chosen.some(({ stay }) => stay === undefined)) {
		return problem('RoomStayNotFound', 'The reservation has no such room stay');
	}
	if (moving.size < chosen.length) return problem('RoomStayRepeated', 'A room stay is named more than once');
	for (const [index, { stay, roomId }] of chosen.entries()) {
		if (stay === undefined) continue;
		const found = stayProblem(view, stay) ?? roomProblem(view, stay, roomId, moving);
		if (found !== undefined) return found;
		const rivals = chosen.slice(0, index).filter((other) => other.roomId === roomId);
		if (roomId !== null && rivals.some((rival) => rival.stay !== undefined && overlap(rival.stay, stay))) {
			return roomTaken(roomId);
		}
	}
	return undefined;
}

function stayProblem(view: PmsView, stay: Stay): RoomProblem | undefined {
	const { status } = view.stateOf(stay);
	if (status === 'New' || status === 'CheckedIn') return undefined;
	return problem('InvalidRoomStayStatus', `The room stay ${stay.id} is ${status}`);
}

function roomProblem(
	view: PmsView,
	stay: Stay,
	roomId: string | null,
	moving: ReadonlySet<Stay>,
): RoomProblem | undefined {
	if (roomId === null) return undefined;
	const room = view.pms.inventory.byId.get(roomId);
	if (room === undefined) return problem('RoomNotFound', `There is no room ${roomId}`);
	if (room.roomTypeId !== stay.outline.roomType.id) {
		return problem('WrongRoomType', `The room ${roomId} is not of the room type of the room stay ${stay.id}`);
	}
	return isFreeFor(view, stay, roomId, moving) ? undefined : roomTaken(roomId);
}

/** @param moving stays that leave their rooms at the same time */
function isFreeFor(view: PmsView, stay: Stay, roomId: string, moving: ReadonlySet<Stay>): boolean {
	if (view.pms.roomPlan.isClosed(stay, roomId)) return view.stateOf(stay).roomId === roomId;
	return view.pms.roomPlan
		.conflictingStays(stay, roomId)
		.every((other) => moving.has(other) || view.stateOf(other).roomId !== roomId);
}

function overlap({ outline: one }: Stay, { outline: other }: Stay): boolean {
	return one.arrivalDay < other.arrivalDay + other.nights && other.arrivalDay < one.arrivalDay + one.nights;
}

function roomTaken(roomId: string): RoomProblem {
	return problem('RoomNotAvailable', `The room ${roomId} is not available for the dates of the room stay`);
}

function problem(code: string, message: string): RoomProblem {
	return { code, message };
}

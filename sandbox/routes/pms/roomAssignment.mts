import { ApiError } from '../../http/apiError.mts';
import { Body, bodyOf, jsonOf } from '../../http/fields.mts';
import type { Answer } from '../../http/route.mts';
import type { Reservation } from '../../world/pms/pms.mts';
import type { RoomChoice } from '../../world/pms/pmsChange.mts';
import { assignmentProblem } from '../../world/pms/rooms.mts';
import { reservationOf, stayOf, write, type PmsCall } from './pmsCall.mts';

/** All rooms or none. */
export function assignRooms(call: PmsCall): Answer {
	const reservation = reservationOf(call);
	const items = jsonOf(call);
	if (!Array.isArray(items) || items.length === 0) {
		throw new ApiError(400, 'InvalidBody', 'The request body must be a list of room assignments');
	}
	const rooms = items.map((item: unknown, index) => {
		const fields = Body.of(item, `Item ${index + 1}`);
		return { pmsRoomStayId: fields.text('pmsRoomStayId'), roomId: roomIdOf(fields) };
	});
	return assign(call, reservation, rooms.filter(namesStay));
}

/** An item without a room stay changes nothing. */
function namesStay(item: { pmsRoomStayId?: string; roomId: string | null }): item is RoomChoice {
	return item.pmsRoomStayId !== undefined;
}

export function assignRoom(call: PmsCall): Answer {
	const { id } = stayOf(call);
	const roomId = roomIdOf(bodyOf(call));
	return assign(call, reservationOf(call), [{ pmsRoomStayId: id, roomId }]);
}

function assign(call: PmsCall, reservation: Reservation, rooms: RoomChoice[]): Answer {
	const problem = assignmentProblem(call.view, reservation, rooms);
	if (problem !== undefined) throw new ApiError(400, problem.code, problem.message);
	return write(call, { kind: 'roomsAssigned', rooms });
}

/** null takes the room away; the field must be there. */
function roomIdOf(fields: Body): string | null {
	if (!fields.has('roomId')) throw fields.refusal('roomId', 'is missing');
	return fields.text('roomId') ?? null;
}

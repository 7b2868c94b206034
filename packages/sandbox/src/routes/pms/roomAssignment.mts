import { ApiError } from '../../http/apiError.mts';
import { BodyFields, bodyOf, jsonOf } from '../../http/bodyFields.mts';
import { text } from '../../http/fieldTypes.mts';
import type { ApiResponse } from '../../http/route.mts';
import type { Reservation } from '../../world/pms/reservations.mts';
import type { RoomChoice } from '../../world/pms/pmsChange.mts';
import { assignmentProblem } from '../../world/pms/rooms.mts';
import { reservationOf, stayOf, write, type PmsCall } from './pmsCall.mts';

/** All rooms or none. */
export function assignRooms(call: PmsCall): ApiResponse {
	const reservation = reservationOf(call);
	const items = jsonOf(call);
	if (!Array.isArray(items) || items.length === 0) {
		throw new ApiError(400, 'InvalidBody', 'The request body must be a list of room assignments');
	}
	const rooms = items.map((item: unknown, index) => {
		const fields = BodyFields.of(item, `Item ${index + 1}`);
		return {
			pmsRoomStayId: fields.read('pmsRoomStayId', text),
			roomId: fields.requireNullable('roomId', text),
		};
	});
	return assign(call, reservation, rooms.filter(namesStay));
}

/** An item without a room stay changes nothing. */
function namesStay(item: { pmsRoomStayId?: string; roomId: string | null }): item is RoomChoice {
	return item.pmsRoomStayId !== undefined;
}

export function assignRoom(call: PmsCall): ApiResponse {
	const { id } = stayOf(call);
	const roomId = bodyOf(call).requireNullable('roomId', text);
	return assign(call, reservationOf(call), [{ pmsRoomStayId: id, roomId }]);
}

function assign(call: PmsCall, reservation: Reservation, rooms: RoomChoice[]): ApiResponse {
	const problem = assignmentProblem(call.view, reservation, rooms);
	if (problem !== undefined) throw new ApiError(400, problem.code, problem.message);
	return write(call, { kind: 'roomsAssigned', rooms });
}

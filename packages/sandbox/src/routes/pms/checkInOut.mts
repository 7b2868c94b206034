import { ApiError } from '../../http/apiError.mts';
import { bodyOf } from '../../http/bodyFields.mts';
import { text } from '../../http/fieldTypes.mts';
import type { ApiResponse } from '../../http/route.mts';
import { requireLocalMinute } from './dates.mts';
import { stayOf, write, type PmsCall } from './pmsCall.mts';

export function checkIn(call: PmsCall): ApiResponse {
	const stay = stayOf(call);
	const at = requireLocalMinute(bodyOf(call).read('actualCheckInDateTime', text));
	const { status } = call.view.stateOf(stay);
	if (status !== 'New') {
		throw new ApiError(400, 'InvalidRoomStayStatus', `A room stay that is ${status} cannot be checked in`);
	}
	return write(call, { kind: 'checkedIn', pmsRoomStayId: stay.id, at });
}

export function checkOut(call: PmsCall): ApiResponse {
	const stay = stayOf(call);
	const at = requireLocalMinute(bodyOf(call).read('actualCheckOutDateTime', text));
	const { status, actualCheckIn } = call.view.stateOf(stay);
	if (status !== 'CheckedIn') {
		throw new ApiError(400, 'InvalidRoomStayStatus', `A room stay that is ${status} cannot be checked out`);
	}
	if (actualCheckIn !== null && at < actualCheckIn) {
		throw new ApiError(400, 'CheckOutBeforeCheckIn', `The guests arrived at ${actualCheckIn}, after ${at}`);
	}
	return write(call, { kind: 'checkedOut', pmsRoomStayId: stay.id, at });
}

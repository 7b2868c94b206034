import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { number, pmsRoomStayId } from '../../parameters';
import { changed, pmsRequest, ROOM_STAY, roomStayErrors } from '../../../shared/pms/pmsRequests';
import { hotelMinute, timeOptions } from './actualTimes';
import { actualTime } from './actualTimeParameter';
import { actualTimeReadBack, HOW_TO_CHECK_STAY } from '../stayReadBack';

const checkInTime = actualTime('actualCheckInDateTime', 'Check-In Time');

export const checkIn = defineOperation({
	option: {
		name: 'Check In',
		value: 'checkIn',
		action: 'Check in room stay and save',
		description: 'Check in the guests of a room stay. Changes hotel data.',
	},
	writes: 'Check-in',
	parameters: [propertyId, number, pmsRoomStayId, checkInTime, timeOptions],
	run: async ({ values, api, write }) => {
		const time = await hotelMinute(
			api,
			values.propertyId,
			'actualCheckInDateTime',
			values.actualCheckInDateTime,
			values.options.timeZone,
		);
		const body = { actualCheckInDateTime: time };
		await write({
			subject: `Check-in of room stay ${values.pmsRoomStayId}`,
			request: pmsRequest('POST', `${ROOM_STAY}/check-in`, values, { body }),
			errors: roomStayErrors(values),
			howToCheck: HOW_TO_CHECK_STAY,
			identity: [values.propertyId, values.number, values.pmsRoomStayId],
			readBack: actualTimeReadBack(values, 'actualCheckInDateTime', time),
		});
		return [{ ...changed(values), ...body }];
	},
});

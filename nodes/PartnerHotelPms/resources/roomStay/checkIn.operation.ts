import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { number, pmsRoomStayId } from '../../parameters';
import { sendWrite, pmsRequest, ROOM_STAY, roomStayErrors } from '../../../shared/pms/pmsRequests';
import { HOW_TO_CHECK_STAY, hotelMinute, timeOptions } from './actualTimes';
import { actualTime } from './actualTimeParameter';

const checkInTime = actualTime('actualCheckInDateTime', 'Check-In Time');

export const checkIn = defineOperation({
	option: {
		name: 'Check In',
		value: 'checkIn',
		action: 'Check in room stay and save',
		description: 'Check in the guests of a room stay. Changes hotel data.',
	},
	parameters: [propertyId, number, pmsRoomStayId, checkInTime, timeOptions],
	run: async ({ values, api }) => {
		const time = await hotelMinute(
			api,
			values.propertyId,
			'actualCheckInDateTime',
			values.actualCheckInDateTime,
			values.options.timeZone,
		);
		const body = { actualCheckInDateTime: time };
		const [done = {}] = await sendWrite(
			api,
			pmsRequest('POST', `${ROOM_STAY}/check-in`, values, { body }),
			values,
			{
				errors: roomStayErrors(values),
				howToCheck: HOW_TO_CHECK_STAY,
			},
		);
		return [{ ...done, ...body }];
	},
});

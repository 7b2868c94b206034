import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, postOverrides, withOverrides } from '../../../shared/pms/overrides';
import { propertyId } from '../../../shared/parameters/property';
import { number, pmsRoomStayId, timeZone } from '../../parameters';
import { changed, pmsRequest, ROOM_STAY, roomStayNotFound } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { actualTime } from './actualTimeParameter';
import { actualTimeReadBack, HOW_TO_CHECK_STAY } from '../stayReadBack';
import { hotelMinute } from './actualTimes';

const checkOutTime = actualTime('actualCheckOutDateTime', 'Check-Out Time');

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...postOverrides, ...roomsOverrides, timeZone],
});

export const checkOut = defineOperation({
	option: {
		name: 'Check Out',
		value: 'checkOut',
		action: 'Check out room stay and save',
		description: 'Check out the guests of a room stay. Changes hotel data.',
	},
	writes: 'Check-out',
	parameters: [propertyId, number, pmsRoomStayId, checkOutTime, options],
	run: async ({ values, api, write }) => {
		const time = await hotelMinute(
			api,
			values.propertyId,
			'actualCheckOutDateTime',
			values.actualCheckOutDateTime,
			values.options.timeZone,
		);
		const body = { actualCheckOutDateTime: time };
		const request = withOverrides(
			pmsRequest('POST', `${ROOM_STAY}/check-out`, values, { body }),
			values.options,
		);
		await write({
			subject: `Check-out of room stay ${values.pmsRoomStayId}`,
			request,
			errors: overrideErrors(roomStayNotFound(values)),
			howToCheck: HOW_TO_CHECK_STAY,
			identity: [values.propertyId, values.number, values.pmsRoomStayId],
			readBack: actualTimeReadBack(values, 'actualCheckOutDateTime', time),
		});
		return [{ ...changed(values), ...body }];
	},
});

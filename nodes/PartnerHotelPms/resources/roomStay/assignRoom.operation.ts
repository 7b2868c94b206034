import { requireText } from '../../../shared/parameters/checks';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, putOverrides, withOverrides } from '../../overrides';
import { propertyId } from '../../../shared/parameters/property';
import { assignedRoomId, number, pmsRoomStayId, removeRoom } from '../../parameters';
import { sendWrite, pmsRequest, ROOM_STAY, roomStayNotFound } from '../../pmsRequests';
import { roomsRequestPath } from '../../rooms';
import { HOW_TO_CHECK_STAY } from './actualTimes';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...putOverrides, roomsRequestPath],
});

export const assignRoom = defineOperation({
	option: {
		name: 'Assign Room',
		value: 'assignRoom',
		action: 'Assign room to room stay and change hotel data',
		description: 'Assign a room to a room stay, or remove it. Changes hotel data.',
	},
	parameters: [propertyId, number, pmsRoomStayId, removeRoom, assignedRoomId, options],
	run: async ({ values, api }) => {
		const body = { roomId: values.removeRoom ? null : requireText('roomId', values.roomId) };
		const request = withOverrides(pmsRequest('PUT', `${ROOM_STAY}/room`, values, { body }), values.options);
		const [done = {}] = await sendWrite(api, request, values, {
			errors: overrideErrors(roomStayNotFound(values)),
			howToCheck: HOW_TO_CHECK_STAY,
		});
		return [{ ...done, ...body }];
	},
});

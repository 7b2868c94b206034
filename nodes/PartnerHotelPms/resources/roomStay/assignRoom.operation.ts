import { requireText } from '../../../shared/checks';
import { defineOperation } from '../../../shared/operation';
import { overrideErrors, overrideOptions, withOverrides } from '../../../shared/overrides';
import { propertyId } from '../../../shared/parameters/property';
import { number, pmsRoomStayId, roomId } from '../../parameters';
import { carryOut, pmsRequest, ROOM_STAY, roomStayNotFound } from '../../pmsRequests';
import { HOW_TO_CHECK_STAY } from './actualTimes';

export const assignRoom = defineOperation({
	option: {
		name: 'Assign Room',
		value: 'assignRoom',
		action: 'Assign room to room stay and change hotel data',
		description: 'Give one room stay its room. Changes data of the hotel.',
	},
	parameters: [propertyId, number, pmsRoomStayId, roomId, overrideOptions],
	run: async ({ values, api }) => {
		const body = { roomId: requireText('roomId', values.roomId) };
		const request = withOverrides(pmsRequest('PUT', `${ROOM_STAY}/room`, values, { body }), values.options);
		const [done = {}] = await carryOut(api, request, values, {
			errors: overrideErrors(roomStayNotFound(values)),
			howToCheck: HOW_TO_CHECK_STAY,
		});
		return [{ ...done, ...body }];
	},
});

import { requireText } from '../../../shared/parameters/checks';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, putOverrides, withOverrides } from '../../../shared/pms/overrides';
import { propertyId } from '../../../shared/parameters/property';
import { assignedRoomId, number, pmsRoomStayId, removeRoom } from '../../parameters';
import { changed, pmsRequest, ROOM_STAY, roomStayNotFound } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { HOW_TO_CHECK_ROOMS, roomsReadBack } from '../stayReadBack';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...putOverrides, ...roomsOverrides],
});

/** The list shows which rooms are free for the stay. */
const freeRoomId = defineParameter({
	...assignedRoomId,
	description: 'The room, from the chosen property. Those that are free for the stay come first.',
	typeOptions: { loadOptionsDependsOn: ['propertyId.value', 'number.value', 'pmsRoomStayId.value'] },
});

export const assignRoom = defineOperation({
	option: {
		name: 'Assign Room',
		value: 'assignRoom',
		action: 'Assign room to room stay and save',
		description: 'Assign a room to a room stay, or remove it. Changes hotel data.',
	},
	writes: 'Room assignment',
	parameters: [propertyId, number, pmsRoomStayId, removeRoom, freeRoomId, options],
	run: async ({ values, write }) => {
		const body = { roomId: values.removeRoom ? null : requireText('roomId', values.roomId) };
		const { pmsRoomStayId } = values;
		await write({
			subject: `Room assignment of room stay ${pmsRoomStayId}`,
			request: withOverrides(pmsRequest('PUT', `${ROOM_STAY}/room`, values, { body }), values.options),
			errors: overrideErrors(roomStayNotFound(values)),
			howToCheck: HOW_TO_CHECK_ROOMS,
			identity: [values.propertyId, values.number, pmsRoomStayId, body.roomId],
			readBack: roomsReadBack(values, [{ pmsRoomStayId, ...body }]),
		});
		return [{ ...changed(values), ...body }];
	},
});

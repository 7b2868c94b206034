import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { assignedRoomId, number, pmsRoomStayId, removeRoom } from '../../parameters';
import { changed, pmsRequest, RESERVATION, reservationErrors } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { assignmentBody } from './assignments';
import { HOW_TO_CHECK_ROOMS, roomsReadBack } from '../stayReadBack';

const assignments = defineParameter({
	displayName: 'Assignments',
	name: 'assignments',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Assignment',
	required: true,
	default: {},
	description: 'The room for each room stay. Use Get Available Rooms to see which rooms are available.',
	options: [
		{ displayName: 'Assignment', name: 'assignment', values: [pmsRoomStayId, removeRoom, assignedRoomId] },
	],
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...roomsOverrides],
});

export const assignRooms = defineOperation({
	option: {
		name: 'Assign Rooms',
		value: 'assignRooms',
		action: 'Assign rooms to reservation and save',
		description: 'Assign rooms to several room stays of a reservation, or remove them. Changes hotel data.',
	},
	writes: 'Room assignments',
	parameters: [propertyId, number, assignments, options],
	run: async ({ values, write }) => {
		const body = assignmentBody(values.assignments.assignment);
		await write({
			subject: `Room assignments of reservation ${values.number}`,
			request: pmsRequest('POST', `${RESERVATION}/assign-rooms`, values, { body }),
			errors: reservationErrors(values),
			howToCheck: HOW_TO_CHECK_ROOMS,
			identity: [values.propertyId, values.number, body],
			readBack: roomsReadBack(values, body),
		});
		return [{ ...changed(values), assignments: body }];
	},
});

import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { assignedRoomId, number, pmsRoomStayId, removeRoom } from '../../parameters';
import { sendWrite, pmsRequest, RESERVATION, reservationErrors } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { assignmentBody } from './assignments';

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
	parameters: [propertyId, number, assignments, options],
	run: async ({ values, api }) => {
		const body = assignmentBody(values.assignments.assignment);
		const [done = {}] = await sendWrite(
			api,
			pmsRequest('POST', `${RESERVATION}/assign-rooms`, values, { body }),
			values,
			{
				errors: reservationErrors(values),
				howToCheck:
					"Read the reservation with 'Reservation → Get' and compare the rooms before you repeat it.",
			},
		);
		return [{ ...done, assignments: body }];
	},
});

import { defineOperation, defineParameter } from '../../../shared/operation';
import { propertyId } from '../../../shared/parameters/property';
import { number, pmsRoomStayId, roomId } from '../../parameters';
import { carryOut, pmsRequest, RESERVATION, reservationErrors } from '../../pmsRequests';
import { assignmentBody } from './assignments';

const assignments = defineParameter({
	displayName: 'Assignments',
	name: 'assignments',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Assignment',
	required: true,
	default: {},
	description: 'Which room stay gets which room. Get Available Rooms tells which are free.',
	options: [{ displayName: 'Assignment', name: 'assignment', values: [pmsRoomStayId, roomId] }],
});

export const assignRooms = defineOperation({
	option: {
		name: 'Assign Rooms',
		value: 'assignRooms',
		action: 'Assign rooms to stays of reservation and change hotel data',
		description: 'Give rooms to several room stays of one reservation. Changes data of the hotel.',
	},
	parameters: [propertyId, number, assignments],
	run: async ({ values, api }) => {
		const body = assignmentBody(values.assignments.assignment);
		const [done = {}] = await carryOut(
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

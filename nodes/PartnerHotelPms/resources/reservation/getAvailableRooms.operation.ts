import { pmsList } from '../../../shared/api/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { number } from '../../parameters';
import { pmsRequest, RESERVATION, reservationErrors } from '../../pmsRequests';

export const getAvailableRooms = defineOperation({
	option: {
		name: 'Get Available Rooms',
		value: 'getAvailableRooms',
		action: 'Get available rooms for reservation',
		description:
			'Get the available rooms for each room stay of a reservation. Use it before assigning rooms.',
	},
	readOnly: true,
	parameters: [propertyId, number, ...paging],
	request: (values) => pmsRequest('GET', `${RESERVATION}/find-available-rooms`, values),
	list: pmsList('availableRoomForRoomStays'),
	errors: reservationErrors,
});

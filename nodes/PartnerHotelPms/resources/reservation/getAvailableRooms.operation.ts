import { pmsList } from '../../../shared/api/response/lists';
import { namesOf } from '../../../shared/api/property/names';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { simplify } from '../../../shared/parameters/simplify';
import { number } from '../../parameters';
import { pmsRequest, RESERVATION, reservationErrors } from '../../../shared/pms/pmsRequests';
import { roomsIfAvailable, roomsOverrides } from '../../../shared/pms/rooms';
import { simplifyAvailableRooms } from './simplifyAvailableRooms';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...roomsOverrides],
});

export const getAvailableRooms = defineOperation({
	option: {
		name: 'Get Available Rooms',
		value: 'getAvailableRooms',
		action: 'Get available rooms for reservation',
		description:
			'Get the available rooms for each room stay of a reservation. Use it before assigning rooms.',
	},
	readOnly: true,
	personalColumns: personalColumns.none,
	parameters: [propertyId, number, ...paging, simplify, options],
	request: (values) => pmsRequest('GET', `${RESERVATION}/find-available-rooms`, values),
	list: pmsList('availableRoomForRoomStays'),
	view: async (found, { values, api, warn }) => {
		if (!values.simplify) return found;
		const rooms = await roomsIfAvailable(api, values.propertyId, values.options, warn);
		const names = await namesOf(api, values.propertyId);
		return found.map((one) => simplifyAvailableRooms(one, values, names, rooms));
	},
	errors: reservationErrors,
});

import { pmsList } from '../../../shared/api/response/lists';
import { namesOf } from '../../../shared/api/property/names';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { overrideErrors, readOverrides, withOverrides } from '../../../shared/pms/overrides';
import { optional } from '../../../shared/parameters/locator';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { roomTypeId } from '../../../shared/parameters/roomType';
import { simplify } from '../../../shared/parameters/simplify';
import { floorsIfAvailable } from '../../../shared/pms/floors';
import { pmsRequest } from '../../../shared/pms/pmsRequests';
import { simplifyRooms } from './simplifyRoom';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...readOverrides],
});

export const getRooms = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many rooms',
		description:
			'Get the rooms of a hotel with their names, room types and floors, in the order of their names',
	},
	readOnly: true,
	parameters: [
		propertyId,
		{
			...optional(roomTypeId),
			description: 'Only rooms of this room type. Leave empty for all rooms.',
		},
		...paging,
		simplify,
		options,
	],
	request: ({ propertyId: property, roomTypeId: type, options: chosen }) =>
		withOverrides(
			pmsRequest(
				'GET',
				'/rooms',
				{ propertyId: property },
				{ query: { roomTypeId: type === '' ? undefined : type } },
			),
			chosen,
		),
	list: pmsList('rooms'),
	view: async (rooms, { values, api }) => {
		if (!values.simplify) return rooms;
		const [names, floors] = await Promise.all([
			namesOf(api, values.propertyId),
			floorsIfAvailable(api, values.propertyId),
		]);
		return simplifyRooms(rooms, values.propertyId, names, floors);
	},
	errors: (values) =>
		overrideErrors({
			message: `The property '${values.propertyId}' was not found`,
			description: "Check 'Property'.",
		}),
});

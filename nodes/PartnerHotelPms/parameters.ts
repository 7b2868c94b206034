import { defineParameter } from '../shared/operation/defineOperation';
import { locator } from '../shared/parameters/locator';
import { pmsLanguage } from '../shared/parameters/language';

export const number = defineParameter({
	displayName: 'Reservation Number',
	name: 'number',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 22200222-111-99999999',
	description:
		'The number of the reservation in the hotel system, which can differ from the number of its booking',
});

export const pmsPersonId = locator({
	displayName: 'Guest',
	name: 'pmsPersonId',
	required: true,
	searchListMethod: 'searchGuests',
	description:
		'The guest: type part of a first or last name to search, or enter the ID the hotel system gives',
	example: '4503599627465719',
	dependsOn: ['propertyId.value'],
});

export const pmsRoomStayId = locator({
	displayName: 'Room Stay',
	name: 'pmsRoomStayId',
	required: true,
	searchListMethod: 'searchRoomStays',
	description: 'The stay in one room, from the stays of the reservation',
	example: '4503599628227391',
	dependsOn: ['propertyId.value', 'number'],
});

export const roomId = locator({
	displayName: 'Room',
	name: 'roomId',
	required: true,
	searchListMethod: 'searchRooms',
	description: 'The room, from the list of the chosen property',
	example: '4503599627373585',
	dependsOn: ['propertyId.value'],
});

/** An empty room is an oversight; taking the room away must be asked for. */
export const removeRoom = defineParameter({
	displayName: 'Remove Room',
	name: 'removeRoom',
	type: 'boolean',
	default: false,
	description: 'Whether to take its room away from the stay instead of assigning one',
});

export const assignedRoomId = { ...roomId, displayOptions: { show: { removeRoom: [false] } } };

export const timeZone = defineParameter({
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/London',
	description:
		"Time zone of the hotel, for times with an offset. Taken from the property's record when empty, which needs access to Content.",
});

export const languageOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [pmsLanguage],
});

import { defineParameter } from '../shared/operation/defineOperation';
import { locator } from '../shared/parameters/locator';
import { pmsLanguage } from '../shared/parameters/language';

export const number = locator({
	displayName: 'Reservation Number',
	name: 'number',
	required: true,
	searchListMethod: 'searchReservations',
	description:
		"The list has the guests of the next 7 days, those of today first. Type words of a guest's name, an arrival like 2026-03-01, or a part of the number. The number in the hotel system can differ from the booking number.",
	example: '22200222-111-99999999',
	entered: 'By Number',
	dependsOn: ['propertyId.value'],
});

export const pmsPersonId = locator({
	displayName: 'Guest',
	name: 'pmsPersonId',
	required: true,
	searchListMethod: 'searchGuests',
	description:
		'The guest to work with. Type part of a first or last name to search, or enter the ID from the hotel system.',
	example: '4503599627465719',
	dependsOn: ['propertyId.value'],
});

export const pmsRoomStayId = locator({
	displayName: 'Room Stay',
	name: 'pmsRoomStayId',
	required: true,
	searchListMethod: 'searchRoomStays',
	description: 'The room stay, from the chosen reservation',
	example: '4503599628227391',
	dependsOn: ['propertyId.value', 'number.value'],
});

export const roomId = locator({
	displayName: 'Room',
	name: 'roomId',
	required: true,
	searchListMethod: 'searchRooms',
	description: 'The room, from the chosen property',
	example: '4503599627373585',
	dependsOn: ['propertyId.value'],
});

/** An empty room is a mistake; removing the room must be explicit. */
export const removeRoom = defineParameter({
	displayName: 'Remove Room',
	name: 'removeRoom',
	type: 'boolean',
	default: false,
	description: 'Whether to remove the room from the room stay instead of assigning one',
});

export const assignedRoomId = { ...roomId, displayOptions: { show: { removeRoom: [false] } } };

export const timeZone = defineParameter({
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/London',
	description:
		'Time zone of the hotel, used to convert times with an offset. If empty, it is read from the property, which requires access to Content.',
});

export const pmsLanguageOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [pmsLanguage],
});

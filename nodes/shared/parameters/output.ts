import { defineParameter } from '../operation/defineOperation';

/** How a booking or reservation comes out. */
export const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Room Stay',
			value: 'roomStays',
			description: 'Flat fields, one item for each room',
		},
		{ name: 'Raw', value: 'raw', description: 'The data as the API gives it' },
		{ name: 'Simplified', value: 'simplified', description: 'Flat, named fields, one item for all rooms' },
	],
	default: 'raw',
	description:
		'How the result comes out. Simplified and per room stay, room types and rooms have their names.',
});

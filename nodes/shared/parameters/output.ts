import { defineParameter } from '../operation/defineOperation';

/** How to return a booking or reservation. */
export const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Room Stay',
			value: 'roomStays',
			description: 'Flat fields, one item per room stay',
		},
		{ name: 'Raw', value: 'raw', description: 'The data as returned by the API' },
		{ name: 'Simplified', value: 'simplified', description: 'Flat fields, one item for all room stays' },
	],
	default: 'simplified',
	description: 'How to return the result. Flat formats include the names of room types and rooms.',
});

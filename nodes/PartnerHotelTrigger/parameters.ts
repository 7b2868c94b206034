import { defineParameter } from '../shared/operation';
import { propertyId } from '../shared/parameters/property';

const startFrom = defineParameter({
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	options: [
		{
			name: 'Now',
			value: 'now',
			description: 'Only bookings that are made, changed or cancelled from now on',
		},
		{
			name: 'A Date',
			value: 'date',
			description: 'Also bookings that were made, changed or cancelled since a date',
		},
		{
			name: 'Everything',
			value: 'everything',
			description: 'All bookings since 2009 first, in slices, then the new ones',
		},
	],
	default: 'now',
	description: 'Which bookings the trigger starts with when it is switched on for the first time',
});

const startDate = defineParameter({
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	required: true,
	displayOptions: { show: { startFrom: ['date'] } },
	default: '',
	description: 'The first change to report. Without an offset it is read in the time zone of the workflow.',
});

const includeDetails = defineParameter({
	displayName: 'Add Booking Details',
	name: 'includeDetails',
	type: 'boolean',
	default: true,
	description:
		'Whether to fetch room stays, guests and prices of each booking into the field "booking". Without it an item has only number, property, status and times.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Max Bookings per Execution',
			name: 'maxBookings',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 500,
			description: 'How many bookings one execution gets at most. The rest follows with the next polls.',
		},
	],
});

export const parameters = [propertyId, startFrom, startDate, includeDetails, options] as const;

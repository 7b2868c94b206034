import { defineParameter } from '../shared/operation/defineOperation';
import { propertyId as oneProperty } from '../shared/parameters/property';

const propertySelection = defineParameter({
	displayName: 'Properties',
	name: 'propertySelection',
	type: 'options',
	options: [
		{
			name: 'All Properties',
			value: 'all',
			description: 'Every property this API connection can see, also those that are added later',
		},
		{ name: 'One Property', value: 'one', description: 'One property, chosen from the list or by its ID' },
		{ name: 'Several Properties', value: 'several', description: 'The properties you choose from the list' },
	],
	default: 'one',
	description: 'The properties whose bookings start the workflow',
});

const propertyId = defineParameter({
	...oneProperty,
	displayOptions: { show: { propertySelection: ['one'] } },
});

const propertyIds = defineParameter({
	displayName: 'Property Names or IDs',
	name: 'propertyIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getProperties' },
	required: true,
	displayOptions: { show: { propertySelection: ['several'] } },
	default: [],
	description:
		'The properties to watch. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const events = defineParameter({
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'Booking Cancelled',
			value: 'cancelled',
			description: 'The status of a booking became cancelled',
		},
		{ name: 'Booking Changed', value: 'changed', description: 'Anything else about a booking changed' },
		{ name: 'New Booking', value: 'new', description: 'A booking was made' },
	],
	default: ['new', 'changed', 'cancelled'],
	description: 'What starts the workflow',
});

const startFrom = defineParameter({
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	options: [
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
		{
			name: 'Now',
			value: 'now',
			description: 'Only bookings that are made, changed or cancelled from now on',
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

const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Night',
			value: 'nights',
			description: 'Flat fields, one item for each night of each room stay',
		},
		{
			name: 'One Item per Room Stay',
			value: 'roomStays',
			description: 'Flat fields, one item for each room of a booking',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'Flat, named fields, one item for all rooms of a booking',
		},
		{
			name: 'Summary and Details',
			value: 'details',
			description: 'Room stays, guests and prices as the API gives them, in the field "booking"',
		},
		{
			name: 'Summary Only',
			value: 'summary',
			description: 'Number, property, status and times. The fastest: no details are fetched.',
		},
	],
	default: 'details',
	description: 'How a booking comes out',
});

const filters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Arrival From',
			name: 'arrivalFrom',
			type: 'dateTime',
			default: '',
			description: 'Only bookings with a room stay that arrives on this day or later',
		},
		{
			displayName: 'Arrival To',
			name: 'arrivalTo',
			type: 'dateTime',
			default: '',
			description: 'Only bookings with a room stay that arrives on this day or earlier',
		},
		{
			displayName: 'Source Types',
			name: 'sourceTypes',
			type: 'multiOptions',
			options: [
				{ name: 'Booking Engine', value: 'BookingEngine' },
				{ name: 'Channel', value: 'Channel' },
				{ name: 'Other', value: 'Other' },
				{ name: 'PMS', value: 'PMS' },
			],
			default: [],
			description: 'Only bookings that were made there',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			options: [
				{ name: 'Active', value: 'Active' },
				{ name: 'Cancelled', value: 'Cancelled' },
				{ name: 'Unconfirmed', value: 'Unconfirmed' },
			],
			default: [],
			description: 'Only bookings in one of these states',
		},
	],
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'After a Crash',
			name: 'afterCrash',
			type: 'options',
			options: [
				{
					name: 'Hand It Over Again',
					value: 'handOverAgain',
					description:
						'After each restart of n8n, the bookings of the last execution come once more, marked redelivered: none is lost, some come twice',
				},
				{
					name: 'Skip What Was Being Handed Over',
					value: 'skip',
					description:
						'None comes twice; killed at the wrong moment, n8n loses the bookings of one execution',
				},
			],
			default: 'skip',
			description:
				"What to do when n8n was stopped while it took bookings over. With n8n's durable polling, neither happens.",
		},
		{
			displayName: 'Max Bookings per Execution',
			name: 'maxBookings',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 500,
			description: 'How many bookings one execution gets at most. The rest follows with the next polls.',
		},
	],
});

export const parameters = [
	propertySelection,
	propertyId,
	propertyIds,
	events,
	startFrom,
	startDate,
	output,
	filters,
	options,
] as const;

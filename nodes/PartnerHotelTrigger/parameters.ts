import { defineParameter } from '../shared/operation/defineOperation';
import { bookingFilters } from '../shared/parameters/bookingFilters';
import { cancellationDeadline } from '../shared/parameters/cancellationDeadline';
import {
	propertySelection as anyProperties,
	selectedProperties as propertyIds,
	selectedProperty as propertyId,
} from '../shared/parameters/propertySelection';
import { leaveOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { keepWatching, MAX_INTERVAL_MINUTES, startDate } from '../shared/polling/pollParameters';

const propertySelection = defineParameter({
	...anyProperties,
	description: 'The properties whose bookings start the workflow',
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
			description: 'A booking was cancelled',
		},
		{ name: 'Booking Changed', value: 'changed', description: 'A booking was changed in any other way' },
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
			description: 'Bookings made, changed or cancelled since a given date',
		},
		{
			name: 'Everything',
			value: 'everything',
			description: 'All bookings since 2009 in batches, then new ones',
		},
		{
			name: 'Now',
			value: 'now',
			description: 'Only bookings made, changed or cancelled from now on',
		},
	],
	default: 'now',
	description: 'Where to start when the workflow is activated for the first time',
});

const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Night',
			value: 'nights',
			description: 'Flat fields, one item per night of each room stay',
		},
		{
			name: 'One Item per Room Stay',
			value: 'roomStays',
			description: 'Flat fields with names of room types and rate plans, one item per room stay',
		},
		{
			name: 'Raw',
			value: 'details',
			description: 'Room stays, guests and prices as returned by the API, in the field "booking"',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'Flat fields with names of room types and rate plans, one item per booking',
		},
		{
			name: 'Summary Only',
			value: 'summary',
			description: 'Number, property, status and times. Fastest, as no details are fetched.',
		},
	],
	default: 'simplified',
	description: 'How to return a booking',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...cancellationDeadline,
			description: `${cancellationDeadline.description} Not with the output 'Summary Only'.`,
		},
		{
			displayName: 'After a Crash',
			name: 'afterCrash',
			type: 'options',
			options: [
				{
					name: 'Hand It Over Again',
					value: 'handOverAgain',
					description:
						'After each restart of n8n, emit the bookings of the last execution again, marked as redelivered. No booking is lost when n8n is killed, but some come twice.',
				},
				{
					name: 'Skip What Was Being Handed Over',
					value: 'skip',
					description:
						'Emit no booking twice. If n8n is killed at the wrong moment, the bookings of one execution are lost.',
				},
			],
			default: 'skip',
			description:
				"What to do with bookings that were being handed over when n8n stopped. With n8n's durable polling, none is lost or repeated.",
		},
		{
			displayName: 'At Least Every (Minutes)',
			name: 'atLeastEvery',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: MAX_INTERVAL_MINUTES,
			description:
				'With more properties than a poll can read (about 45 a minute), those with many changes are read more often. This is how often each is read at least, as far as the limits allow.',
		},
		keepWatching,
		leaveOutPersonalData,
		{
			displayName: 'Max Bookings per Execution',
			name: 'maxBookings',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 500,
			description: 'Max number of bookings per execution. The rest follows with the next polls.',
		},
		{
			displayName: 'Only If Changed',
			name: 'onlyIfChanged',
			type: 'multiOptions',
			options: [
				{ name: 'Dates', value: 'dates', description: 'Arrival or departure of the booking or a room stay' },
				{ name: 'Guests', value: 'guests', description: 'Number of adults or children, or ages of children' },
				{
					name: 'Other',
					value: 'other',
					description: 'Names, rate plans, services, times of day and the rest',
				},
				{ name: 'Price', value: 'price', description: 'Total of the booking' },
				{ name: 'Rooms', value: 'rooms', description: 'Number of rooms or room types' },
				{ name: 'Status', value: 'status', description: 'Such as from unconfirmed to active' },
			],
			default: [],
			description:
				"Which changes count for the event 'Booking Changed'; empty: all. A change of a booking whose earlier state is not known is emitted, too.",
		},
		{
			displayName: 'Skip Details After (Hours)',
			name: 'withoutDetailsAfter',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 24,
			description:
				'A booking whose details cannot be read waits for them. After so many hours it is emitted with its number, status and times, and a note. Without this option it waits as long as it takes.',
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
	bookingFilters,
	options,
] as const;

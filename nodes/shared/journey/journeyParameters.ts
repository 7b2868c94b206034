import { defineParameter } from '../operation/defineOperation';

/** What the panels of the trigger and of the operations have in common. */

export const source = defineParameter({
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{
			name: 'Bookings',
			value: 'bookings',
			description: 'For API connections without access to the PMS: no check-in, check-out or contacts',
		},
		{
			name: 'Reservations',
			value: 'reservations',
			description: 'The reservations of the PMS, with check-in, check-out, e-mail and phone',
		},
	],
	default: 'reservations',
	description: 'Where the stays are read',
});

export const unitKind = defineParameter({
	displayName: 'One Item Per',
	name: 'unitKind',
	type: 'options',
	options: [
		{ name: 'Booking', value: 'booking', description: 'One message for all rooms of a booking' },
		{ name: 'Room Stay', value: 'roomStay', description: 'A message for each room of a group' },
	],
	default: 'booking',
	description: 'What a message is sent once for',
});

export const moments = defineParameter({
	displayName: 'Moments',
	name: 'moments',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Moment',
	required: true,
	default: {
		moment: [{ name: 'Before arrival', anchor: 'beforeArrival', count: 3, unit: 'days', time: '10:00' }],
	},
	description: 'When messages are due. Each stay has each moment once.',
	options: [
		{
			displayName: 'Moment',
			name: 'moment',
			values: [
				{
					displayName: 'Event',
					name: 'anchor',
					type: 'options',
					options: [
						{ name: 'After Arrival', value: 'afterArrival', description: 'Not after the departure' },
						{
							name: 'After Booking',
							value: 'afterBooking',
							description: 'After the booking was made. Not every PMS tells when that was.',
						},
						{
							name: 'After Check-In',
							value: 'afterCheckIn',
							description: 'As the front desk recorded it. Reservations only.',
						},
						{
							name: 'After Check-Out',
							value: 'afterCheckOut',
							description: 'As the front desk recorded it. Reservations only.',
						},
						{ name: 'After Departure', value: 'afterDeparture', description: 'As it was planned' },
						{
							name: 'Amount Due Before Arrival',
							value: 'amountDue',
							description: 'If something is still to be paid then',
						},
						{
							name: 'Before Arrival',
							value: 'beforeArrival',
							description: 'Never after the guest has arrived',
						},
						{
							name: 'Before Departure',
							value: 'beforeDeparture',
							description: 'Never after the guest has left',
						},
						{
							name: 'Before Free Cancellation Ends',
							value: 'beforeFreeCancellationEnds',
							description: 'By the rules of the rate plans. Bookings only.',
						},
						{
							name: 'During the Stay',
							value: 'duringStay',
							description: 'Each day of the stay, or each so many days',
						},
						{
							name: 'Not Arrived',
							value: 'notArrived',
							description: 'Counted from the day of arrival, if no check-in is recorded. Reservations only.',
						},
						{
							name: 'Not Departed',
							value: 'notDeparted',
							description:
								'Counted from the day of departure, if the guest is still there. Reservations only.',
						},
					],
					default: 'beforeArrival',
					description: 'What the moment is counted from',
				},
				{
					displayName: 'Hours or Days',
					name: 'unit',
					type: 'options',
					options: [
						{ name: 'Days', value: 'days', description: "Dates of the hotel, at the 'Local Time'" },
						{ name: 'Hours', value: 'hours', description: '60 minutes each' },
					],
					default: 'days',
					description: 'What the distance is counted in',
				},
				{
					displayName: 'How Many',
					name: 'count',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 1440, numberPrecision: 0 },
					default: 0,
					description: 'How many days or hours before or after the event; 0 days is the same day',
				},
				{
					displayName: 'Local Time',
					name: 'time',
					type: 'string',
					displayOptions: { show: { unit: ['days'] } },
					default: '10:00',
					placeholder: 'e.g. 10:00',
					description: "When on that day, on the hotel's clock",
				},
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. Before arrival',
					description:
						"The 'moment' of the items. What was sent is remembered by it: a moment with another name is another one.",
				},
			],
		},
	],
});

export const journeyFilters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which guests get messages. What the API does not return matches no filter.',
	options: [
		{
			displayName: 'Children',
			name: 'children',
			type: 'options',
			options: [
				{ name: 'With Children', value: 'with' },
				{ name: 'Without Children', value: 'without' },
			],
			default: 'with',
			description: 'Only guests with children, or only those without any',
		},
		{
			displayName: 'Countries',
			name: 'countries',
			type: 'string',
			default: '',
			placeholder: 'e.g. DEU, AUT',
			description: 'Citizenship of who booked, in three letters, separated by commas. Reservations only.',
		},
		{
			displayName: 'Languages',
			name: 'languages',
			type: 'string',
			default: '',
			placeholder: 'e.g. de, en',
			description: 'Language of who booked, in two letters, separated by commas. Reservations only.',
		},
		{
			displayName: 'Max Lead Time (Days)',
			name: 'maxLeadTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Days from the booking to the arrival, at most; 0 for guests who book on the day',
		},
		{
			displayName: 'Max Nights',
			name: 'maxNights',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description: 'Only stays of as many nights or fewer',
		},
		{
			displayName: 'Min Lead Time (Days)',
			name: 'minLeadTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Days from the booking to the arrival, at least',
		},
		{
			displayName: 'Min Nights',
			name: 'minNights',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description: 'Only stays of as many nights or more',
		},
		{
			displayName: 'Min Total',
			name: 'minTotal',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'In the currency of the booking',
		},
		{
			displayName: 'Rate Plans',
			name: 'ratePlans',
			type: 'string',
			default: '',
			placeholder: 'e.g. 133528, Weekend',
			description: 'IDs or names, separated by commas. The PMS tells none.',
		},
		{
			displayName: 'Returning Guests',
			name: 'returning',
			type: 'options',
			options: [
				{ name: 'Only First Stays', value: 'first', description: 'Guests who have not stayed here before' },
				{ name: 'Only Returning Guests', value: 'returning', description: 'Guests who have' },
			],
			default: 'returning',
			description:
				'Whether the first guest, or else who booked, has checked out of this hotel before. Takes one more request for each stay that is looked at. Reservations only.',
		},
		{
			displayName: 'Room Types',
			name: 'roomTypes',
			type: 'string',
			default: '',
			placeholder: 'e.g. 82751, Suite',
			description: 'IDs or names, separated by commas',
		},
		{
			displayName: 'Sources',
			name: 'sources',
			type: 'string',
			default: '',
			placeholder: 'e.g. Booking Engine, Channel',
			description: 'Channels or types of sources by name, separated by commas',
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'string',
			default: '',
			placeholder: 'e.g. Confirmed, Active',
			description:
				'Of the booking, reservation or room stay, in the words of the API, separated by commas. Cancelled ones get no message.',
		},
	],
});

/** The corner cases, for *Options*. */
export const caseOptions = [
	defineParameter({
		displayName: 'If Booked Later',
		name: 'ifBookedLater',
		type: 'options',
		options: [
			{ name: 'Send at Once', value: 'send', description: 'But nothing about the arrival after it' },
			{ name: 'Skip', value: 'skip', description: 'The guest does not get this message' },
		],
		default: 'send',
		description: 'What to do with moments that had passed when the booking was made',
	}),
	defineParameter({
		displayName: 'If Late (Hours)',
		name: 'ifLate',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 720 },
		default: 12,
		description:
			'How late a message may be, if n8n was down or the workflow switched off. What is later is not sent, and listed once in the log.',
	}),
	defineParameter({
		displayName: 'If Moved After It Was Sent',
		name: 'ifMoved',
		type: 'options',
		options: [
			{ name: 'Do Not Send Again', value: 'once', description: 'Each stay has each moment once' },
			{ name: 'Send Again', value: 'again', description: 'When the date of the moment has changed' },
		],
		default: 'once',
		description: 'What to do with a stay that was moved. One that is moved before always moves along.',
	}),
	defineParameter({
		displayName: 'Not After',
		name: 'notAfter',
		type: 'string',
		default: '',
		placeholder: 'e.g. 21:00',
		description: "Send nothing after this time of the day, on the hotel's clock",
	}),
	defineParameter({
		displayName: 'Not Before',
		name: 'notBefore',
		type: 'string',
		default: '',
		placeholder: 'e.g. 08:00',
		description: "Send nothing before this time of the day, on the hotel's clock",
	}),
	defineParameter({
		displayName: 'Outside of These Hours',
		name: 'outside',
		type: 'options',
		options: [
			{ name: 'Move Earlier', value: 'earlier', description: "To the last 'Not After' before" },
			{ name: 'Move Later', value: 'later', description: "To the next 'Not Before'" },
		],
		default: 'later',
		description:
			"Where messages outside of 'Not Before' and 'Not After' are moved. Where that makes no sense, such as after the arrival, the other way; where neither does, they are not sent.",
	}),
] as const;

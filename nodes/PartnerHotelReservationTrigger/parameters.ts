import { defineParameter } from '../shared/operation/defineOperation';
import { pmsLanguage } from '../shared/parameters/language';
import { output } from '../shared/parameters/output';
import {
	propertySelection as anyProperties,
	selectedProperties as propertyIds,
	selectedProperty as propertyId,
} from '../shared/parameters/propertySelection';
import { addGuests } from '../shared/pms/outputParameters';
import { roomsOverrides } from '../shared/pms/rooms';
import { leaveOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { keepWatching, MAX_INTERVAL_MINUTES, startDate } from '../shared/polling/pollParameters';

const propertySelection = defineParameter({
	...anyProperties,
	description: 'The properties whose reservations start the workflow',
});

const events = defineParameter({
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{
			name: 'Checked In',
			value: 'checkedIn',
			description: 'The check-in of a room stay was recorded',
		},
		{
			name: 'Checked Out',
			value: 'checkedOut',
			description: 'The check-out of a room stay was recorded',
		},
		{ name: 'New Reservation', value: 'new', description: 'A reservation was made' },
		{ name: 'Reservation Cancelled', value: 'cancelled', description: 'A reservation was cancelled' },
		{
			name: 'Reservation Changed',
			value: 'changed',
			description: 'A reservation was changed in any other way: dates, guests, prices, payments',
		},
		{
			name: 'Room Changed',
			value: 'roomChanged',
			description: 'A room stay got another room or its first one, or lost its room',
		},
	],
	default: ['checkedIn', 'checkedOut', 'roomChanged'],
	description: 'What starts the workflow. Each event gives items of its own.',
});

const startFrom = defineParameter({
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	options: [
		{ name: 'A Date', value: 'date', description: 'Reservations that were changed since a given date' },
		{ name: 'Now', value: 'now', description: 'Only what happens from now on' },
	],
	default: 'now',
	description: 'Where to start when the workflow is activated for the first time',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{ ...addGuests, default: false },
		{
			displayName: 'After a Crash',
			name: 'afterCrash',
			type: 'options',
			options: [
				{
					name: 'Hand It Over Again',
					value: 'handOverAgain',
					description:
						'After each restart of n8n, emit the events of the last execution again, marked as redelivered. No event is lost when n8n is killed, but some come twice.',
				},
				{
					name: 'Skip What Was Being Handed Over',
					value: 'skip',
					description:
						'Emit no event twice. If n8n is killed at the wrong moment, the events of one execution are lost.',
				},
			],
			default: 'skip',
			description:
				"What to do with events that were being handed over when n8n stopped. With n8n's durable polling, none is lost or repeated.",
		},
		{
			displayName: 'At Least Every (Minutes)',
			name: 'atLeastEvery',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: MAX_INTERVAL_MINUTES,
			description:
				'With more properties than a poll can read (about 45 a minute; half as many if cancelled or changed ones are watched), those with many changes are read more often. This is how often each is read at least, as far as the limits allow.',
		},
		keepWatching,
		pmsLanguage,
		leaveOutPersonalData,
		{
			displayName: 'Max Reservations per Execution',
			name: 'maxReservations',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 500,
			description: 'Max number of reservations per execution. The rest follows with the next polls.',
		},
		...roomsOverrides,
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/London',
			description:
				'Time zone of the hotels, in which the PMS is searched. If empty, it is read from each property, which requires access to Content.',
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
	options,
] as const;

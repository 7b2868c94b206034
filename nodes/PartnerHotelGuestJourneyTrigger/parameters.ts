import { caseOptions, journeyFilters, moments, source, unitKind } from '../shared/journey/journeyParameters';
import { defineParameter } from '../shared/operation/defineOperation';
import { leaveOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { pmsLanguage } from '../shared/parameters/language';
import {
	propertySelection as anyProperties,
	selectedProperties as propertyIds,
	selectedProperty as propertyId,
} from '../shared/parameters/propertySelection';
import { roomsOverrides } from '../shared/pms/rooms';

const propertySelection = defineParameter({
	...anyProperties,
	description: 'The properties whose guests start the workflow',
});

const [ifBookedLater, ifLate, ifMoved, notAfter, notBefore, outside] = caseOptions;

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
						'After each restart of n8n, emit the messages of the last execution again, marked as redelivered, if they are not too late. None is lost when n8n is killed, but some come twice.',
				},
				{
					name: 'Skip What Was Being Handed Over',
					value: 'skip',
					description:
						'Emit no message twice. If n8n is killed at the wrong moment, the messages of one execution are lost.',
				},
			],
			default: 'skip',
			description:
				"What to do with messages that were being handed over when n8n stopped. With n8n's durable polling, none is lost or repeated.",
		},
		{
			displayName: 'Bookings of the Last (Days)',
			name: 'bookedWithin',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 730, numberPrecision: 0 },
			displayOptions: { show: { '/source': ['bookings'] } },
			default: 60,
			description:
				'How far back bookings are read when the workflow is switched on for the first time: the feed cannot be asked for arrivals. Each takes one request.',
		},
		ifBookedLater,
		ifLate,
		ifMoved,
		pmsLanguage,
		leaveOutPersonalData,
		{
			displayName: 'Max Messages per Execution',
			name: 'maxMessages',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 500,
			description:
				'Max number of bookings or reservations per execution. The rest follows with the next polls.',
		},
		notAfter,
		notBefore,
		outside,
		{
			displayName: 'Read Changes Every (Minutes)',
			name: 'readEvery',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1440, numberPrecision: 0 },
			default: 180,
			description:
				'How soon a new, moved or checked-in stay is known. If not set: 180, or 5 with a moment within a day after booking, check-in or check-out. Each reading takes one request per property.',
		},
		...roomsOverrides,
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/London',
			description:
				'Time zone of the hotels, used to calculate when moments are due. If empty, it is read from each property, which requires access to Content.',
		},
	],
});

export const parameters = [
	propertySelection,
	propertyId,
	propertyIds,
	source,
	moments,
	unitKind,
	journeyFilters,
	options,
] as const;

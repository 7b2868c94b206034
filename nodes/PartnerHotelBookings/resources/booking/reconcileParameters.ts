import { defineParameter } from '../../../shared/operation/defineOperation';
import {
	propertySelection as anyProperties,
	selectedProperties,
} from '../../../shared/parameters/propertySelection';

export const reconciledProperties = defineParameter({
	...anyProperties,
	description: 'The properties whose bookings to compare',
});

export const propertyIds = defineParameter({
	...selectedProperties,
	description:
		'The properties whose bookings to compare. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

export const reconciledSince = defineParameter({
	displayName: 'Modified Since',
	name: 'modifiedSince',
	type: 'dateTime',
	required: true,
	default: '={{ $now.minus({ days: 7 }).startOf("day").toISO() }}',
	placeholder: 'e.g. 2027-03-01T00:00:00',
	description:
		'The bookings created or changed at or after this time, at the hotel or in the items, are compared. A time without an offset is in the workflow time zone. Since 2009-01-01T00:00:00Z, all are.',
});

export const numberField = defineParameter({
	displayName: 'Number Field',
	name: 'numberField',
	type: 'string',
	typeOptions: { requiresDataPath: 'single' },
	required: true,
	default: 'number',
	placeholder: 'e.g. number',
	hint: 'Enter the field name as text',
	description:
		'Field of the input items with the booking number. Several items can be about one booking. Letter case and white space around it do not matter.',
});

export const statusField = defineParameter({
	displayName: 'Status Field',
	name: 'statusField',
	type: 'string',
	typeOptions: { requiresDataPath: 'single' },
	default: 'status',
	placeholder: 'e.g. status',
	hint: 'Enter the field name as text',
	description: 'Field of the input items with the status of the booking. If empty, only times are compared.',
});

export const modifiedField = defineParameter({
	displayName: 'Modification Time Field',
	name: 'modifiedField',
	type: 'string',
	typeOptions: { requiresDataPath: 'single' },
	required: true,
	default: 'modifiedDateTime',
	placeholder: 'e.g. modifiedDateTime',
	hint: 'Enter the field name as text',
	description:
		'Field of the input items with the time at which the hotel last modified the booking. Times are compared by the second, whatever their offset.',
});

export const propertyField = defineParameter({
	displayName: 'Property Field',
	name: 'propertyField',
	type: 'string',
	typeOptions: { requiresDataPath: 'single' },
	default: 'propertyId',
	placeholder: 'e.g. propertyId',
	hint: 'Enter the field name as text',
	description:
		'Field of the input items with the ID of the property. Items of other properties are not compared. Leave it empty if all items belong to one property.',
});

export const reconcileOutput = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Counts', value: 'counts', description: 'One item per property with the number of each result' },
		{
			name: 'Differences',
			value: 'differences',
			description: 'One item per booking that is not equal',
		},
		{
			name: 'Differences and Equal Bookings',
			value: 'all',
			description: 'One item per booking that was compared',
		},
		{
			name: 'Dry Run Summary',
			value: 'summary',
			description:
				'One item per property with what a repair would do: whether it is plausible, the number of bookings to add, update, cancel and delete, and ten examples of each',
		},
	],
	default: 'differences',
	description: 'What to return. The number of each result is always in the log of n8n.',
});

export const failAbove = defineParameter({
	displayName: 'Fail If More Than (%)',
	name: 'failAbove',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 20,
	description:
		'The node fails and returns nothing if a larger part of the bookings of a property would be missing or unknown, so that a workflow does not delete what a mistake made look unknown. A Dry Run Summary says so instead. With 100, it never fails; with 0, one booking is enough.',
});

export const reconcileOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Fail From (Bookings)',
			name: 'failFrom',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 5,
			description:
				"Fewer missing or unknown bookings of a property are never too many for 'Fail If More Than (%)', unless that is 0",
		},
		{
			displayName: 'Grace Period (Minutes)',
			name: 'graceMinutes',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 60,
			description:
				'A booking of the items that was modified within this time and is not in the feed is not compared, instead of unknown: the feed may list it later',
		},
		{
			displayName: 'If a Property Cannot Be Read',
			name: 'unreadableProperties',
			type: 'options',
			options: [
				{
					name: 'Compare the Others',
					value: 'item',
					description: 'It becomes an item with its ID and the error',
				},
				{ name: 'Fail', value: 'fail', description: 'The node fails and returns nothing' },
			],
			default: 'item',
			description: 'What to do about a property whose bookings cannot be read. If none can, the node fails.',
		},
		{
			displayName: 'Max Confirmation Requests',
			name: 'maxConfirmations',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 200,
			description:
				'How many bookings of the items that the feed does not list the hotel is asked for, with one request each. Those that it does not have are unknown, those beyond this number unconfirmed. The API allows 200 such requests a minute.',
		},
		{
			displayName: 'Status Words',
			name: 'statusWords',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Status Word',
			default: {},
			description:
				'What the other system calls the statuses of the hotel. A word that is not listed is compared as it is; capitals do not matter.',
			options: [
				{
					displayName: 'Status Word',
					name: 'word',
					values: [
						{
							displayName: 'Word in the Items',
							name: 'theirs',
							type: 'string',
							default: '',
							placeholder: 'e.g. Confirmed',
							description: 'What the items have as the status',
						},
						{
							displayName: 'Status at the Hotel',
							name: 'ours',
							type: 'options',
							options: [
								{ name: 'Active', value: 'Active' },
								{ name: 'Cancelled', value: 'Cancelled' },
								{ name: 'Unconfirmed', value: 'Unconfirmed' },
							],
							default: 'Active',
							description: 'What the hotel calls it',
						},
					],
				},
			],
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: 'UTC',
			placeholder: 'e.g. Europe/London',
			description: 'Time zone of modification times of the items that have no offset',
		},
	],
});

import { defineParameter } from '../shared/operation/defineOperation';
import {
	propertySelection as anyProperties,
	selectedProperties as propertyIds,
	selectedProperty as propertyId,
} from '../shared/parameters/propertySelection';
import { leaveOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { ANY_EVENT, eventTypes } from './eventTypes';

const address = defineParameter({
	displayName:
		'Under <b>Webhook URLs</b> at the top of this panel, choose <b>Production URL</b>, click the address to copy it, and give it to the hotelier, who enters it in the hotel account: API connections, the form of the connection, tab for webhooks. Choose the same events and the same authentication there. n8n must be reachable from the internet at this address, and the workflow must be published. While <b>Execute step</b> is gray, a credential or a field with a red border is missing.',
	name: 'addressNotice',
	type: 'notice',
	default: '',
});

const authentication = defineParameter({
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{
			name: 'API Key',
			value: 'headerAuth',
			description: 'The header API-KEY: enter it as the name in a Header Auth credential',
		},
		{ name: 'Basic', value: 'basicAuth', description: 'User and password, in a Basic Auth credential' },
		{ name: 'None', value: 'none', description: 'Everyone who knows the address can start the workflow' },
	],
	default: 'headerAuth',
	description: 'How the provider proves that it sent the events: as entered in the hotel account',
});

const openNotice = defineParameter({
	displayName:
		'<b>Everybody who learns the address can start this workflow</b>, with events of their own making, as often as they like. Choose an API key, or at least restrict <i>Options → Allowed IP Addresses</i>.',
	name: 'openNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { authentication: ['none'] } },
});

const events = defineParameter({
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: [
		{ name: 'Any Event', value: ANY_EVENT, description: 'All events, including those added later' },
		...eventTypes.map(({ name, type }) => ({ name, value: type })),
	],
	default: [ANY_EVENT],
	description: 'What starts the workflow',
});

const propertySelection = defineParameter({
	...anyProperties,
	default: 'all',
	description: 'The properties whose events start the workflow',
});

const OF_BOOKINGS = ['booking', 'reservation', 'simplified'];

/** The list of properties is read with the credential for what events are about, which this output does not need. */
const idsNotice = defineParameter({
	displayName:
		'With <i>Output → Event Only</i>, enter the IDs of the properties: choosing them from the list needs the Partner Hotel credential, which the panel asks for with the other outputs.',
	name: 'idsNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { output: ['event'], propertySelection: ['one', 'several'] } },
});

const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Event Only',
			value: 'event',
			description: 'Event, time, property and booking number. Fastest, as nothing is requested.',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The event with its booking in flat fields: guest, dates, rooms, amounts',
		},
		{
			name: 'With Booking',
			value: 'booking',
			description: 'The booking as returned by the API, in the field "details"',
		},
		{
			name: 'With Reservation',
			value: 'reservation',
			description: 'The reservation of the PMS as returned by the API, in the field "details"',
		},
	],
	default: 'event',
	description:
		'What to return. Bookings are read before the provider gets its response, for a few seconds at most; if one is not there by then, "note" says why.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Accept Two Keys',
			name: 'acceptTwoKeys',
			type: 'boolean',
			default: false,
			description:
				'Whether the credential may have two keys, or two passwords, separated by a space. Both are valid, so that hotels can change from the old to the new one at different times.',
		},
		{
			displayName: 'Allowed IP Addresses',
			name: 'allowedIps',
			type: 'string',
			default: '',
			placeholder: 'e.g. 203.0.113.7, 2001:db8::/32',
			description:
				'Addresses and networks that may send events, separated by commas. Others get status 403. Behind a proxy, set N8N_PROXY_HOPS: otherwise n8n sees the address of the proxy only.',
		},
		{
			displayName: 'Ignore Older Than (Hours)',
			name: 'ignoreOlderThanHours',
			type: 'number',
			typeOptions: { minValue: 0.1, numberPrecision: 2 },
			default: 24,
			description:
				'After a longer time, an event no longer starts the workflow, as when n8n could not be reached for days',
		},
		{ ...leaveOutPersonalData, displayOptions: { show: { '/output': OF_BOOKINGS } } },
	],
});

export const parameters = [
	address,
	authentication,
	openNotice,
	events,
	propertySelection,
	propertyId,
	propertyIds,
	idsNotice,
	output,
	options,
] as const;

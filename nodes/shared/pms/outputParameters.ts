import { defineParameter } from '../operation/defineOperation';
import { pmsLanguage } from '../parameters/language';
import { roomsOverrides } from './rooms';

export const addGuests = defineParameter({
	displayName: 'Add Guests',
	name: 'addGuests',
	type: 'boolean',
	default: true,
	description:
		'Whether to add the guest profiles instead of only the guest IDs. Takes one more request per guest.',
});

export const getOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [addGuests, pmsLanguage, ...roomsOverrides],
});

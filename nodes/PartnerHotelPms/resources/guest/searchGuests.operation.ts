import { pmsList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { simplify } from '../../../shared/parameters/simplify';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { pmsLanguageOptions } from '../../parameters';
import { pmsRequest } from '../../../shared/pms/pmsRequests';
import { guestsOut } from './simplifyGuest';

const filters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Doe',
			description: 'Part of the first or last name',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			default: '',
			placeholder: 'e.g. +44 20',
			description: 'Part of the phone number',
		},
		{
			displayName: 'Room Name',
			name: 'roomName',
			type: 'string',
			default: '',
			placeholder: 'e.g. 111',
			description: 'Name of the room the guest stays in',
		},
	],
});

export const searchGuests = defineOperation({
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search guests',
		description:
			'Search guests by part of their name or phone number, or by room. Use it to find a guest ID.',
	},
	readOnly: true,
	personalColumns: personalColumns.guest,
	parameters: [propertyId, filters, ...paging, simplify, pmsLanguageOptions],
	request: (values) =>
		pmsRequest(
			'GET',
			'/guests/search',
			{ propertyId: values.propertyId },
			{ query: { ...values.filters, languageCode: values.options.languageCode } },
		),
	list: pmsList('guests'),
	view: guestsOut,
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

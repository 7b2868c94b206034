import { propertyPages, readList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { contentLanguageOptions } from '../../../shared/parameters/language';
import { maxOf, paging } from '../../../shared/operation/paging';
import { simplify } from '../../../shared/parameters/simplify';
import { simplifyProperty } from './simplifyProperty';

const include = defineParameter({
	displayName: 'Include',
	name: 'include',
	type: 'options',
	options: [
		{ name: 'Everything', value: 'All', description: 'Hotel, room types, rate plans and services' },
		{
			name: 'IDs Only',
			value: 'ids',
			description: 'Only the ID of each property, for a small and fast response',
		},
	],
	default: 'All',
	description: 'What to return for each property',
});

export const getProperties = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many properties',
		description: 'Get the hotels this API connection can access',
	},
	readOnly: true,
	parameters: [
		...paging,
		include,
		{ ...simplify, displayOptions: { show: { include: ['All'] } } },
		contentLanguageOptions,
	],
	run: async ({ values, api }) => {
		const everything = values.include === 'All';
		const properties = await readList(
			api,
			{
				area: 'content',
				method: 'GET',
				path: '/v1/properties',
				query: { include: everything ? 'All' : undefined, languageCode: values.options.languageCode },
			},
			propertyPages,
			maxOf(values),
		);
		return everything && values.simplify ? properties.map(simplifyProperty) : properties;
	},
});

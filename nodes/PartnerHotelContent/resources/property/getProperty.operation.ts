import { defineOperation } from '../../../shared/operation/defineOperation';
import { contentLanguageOptions } from '../../../shared/parameters/language';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { fetchProperty } from '../../../shared/api/property/propertyFacts';
import { simplifyProperty } from './simplifyProperty';

export const getProperty = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get property',
		description: 'Get a hotel with its address, policy, time zone, room types, rate plans and services',
	},
	readOnly: true,
	parameters: [propertyId, simplify, contentLanguageOptions],
	run: async ({ values, api }) => {
		const property = await fetchProperty(api, values.propertyId, values.options.languageCode);
		return [values.simplify ? simplifyProperty(property) : property];
	},
});

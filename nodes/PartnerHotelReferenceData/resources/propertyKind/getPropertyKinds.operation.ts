import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { dictionaryLanguageOptions } from '../../../shared/parameters/language';
import { paging } from '../../../shared/operation/paging';

export const getPropertyKinds = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many property kinds',
		description: 'Get the dictionary of property kinds, such as hotel, hostel and apartment',
	},
	readOnly: true,
	parameters: [...paging, dictionaryLanguageOptions],
	request: (values) => ({
		area: 'referenceData',
		method: 'GET',
		path: '/property-kinds',
		query: { languageCode: values.options.languageCode },
	}),
	list: wholeList('propertyKinds'),
});

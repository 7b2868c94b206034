import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { dictionaryLanguageOptions } from '../../../shared/parameters/language';
import { paging } from '../../../shared/operation/paging';

export const getPropertyAmenityTypes = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many property amenity types',
		description: 'Get the dictionary of property amenities and whether each can be free or chargeable',
	},
	readOnly: true,
	parameters: [...paging, dictionaryLanguageOptions],
	request: (values) => ({
		area: 'referenceData',
		method: 'GET',
		path: '/property-amenity-types',
		query: { languageCode: values.options.languageCode },
	}),
	list: wholeList('amenityTypes'),
});

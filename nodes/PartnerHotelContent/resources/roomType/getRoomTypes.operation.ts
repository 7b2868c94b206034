import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { contentLanguageOptions } from '../../../shared/parameters/language';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { simplifyRoomType } from './simplifyRoomType';

export const getRoomTypes = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many room types',
		description: 'Get the room types of a hotel with their capacity, size and amenities',
	},
	readOnly: true,
	parameters: [propertyId, ...paging, simplify, contentLanguageOptions],
	request: (values) => ({
		area: 'content',
		method: 'GET',
		path: '/v1/properties/{propertyId}',
		pathParameters: { propertyId: values.propertyId },
		query: { languageCode: values.options.languageCode },
	}),
	list: wholeList('roomTypes'),
	view: (records, { values }) => (values.simplify ? records.map(simplifyRoomType) : records),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

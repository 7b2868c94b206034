import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { contentLanguageOptions } from '../../../shared/parameters/language';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { simplifyService } from './simplifyService';

export const getServices = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many services',
		description: 'Get the services that guests can book at a hotel, such as meals',
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
	list: wholeList('services'),
	view: (records, { values }) => (values.simplify ? records.map(simplifyService) : records),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

import { wholeList } from '../../../shared/api/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/api/propertyFacts';

export const getExtraStayRules = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many extra stay rules',
		description: 'Get the rules of a hotel for early check-in and late check-out',
	},
	readOnly: true,
	parameters: [propertyId, ...paging],
	request: (values) => ({
		area: 'content',
		method: 'GET',
		path: '/v1/properties/{propertyId}/extra-stay-rules',
		pathParameters: { propertyId: values.propertyId },
	}),
	list: wholeList('extraStayRules'),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

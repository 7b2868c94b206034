import { wholeList } from '../../../shared/api/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/api/propertyFacts';

export const getCancellationRules = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many cancellation rules',
		description: 'Get the cancellation rules of a hotel with their deadlines and penalties',
	},
	readOnly: true,
	parameters: [propertyId, ...paging],
	request: (values) => ({
		area: 'content',
		method: 'GET',
		path: '/v1/properties/{propertyId}/cancellation-rules',
		pathParameters: { propertyId: values.propertyId },
	}),
	list: wholeList('cancellationRules'),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

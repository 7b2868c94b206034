import { cancellationRuleList, cancellationRulesRequest } from '../../../shared/api/cancellationRules';
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
	request: (values) => cancellationRulesRequest(values.propertyId),
	list: cancellationRuleList,
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

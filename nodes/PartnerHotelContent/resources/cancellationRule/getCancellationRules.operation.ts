import {
	cancellationRuleList,
	cancellationRulesRequest,
} from '../../../shared/api/property/cancellationRules';
import { PATIENCE } from '../../../shared/api/property/names';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { factsIfAvailable, propertyErrors } from '../../../shared/api/property/propertyFacts';
import { simplifyCancellationRule } from './simplifyCancellationRule';

export const getCancellationRules = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many cancellation rules',
		description: 'Get the cancellation rules of a hotel with their deadlines and penalties',
	},
	readOnly: true,
	parameters: [propertyId, ...paging, simplify],
	request: (values) => cancellationRulesRequest(values.propertyId),
	list: cancellationRuleList,
	view: async (rules, { values, api }) => {
		if (!values.simplify) return rules;
		const facts = await factsIfAvailable(api, values.propertyId, PATIENCE);
		return rules.map((rule) => simplifyCancellationRule(rule, facts));
	},
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

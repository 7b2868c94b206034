import { wholeList } from '../../../shared/api/response/lists';
import { PATIENCE } from '../../../shared/api/property/names';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { factsIfAvailable, propertyErrors } from '../../../shared/api/property/propertyFacts';
import { simplifyExtraStayRule } from './simplifyExtraStayRule';

export const getExtraStayRules = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many extra stay rules',
		description: 'Get the rules of a hotel for early check-in and late check-out',
	},
	readOnly: true,
	parameters: [propertyId, ...paging, simplify],
	request: (values) => ({
		area: 'content',
		method: 'GET',
		path: '/v1/properties/{propertyId}/extra-stay-rules',
		pathParameters: { propertyId: values.propertyId },
	}),
	list: wholeList('extraStayRules'),
	view: async (rules, { values, api }) => {
		if (!values.simplify) return rules;
		const facts = await factsIfAvailable(api, values.propertyId, PATIENCE);
		return rules.map((rule) => simplifyExtraStayRule(rule, facts));
	},
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Named, PropertyFacts } from '../api/property/propertyFacts';
import { locator } from './locator';
import { searchFacts } from './propertyFactsSearch';

export const cancellationRuleId = locator({
	displayName: 'Cancellation Rule',
	name: 'cancellationRuleId',
	required: true,
	searchListMethod: 'searchCancellationRules',
	description: 'The cancellation rule. The list shows the rate plans that have it.',
	example: '79414',
	dependsOn: ['propertyId.value'],
});

export async function searchCancellationRules(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchFacts(this, filter, rulesByRatePlans);
}

/** Rules have no names of their own. */
function rulesByRatePlans({ cancellationRuleIds, ratePlans }: PropertyFacts): Named[] {
	return [...new Set(cancellationRuleIds.values())].map((id) => {
		const plans = ratePlans.filter((plan) => cancellationRuleIds.get(plan.id) === id);
		return { id, name: plans.map(({ name }) => name).join(', ') };
	});
}

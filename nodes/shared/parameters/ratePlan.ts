import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { locator } from './locator';
import { searchFacts } from './propertyFactsSearch';

export const ratePlanId = locator({
	displayName: 'Rate Plan',
	name: 'ratePlanId',
	required: true,
	searchListMethod: 'searchRatePlans',
	description: 'The rate plan, from the chosen property',
	example: '133528',
	dependsOn: ['propertyId.value'],
});

export async function searchRatePlans(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchFacts(this, filter, ({ ratePlans }) => ratePlans);
}

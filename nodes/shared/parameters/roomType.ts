import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { propertyFacts, type Named, type PropertyFacts } from '../propertyRecords';
import type { Api } from '../transport/types';
import { currentValue, labelled, locator, searchNames, type ReadNames } from './locator';
import { propertyId } from './property';

export const roomTypeId = locator({
	displayName: 'Room Type',
	name: 'roomTypeId',
	required: true,
	searchListMethod: 'searchRoomTypes',
	description: 'The room type, from the list of the chosen property',
	example: '82751',
	dependsOn: ['propertyId.value'],
});

export const ratePlanId = locator({
	displayName: 'Rate Plan',
	name: 'ratePlanId',
	required: true,
	searchListMethod: 'searchRatePlans',
	description: 'The rate plan, from the list of the chosen property',
	example: '133528',
	dependsOn: ['propertyId.value'],
});

export async function searchRoomTypes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchFacts(this, filter, ({ roomTypes }) => roomTypes);
}

export async function searchRatePlans(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchFacts(this, filter, ({ ratePlans }) => ratePlans);
}

async function searchFacts(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	pick: (facts: PropertyFacts) => Named[],
): Promise<INodeListSearchResult> {
	const read: ReadNames = async (api: Api) => {
		const facts = await propertyFacts(api, currentValue(context, 'propertyId'));
		return { records: pick(facts).map(({ id, name }) => labelled(id, name)) };
	};
	return await searchNames(context, [propertyId], filter, undefined, read);
}

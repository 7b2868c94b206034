import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { locator } from './locator';
import { searchFacts } from './propertyFactsSearch';

export const roomTypeId = locator({
	displayName: 'Room Type',
	name: 'roomTypeId',
	required: true,
	searchListMethod: 'searchRoomTypes',
	description: 'The room type, from the chosen property',
	example: '82751',
	dependsOn: ['propertyId.value'],
});

export async function searchRoomTypes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchFacts(this, filter, ({ roomTypes }) => roomTypes);
}

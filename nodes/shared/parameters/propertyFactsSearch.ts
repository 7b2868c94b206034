import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { propertyFacts, type Named, type PropertyFacts } from '../api/property/propertyFacts';
import type { Api } from '../transport/types';
import { currentValue, labelled, searchNames, type ReadNames } from './locator';
import { propertyId } from './property';

/** What belongs to the chosen property, by name. */
export async function searchFacts(
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

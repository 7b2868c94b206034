import type { IDataObject } from 'n8n-workflow';

import type { Api, ApiRequest, SendOptions } from '../../transport/types';
import { textIn } from '../../util/json';
import { readList, wholeList } from '../response/lists';
import { PATIENCE } from './names';
import { PropertyCache, type Absence } from './propertyCache';
import { factsIfAvailable, propertyErrors, propertyFacts, type PropertyFacts } from './propertyFacts';

export const cancellationRuleList = wholeList('cancellationRules');

export function cancellationRulesRequest(propertyId: string): ApiRequest {
	return {
		area: 'content',
		method: 'GET',
		path: '/v1/properties/{propertyId}/cancellation-rules',
		pathParameters: { propertyId },
	};
}

/** What cancelling a stay at a property depends on. */
export interface CancellationTerms {
	facts: PropertyFacts;
	/** As the API has them, by ID. */
	rules: ReadonlyMap<string, IDataObject>;
}

const cache = new PropertyCache<ReadonlyMap<string, IDataObject>>(async (api, propertyId, options) => {
	const request = cancellationRulesRequest(propertyId);
	const rules = await readList(api, request, cancellationRuleList, Infinity, {
		errors: propertyErrors(propertyId),
		...options,
	});
	return new Map(rules.map((rule) => [textIn(rule, 'id') ?? '', rule]));
});

/** The rules of a property by ID, where they only complete a record: none if they cannot be read. */
export async function cancellationRulesIfAvailable(
	api: Api,
	propertyId: string,
): Promise<ReadonlyMap<string, IDataObject>> {
	const rules = await cache.readUnless(['forbidden', 'unavailable'], api, propertyId, PATIENCE);
	return typeof rules === 'string' ? new Map() : rules;
}

/** The rules of a property and the facts beside them; both are kept for five minutes per client. */
export async function cancellationTerms(api: Api, propertyId: string): Promise<CancellationTerms> {
	const [facts, rules] = await Promise.all([propertyFacts(api, propertyId), cache.read(api, propertyId)]);
	return { facts, rules };
}

/** The same, or why Content does not have them: it refuses, fails to respond or cannot be reached. */
export async function cancellationTermsIfAvailable(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<CancellationTerms | Absence> {
	const [facts, rules] = await Promise.all([
		factsIfAvailable(api, propertyId, options),
		cache.readUnless(['forbidden', 'unavailable'], api, propertyId, options),
	]);
	if (typeof rules === 'string') return rules;
	return facts === undefined ? 'unavailable' : { facts, rules };
}

import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readList, wholeList } from '../shared/api/response/lists';
import { propertyErrors, propertyFacts, type PropertyFacts } from '../shared/api/property/propertyFacts';
import { inTime } from '../shared/api/response/sharedReading';
import { currentValue, labelled, locator, searchNames, type ReadNames } from '../shared/parameters/locator';
import { propertyId } from '../shared/parameters/property';
import type { Api } from '../shared/transport/types';
import { textIn } from '../shared/util/json';
import { TtlCache } from '../shared/util/ttlCache';

export const extraStayRuleId = locator({
	displayName: 'Extra-Stay Rule',
	name: 'extraStayRuleId',
	required: true,
	searchListMethod: 'searchExtraStayRules',
	description: 'The rule for early check-in and late check-out, from the chosen property',
	example: '202584',
	dependsOn: ['propertyId.value'],
});

/** Rules have no names, so they are listed by the rate plans that refer to them. */
export async function searchExtraStayRules(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const read: ReadNames = async (api) => {
		const property = currentValue(this, 'propertyId');
		const facts = await propertyFacts(api, property);
		const rules = await rulesOf(api, property);
		const records = rules.flatMap((rule) => {
			const id = textIn(rule, 'id');
			return id === undefined ? [] : [labelled(id, ratePlansOf(id, facts))];
		});
		return { records };
	};
	return await searchNames(this, [propertyId], filter, undefined, read);
}

function ratePlansOf(ruleId: string, { ratePlans, extraStayRuleIds }: PropertyFacts): string | undefined {
	const names = ratePlans.filter(({ id }) => extraStayRuleIds.get(id) === ruleId).map(({ name }) => name);
	return names.length > 0 ? names.join(', ') : undefined;
}

const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 100;
const cache = new TtlCache<IDataObject[]>(() => KEPT_MS, MAX_KEPT);

/** One rule of a property; `undefined` if there is none. Rules are kept for five minutes per client. */
export async function findExtraStayRule(
	api: Api,
	property: string,
	id: string,
): Promise<IDataObject | undefined> {
	const ruleIn = (rules: IDataObject[]) => rules.find((rule) => textIn(rule, 'id') === id);
	return ruleIn(await rulesOf(api, property)) ?? ruleIn(await rulesOf(api, property, 'fresh'));
}

async function rulesOf(
	api: Api,
	property: string,
	when: 'fresh' | 'cached' = 'cached',
): Promise<IDataObject[]> {
	const request = {
		area: 'content',
		method: 'GET',
		path: '/v1/properties/{propertyId}/extra-stay-rules',
		pathParameters: { propertyId: property },
	} as const;
	const key = `${await api.client()} ${property}`;
	const read = async () =>
		await readList(api, request, wholeList('extraStayRules'), Infinity, { errors: propertyErrors(property) });
	if (when === 'fresh') return await cache.renew(key, read);
	return await cache.recall(key, read, async (reading) => await inTime(reading, api.maxDurationMs()));
}

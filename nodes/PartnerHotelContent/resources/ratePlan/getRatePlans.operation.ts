import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/util/json';
import { cancellationRulesIfAvailable } from '../../../shared/api/property/cancellationRules';
import { readList, wholeList } from '../../../shared/api/response/lists';
import { recordsAt } from '../../../shared/api/response/records';
import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { contentLanguage } from '../../../shared/parameters/language';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { simplify } from '../../../shared/parameters/simplify';
import type { Api, ApiRequest } from '../../../shared/transport/types';
import { simplifyRatePlan } from './simplifyRatePlan';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Attach Rules',
			name: 'attachRules',
			type: 'boolean',
			displayOptions: { show: { '/simplify': [false] } },
			default: true,
			description:
				'Whether to add the cancellation rule and the extra-stay rule of each rate plan instead of only their IDs. Takes two more requests.',
		},
		contentLanguage,
	],
});

export const getRatePlans = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many rate plans',
		description:
			'Get the rate plans of a hotel with their cancellation rules in words, or as the API has them',
	},
	readOnly: true,
	parameters: [propertyId, ...paging, simplify, options],
	run: async ({ values, api }) => {
		const property = await readProperty(api, values.propertyId, values.options.languageCode);
		const ratePlans = withWarnings(wholeList('ratePlans').read(property).records, property).slice(
			0,
			maxOf(values),
		);
		if (values.simplify) {
			const rules = await cancellationRulesIfAvailable(api, values.propertyId);
			const services = byId(recordsAt(property, 'services'));
			return ratePlans.map((ratePlan) => simplifyRatePlan(ratePlan, rules, services));
		}
		return values.options.attachRules ? await withRules(api, values.propertyId, ratePlans) : ratePlans;
	},
});

async function readProperty(api: Api, propertyId: string, languageCode?: string): Promise<unknown> {
	const request = below(propertyId, '', { languageCode });
	const { body } = await api.send(request, { errors: propertyErrors(propertyId) });
	return body;
}

function below(propertyId: string, path: string, query: ApiRequest['query'] = {}): ApiRequest {
	return {
		area: 'content',
		method: 'GET',
		path: `/v1/properties/{propertyId}${path}`,
		pathParameters: { propertyId },
		query,
	};
}

async function withRules(api: Api, propertyId: string, ratePlans: IDataObject[]): Promise<IDataObject[]> {
	const rulesOf = async (path: string, key: string) =>
		byId(
			await readList(api, below(propertyId, path), wholeList(key), Infinity, {
				errors: propertyErrors(propertyId),
			}),
		);
	const cancellation = await rulesOf('/cancellation-rules', 'cancellationRules');
	const extraStay = await rulesOf('/extra-stay-rules', 'extraStayRules');
	return ratePlans.map((ratePlan) => ({
		...ratePlan,
		cancellationRule: cancellation.get(textIn(ratePlan, 'cancellationRuleId') ?? '') ?? null,
		extraStayRule: extraStay.get(textIn(ratePlan, 'extraStayRuleId') ?? '') ?? null,
	}));
}

function byId(records: IDataObject[]): Map<string, IDataObject> {
	return new Map(
		records.flatMap((record) => {
			const id = textIn(record, 'id');
			return id === undefined ? [] : [[id, record] as const];
		}),
	);
}

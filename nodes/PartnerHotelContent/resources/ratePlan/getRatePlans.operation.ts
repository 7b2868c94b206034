import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/util/json';
import { readList, wholeList } from '../../../shared/api/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { contentLanguage } from '../../../shared/parameters/language';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/api/propertyFacts';
import type { Api } from '../../../shared/transport/types';

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
		description: 'Get the rate plans of a hotel, optionally with their cancellation and extra-stay rules',
	},
	readOnly: true,
	parameters: [propertyId, ...paging, options],
	run: async ({ values, api }) => {
		const ratePlans = await propertyList(api, values.propertyId, '', 'ratePlans', {
			max: maxOf(values),
			languageCode: values.options.languageCode,
		});
		return values.options.attachRules ? await withRules(api, values.propertyId, ratePlans) : ratePlans;
	},
});

async function propertyList(
	api: Api,
	property: string,
	below: string,
	key: string,
	{ max = Infinity, languageCode }: { max?: number; languageCode?: string } = {},
): Promise<IDataObject[]> {
	const request = {
		area: 'content',
		method: 'GET',
		path: `/v1/properties/{propertyId}${below}`,
		pathParameters: { propertyId: property },
		query: { languageCode },
	} as const;
	return await readList(api, request, wholeList(key), max, { errors: propertyErrors(property) });
}

async function withRules(api: Api, property: string, ratePlans: IDataObject[]): Promise<IDataObject[]> {
	const cancellation = byId(await propertyList(api, property, '/cancellation-rules', 'cancellationRules'));
	const extraStay = byId(await propertyList(api, property, '/extra-stay-rules', 'extraStayRules'));
	return ratePlans.map((ratePlan) => ({
		...ratePlan,
		cancellationRule: cancellation.get(textIn(ratePlan, 'cancellationRuleId') ?? '') ?? null,
		extraStayRule: extraStay.get(textIn(ratePlan, 'extraStayRuleId') ?? '') ?? null,
	}));
}

function byId(rules: IDataObject[]): Map<string, IDataObject> {
	return new Map(
		rules.flatMap((rule) => {
			const id = textIn(rule, 'id');
			return id === undefined ? [] : [[id, rule] as const];
		}),
	);
}

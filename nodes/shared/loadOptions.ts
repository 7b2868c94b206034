import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { textIn } from './answers';
import { readList, wholeList } from './lists';
import { toNodeError } from './nodeErrors';
import { editorApi } from './parameters/locator';
import { propertyNames } from './parameters/property';
import { ShortMemory } from './shortMemory';
import { readPages } from './transport/pagination';
import type { Api } from './transport/types';

const PROPERTIES_PAGE = 200;

/** All properties by name: for fields that take several. */
export async function getProperties(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await choices(this, async (api) => {
		const found: INodePropertyOptions[] = [];
		const pages = readPages(async (cursor) => await propertyNames(api, cursor, PROPERTIES_PAGE));
		for await (const page of pages) found.push(...page.map(({ name, value }) => ({ name, value })));
		return found;
	});
}

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 100;
const mealPlans = new ShortMemory<INodePropertyOptions[]>(() => KEPT_MS, MOST_KEPT);

/** The dictionary of meal plans; kept for a few minutes per client. */
export async function getMealPlans(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const read = async (api: Api) => await mealPlans.recall(await api.client(), async () => await plansOf(api));
	return await choices(this, read);
}

async function plansOf(api: Api): Promise<INodePropertyOptions[]> {
	const request = { area: 'content', method: 'GET', path: '/v1/meal-plans' } as const;
	const plans = await readList(api, request, wholeList(), Infinity);
	return plans.flatMap((plan) => {
		const code = textIn(plan, 'code');
		return code === undefined ? [] : [{ name: `${textIn(plan, 'name') ?? code} (${code})`, value: code }];
	});
}

async function choices(
	context: ILoadOptionsFunctions,
	read: (api: Api) => Promise<INodePropertyOptions[]>,
): Promise<INodePropertyOptions[]> {
	return await read(editorApi(context)).catch((error) => {
		throw toNodeError(context.getNode(), error, []);
	});
}

import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readList, wholeList } from '../shared/api/response/lists';
import { listOptions } from '../shared/parameters/locator';
import type { Api } from '../shared/transport/types';
import { textIn } from '../shared/util/json';
import { TtlCache } from '../shared/util/ttlCache';

const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 100;
const mealPlans = new TtlCache<INodePropertyOptions[]>(() => KEPT_MS, MAX_KEPT);

/** The dictionary of meal plans; kept for a few minutes per client. */
export async function getMealPlanOptions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const read = async (api: Api) => await mealPlans.recall(await api.client(), async () => await plansOf(api));
	return await listOptions(this, read);
}

async function plansOf(api: Api): Promise<INodePropertyOptions[]> {
	const request = { area: 'content', method: 'GET', path: '/v1/meal-plans' } as const;
	const plans = await readList(api, request, wholeList(), Infinity);
	return plans.flatMap((plan) => {
		const code = textIn(plan, 'code');
		return code === undefined ? [] : [{ name: `${textIn(plan, 'name') ?? code} (${code})`, value: code }];
	});
}

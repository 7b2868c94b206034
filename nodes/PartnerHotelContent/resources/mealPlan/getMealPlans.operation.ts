import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';

export const getMealPlans = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many meal plans',
		description: 'Get the dictionary of meal plans with codes and names',
	},
	readOnly: true,
	parameters: [...paging],
	request: () => ({ area: 'content', method: 'GET', path: '/v1/meal-plans' }),
	list: wholeList(),
});

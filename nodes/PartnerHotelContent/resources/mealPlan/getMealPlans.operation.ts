import { wholeList } from '../../../shared/lists';
import { defineOperation } from '../../../shared/operation';
import { paging } from '../../../shared/parameters/paging';

export const getMealPlans = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many meal plans',
		description: 'Get the dictionary of meal plans: codes and names',
	},
	readOnly: true,
	parameters: [...paging],
	request: () => ({ area: 'content', method: 'GET', path: '/v1/meal-plans' }),
	list: wholeList(),
});

import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';

export const getPaymentMethods = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many payment methods',
		description: 'Get the dictionary of payment methods with codes and types',
	},
	readOnly: true,
	parameters: [...paging],
	request: () => ({ area: 'referenceData', method: 'GET', path: '/payment-methods' }),
	list: wholeList('paymentMethods'),
});

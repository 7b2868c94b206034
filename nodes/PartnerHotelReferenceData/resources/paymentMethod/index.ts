import type { Resource } from '../../../shared/operation/defineOperation';
import { getPaymentMethods } from './getPaymentMethods.operation';

export const paymentMethod: Resource = {
	option: { name: 'Payment Method', value: 'paymentMethod' },
	operations: [getPaymentMethods],
};

import type { Resource } from '../../../shared/operation';
import { getPaymentMethods } from './getPaymentMethods.operation';

export const paymentMethod: Resource = {
	option: { name: 'Payment Method', value: 'paymentMethod' },
	operations: [getPaymentMethods],
};

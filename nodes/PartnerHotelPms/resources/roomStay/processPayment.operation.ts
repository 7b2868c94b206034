import { defineOperation } from '../../../shared/operation/defineOperation';
import { postPayment, paymentParameters } from './payment';

export const processPayment = defineOperation({
	option: {
		name: 'Process Payment',
		value: 'processPayment',
		action: 'Process payment for room stay and save',
		description: 'Process a payment for a room stay. Moves money.',
	},
	writes: 'Payment',
	parameters: paymentParameters,
	run: async (args) => await postPayment('Payment', args),
});

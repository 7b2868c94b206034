import { defineOperation } from '../../../shared/operation/defineOperation';
import { postPayment, paymentParameters } from './payment';

export const processRefund = defineOperation({
	option: {
		name: 'Process Refund',
		value: 'processRefund',
		action: 'Process refund for room stay and save',
		description: 'Process a refund for a room stay. Moves money.',
	},
	writes: 'Refund',
	parameters: paymentParameters,
	run: async (args) => await postPayment('Refund', args),
});

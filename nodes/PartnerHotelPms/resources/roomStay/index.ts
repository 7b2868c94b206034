import type { Resource } from '../../../shared/operation/defineOperation';
import { assignRoom } from './assignRoom.operation';
import { checkIn } from './checkIn.operation';
import { checkOut } from './checkOut.operation';
import { getPaymentSystems } from './getPaymentSystems.operation';
import { processPayment } from './processPayment.operation';
import { processRefund } from './processRefund.operation';

export const roomStay: Resource = {
	option: { name: 'Room Stay', value: 'roomStay' },
	operations: [assignRoom, checkIn, checkOut, getPaymentSystems, processPayment, processRefund],
	defaultOperation: 'getPaymentSystems',
};

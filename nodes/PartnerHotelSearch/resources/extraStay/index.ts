import type { Resource } from '../../../shared/operation/defineOperation';
import { calculateCharge } from './calculateCharge.operation';
import { getExtraStays } from './getExtraStays.operation';

export const extraStay: Resource = {
	option: { name: 'Extra Stay', value: 'extraStay' },
	operations: [getExtraStays, calculateCharge],
};

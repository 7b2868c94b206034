import type { Resource } from '../../../shared/operation/defineOperation';
import { calculatePenalty } from './calculatePenalty.operation';
import { getCancellationRules } from './getCancellationRules.operation';

export const cancellationRule: Resource = {
	option: { name: 'Cancellation Rule', value: 'cancellationRule' },
	operations: [calculatePenalty, getCancellationRules],
	defaultOperation: 'getAll',
};

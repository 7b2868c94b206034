import type { Resource } from '../../../shared/operation/defineOperation';
import { getCancellationRules } from './getCancellationRules.operation';

export const cancellationRule: Resource = {
	option: { name: 'Cancellation Rule', value: 'cancellationRule' },
	operations: [getCancellationRules],
};

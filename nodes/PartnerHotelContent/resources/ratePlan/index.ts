import type { Resource } from '../../../shared/operation/defineOperation';
import { getRatePlans } from './getRatePlans.operation';

export const ratePlan: Resource = {
	option: { name: 'Rate Plan', value: 'ratePlan' },
	operations: [getRatePlans],
};

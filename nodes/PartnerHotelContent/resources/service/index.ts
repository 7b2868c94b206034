import type { Resource } from '../../../shared/operation/defineOperation';
import { getServices } from './getServices.operation';

export const service: Resource = {
	option: { name: 'Service', value: 'service' },
	operations: [getServices],
};

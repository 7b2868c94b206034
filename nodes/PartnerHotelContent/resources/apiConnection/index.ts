import type { Resource } from '../../../shared/operation/defineOperation';
import { getConnectionStatus } from './getConnectionStatus.operation';

export const apiConnection: Resource = {
	option: { name: 'API Connection', value: 'apiConnection' },
	operations: [getConnectionStatus],
};

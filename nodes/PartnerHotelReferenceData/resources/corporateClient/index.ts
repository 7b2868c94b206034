import type { Resource } from '../../../shared/operation/defineOperation';
import { createCorporateClient } from './createCorporateClient.operation';
import { getCorporateClient } from './getCorporateClient.operation';

export const corporateClient: Resource = {
	option: { name: 'Corporate Client', value: 'corporateClient' },
	operations: [createCorporateClient, getCorporateClient],
	defaultOperation: 'get',
};

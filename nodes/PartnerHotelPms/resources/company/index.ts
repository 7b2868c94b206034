import type { Resource } from '../../../shared/operation/defineOperation';
import { getCompanies } from './getCompanies.operation';

export const company: Resource = {
	option: { name: 'Company', value: 'company' },
	operations: [getCompanies],
};

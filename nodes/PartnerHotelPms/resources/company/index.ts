import type { Resource } from '../../../shared/operation';
import { getCompanies } from './getCompanies.operation';

export const company: Resource = {
	option: { name: 'Company', value: 'company' },
	operations: [getCompanies],
};

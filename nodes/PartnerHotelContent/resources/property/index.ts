import type { Resource } from '../../../shared/operation/defineOperation';
import { getProperty } from './getProperty.operation';
import { getProperties } from './getProperties.operation';

export const property: Resource = {
	option: { name: 'Property', value: 'property' },
	operations: [getProperty, getProperties],
	defaultOperation: 'getAll',
};

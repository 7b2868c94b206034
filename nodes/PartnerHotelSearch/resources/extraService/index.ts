import type { Resource } from '../../../shared/operation';
import { getExtraServices } from './getExtraServices.operation';

export const extraService: Resource = {
	option: { name: 'Extra Service', value: 'extraService' },
	operations: [getExtraServices],
};

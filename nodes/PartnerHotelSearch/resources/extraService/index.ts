import type { Resource } from '../../../shared/operation/defineOperation';
import { getExtraServices } from './getExtraServices.operation';

export const extraService: Resource = {
	option: { name: 'Extra Service', value: 'extraService' },
	operations: [getExtraServices],
};

import type { Resource } from '../../../shared/operation/defineOperation';
import { calculateStayUnits } from './calculateStayUnits.operation';

export const stayUnit: Resource = {
	option: { name: 'Stay Unit', value: 'stayUnit' },
	operations: [calculateStayUnits],
};

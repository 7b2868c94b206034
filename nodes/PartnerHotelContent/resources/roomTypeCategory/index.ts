import type { Resource } from '../../../shared/operation/defineOperation';
import { getRoomTypeCategories } from './getRoomTypeCategories.operation';

export const roomTypeCategory: Resource = {
	option: { name: 'Room Type Category', value: 'roomTypeCategory' },
	operations: [getRoomTypeCategories],
};

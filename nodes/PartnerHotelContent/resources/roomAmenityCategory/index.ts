import type { Resource } from '../../../shared/operation/defineOperation';
import { getRoomAmenityCategories } from './getRoomAmenityCategories.operation';

export const roomAmenityCategory: Resource = {
	option: { name: 'Room Amenity Category', value: 'roomAmenityCategory' },
	operations: [getRoomAmenityCategories],
};

import type { Resource } from '../../../shared/operation/defineOperation';
import { getAccommodationInventory } from './getAccommodationInventory.operation';

export const accommodationInventory: Resource = {
	option: { name: 'Accommodation Inventory', value: 'accommodationInventory' },
	operations: [getAccommodationInventory],
};

import type { Resource } from '../../../shared/operation';
import { getAccommodationInventory } from './getAccommodationInventory.operation';

export const accommodationInventory: Resource = {
	option: { name: 'Accommodation Inventory', value: 'accommodationInventory' },
	operations: [getAccommodationInventory],
};

import type { Resource } from '../../../shared/operation/defineOperation';
import { searchStorageInventory } from './searchStorageInventory.operation';

export const storageInventory: Resource = {
	option: { name: 'Storage Inventory', value: 'storageInventory' },
	operations: [searchStorageInventory],
};

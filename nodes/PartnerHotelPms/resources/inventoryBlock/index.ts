import type { Resource } from '../../../shared/operation/defineOperation';
import { getInventoryBlock } from './getInventoryBlock.operation';

export const inventoryBlock: Resource = {
	option: { name: 'Inventory Block', value: 'inventoryBlock' },
	operations: [getInventoryBlock],
};

import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { recordIn } from '../../../shared/util/json';
import { storageErrors, storageRequest } from '../../storageRequests';
import { blockDays } from './blockDays';

const inventoryBlockId = defineParameter({
	displayName: 'Inventory Block ID',
	name: 'inventoryBlockId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 12345',
	description: "ID of the block in the storage, as the event 'Storage: Inventory Block Changed' tells it",
});

const output = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'One Item per Day and Room Type',
			value: 'days',
			description: 'Flat fields, with the rooms that are not booked yet',
		},
		{ name: 'Raw', value: 'raw', description: 'The data as returned by the API' },
	],
	default: 'raw',
	description: 'How to return the block',
});

export const getInventoryBlock = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get inventory block',
		description:
			'Get the rooms that an outside PMS holds for a group or a contract, with their prices, by day and room type',
	},
	readOnly: true,
	parameters: [propertyId, inventoryBlockId, output],
	run: async ({ values, api }) => {
		const { body } = await api.send(storageRequest('GET', '/inventories/blocks/{inventoryBlockId}', values), {
			errors: storageErrors(
				{
					message: `The inventory block '${values.inventoryBlockId}' was not found in the storage of the property '${values.propertyId}'`,
					description:
						"Check that 'Inventory Block ID' and 'Property' belong together, and that an outside PMS is connected to the property.",
				},
				{
					message: `The storage did not accept the inventory block ID '${values.inventoryBlockId}'`,
					description: "Check 'Inventory Block ID' and 'Property'.",
				},
			),
		});
		const block = recordIn(body, 'inventoryBlock');
		return withWarnings(values.output === 'raw' ? [block] : blockDays(block), body);
	},
});

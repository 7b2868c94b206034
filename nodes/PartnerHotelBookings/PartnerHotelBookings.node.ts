import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeProperties, nodeSubtitle } from '../shared/operation/describeNode';
import { executeOperations } from '../shared/operation/executeItems';
import { searchBookings } from '../shared/parameters/bookingList';
import { getPropertyOptions, searchProperties } from '../shared/parameters/property';
import { resources } from './resources';

export class PartnerHotelBookings implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Bookings',
		name: 'partnerHotelBookings',
		icon: {
			light: 'file:../shared/icons/bookings.svg',
			dark: 'file:../shared/icons/bookings.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description: 'Read the bookings of your hotels from all channels',
		defaults: { name: 'Partner Hotel Bookings' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'partnerHotelOAuth2Api', required: true }],
		properties: nodeProperties(resources),
	};

	methods = {
		listSearch: { searchBookings, searchProperties },
		loadOptions: { getProperties: getPropertyOptions },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, resources);
	}
}

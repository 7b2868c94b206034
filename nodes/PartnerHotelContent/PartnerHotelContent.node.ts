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
import { searchCancellationRules } from '../shared/parameters/cancellationRule';
import { searchProperties } from '../shared/parameters/property';
import { resources } from './resources';

export class PartnerHotelContent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Content',
		name: 'partnerHotelContent',
		icon: {
			light: 'file:../shared/icons/content.svg',
			dark: 'file:../shared/icons/content.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description: 'Read hotel content: properties, room types, rate plans, services, rules and dictionaries',
		defaults: { name: 'Partner Hotel Content' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'partnerHotelOAuth2Api', required: true }],
		properties: nodeProperties(resources, 'property'),
	};

	methods = { listSearch: { searchBookings, searchCancellationRules, searchProperties } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, resources);
	}
}

import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeProperties, nodeSubtitle } from '../shared/operation/describeNode';
import { executeOperations } from '../shared/operation/executeItems';
import { resources } from './resources';

export class PartnerHotelReferenceData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Reference Data',
		name: 'partnerHotelReferenceData',
		icon: {
			light: 'file:../shared/icons/referenceData.svg',
			dark: 'file:../shared/icons/referenceData.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description:
			'Work with corporate clients and read the dictionaries of payment methods, amenities and property kinds',
		defaults: { name: 'Partner Hotel Reference Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'partnerHotelOAuth2Api', required: true }],
		properties: nodeProperties(resources, 'paymentMethod'),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, resources);
	}
}

import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeProperties, nodeSubtitle } from '../shared/operation/describeNode';
import { executeOperations } from '../shared/operation/executeItems';
import { searchExtraStayRules } from './extraStayRules';
import { getMealPlanOptions } from './mealPlans';
import { getPropertyOptions, searchProperties } from '../shared/parameters/property';
import { searchRoomTypes } from '../shared/parameters/roomType';
import { searchRatePlans } from '../shared/parameters/ratePlan';
import { resources } from './resources';

export class PartnerHotelSearch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Search',
		name: 'partnerHotelSearch',
		icon: {
			light: 'file:../shared/icons/search.svg',
			dark: 'file:../shared/icons/search.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description: 'Search available rooms, prices and extras (read-only)',
		defaults: { name: 'Partner Hotel Search' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'partnerHotelOAuth2Api', required: true }],
		properties: [
			{
				displayName:
					"Condition of use: search results must be used to create bookings on the provider's platform, otherwise the provider may disable search. Results include only rate plans that are available in the booking engine.",
				name: 'conditionOfUse',
				type: 'notice',
				default: '',
			},
			...nodeProperties(resources),
		],
	};

	methods = {
		listSearch: { searchExtraStayRules, searchProperties, searchRatePlans, searchRoomTypes },
		loadOptions: { getMealPlans: getMealPlanOptions, getProperties: getPropertyOptions },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, resources);
	}
}

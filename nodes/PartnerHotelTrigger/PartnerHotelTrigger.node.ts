import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { getPropertyOptions, searchProperties } from '../shared/parameters/property';
import { parameters } from './parameters';
import { poll } from './poll';

export class PartnerHotelTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Booking Trigger',
		name: 'partnerHotelTrigger',
		icon: {
			light: 'file:../shared/icons/trigger.svg',
			dark: 'file:../shared/icons/trigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ [].concat($parameter["events"]).join(", ") }}',
		description: 'Starts the workflow when a booking is made, changed or cancelled',
		defaults: { name: 'Partner Hotel Booking Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'partnerHotelOAuth2Api', required: true }],
		properties: [...parameters],
	};

	methods = { listSearch: { searchProperties }, loadOptions: { getProperties: getPropertyOptions } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}

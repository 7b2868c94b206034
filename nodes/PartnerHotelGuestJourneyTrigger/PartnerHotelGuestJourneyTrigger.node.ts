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

export class PartnerHotelGuestJourneyTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Guest Journey Trigger',
		name: 'partnerHotelGuestJourneyTrigger',
		icon: {
			light: 'file:../shared/icons/guestJourneyTrigger.svg',
			dark: 'file:../shared/icons/guestJourneyTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ [].concat($parameter["moments"].moment ?? []).map(one => one.name).join(", ") }}',
		description:
			'Starts the workflow at chosen moments of each stay, such as three days before arrival or the day after departure',
		defaults: { name: 'Partner Hotel Guest Journey Trigger' },
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

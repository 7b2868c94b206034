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

export class PartnerHotelReservationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Reservation Trigger',
		name: 'partnerHotelReservationTrigger',
		icon: {
			light: 'file:../shared/icons/reservationTrigger.svg',
			dark: 'file:../shared/icons/reservationTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ [].concat($parameter["events"]).join(", ") }}',
		description:
			'Starts the workflow when a guest checks in or out, changes rooms, or a reservation of the PMS changes otherwise',
		defaults: { name: 'Partner Hotel Reservation Trigger' },
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

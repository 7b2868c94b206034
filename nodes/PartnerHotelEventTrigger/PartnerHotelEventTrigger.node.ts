import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { getPropertyOptions, searchProperties } from '../shared/parameters/property';
import { credentials } from './authentication';
import { parameters } from './parameters';
import { requireSettings } from './settings';
import { webhook } from './webhook';

export class PartnerHotelEventTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel Event Trigger',
		name: 'partnerHotelEventTrigger',
		icon: {
			light: 'file:../shared/icons/eventTrigger.svg',
			dark: 'file:../shared/icons/eventTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["events"].includes("*") ? "any event" : $parameter["events"].length + " events" }}',
		description:
			'Starts the workflow at once when the provider sends an event: booking, check-in, room change',
		defaults: { name: 'Partner Hotel Event Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'events',
				responseMode: 'onReceived',
				// Empty: the node's own response is sent.
				responseData: '',
			},
		],
		properties: [...parameters],
	};

	methods = { listSearch: { searchProperties }, loadOptions: { getProperties: getPropertyOptions } };

	/** The hotelier enters the address; the API has no operation to register it. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				await requireSettings(this);
				return true;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await webhook(this);
	}
}

import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeProperties, nodeSubtitle } from '../shared/operation/describeNode';
import { executeOperations } from '../shared/operation/executeItems';
import { getProperties, searchProperties } from '../shared/parameters/property';
import { searchRoomTypes } from '../shared/parameters/roomType';
import {
	searchCompanies,
	searchGuests,
	searchPaymentSystems,
	searchRooms,
	searchRoomStays,
} from './listSearch';
import { resources } from './resources';
import { searchCountries } from './resources/guest/country';
import { searchDocumentTypes } from './resources/guest/documentType';

export class PartnerHotelPms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel PMS',
		name: 'partnerHotelPms',
		icon: {
			light: 'file:../shared/icons/partnerHotel.svg',
			dark: 'file:../shared/icons/partnerHotel.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description:
			'Work with reservations, guests, rooms, payments and occupancy. Operations that change hotel data say so.',
		defaults: { name: 'Partner Hotel PMS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'partnerHotelOAuth2Api', required: true }],
		properties: nodeProperties(resources, 'room'),
	};

	methods = {
		listSearch: {
			searchCompanies,
			searchCountries,
			searchDocumentTypes,
			searchGuests,
			searchPaymentSystems,
			searchProperties,
			searchRooms,
			searchRoomStays,
			searchRoomTypes,
		},
		loadOptions: { getProperties },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, resources);
	}
}

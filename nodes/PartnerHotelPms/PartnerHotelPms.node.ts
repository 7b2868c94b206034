import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { nodeProperties, nodeSubtitle } from '../shared/operation/describeNode';
import { executeOperations } from '../shared/operation/executeItems';
import { getPropertyOptions, searchProperties } from '../shared/parameters/property';
import { searchRoomTypes } from '../shared/parameters/roomType';
import { searchCompanies, searchGuestList, searchPaymentSystems } from './listSearch';
import { searchReservationList } from './reservationList';
import { resources } from './resources';
import { searchCountries } from './resources/guest/country';
import { searchDocumentTypes } from './resources/guest/documentType';
import { searchRooms } from './roomList';
import { searchRoomStays } from './roomStayList';

export class PartnerHotelPms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Hotel PMS',
		name: 'partnerHotelPms',
		icon: {
			light: 'file:../shared/icons/pms.svg',
			dark: 'file:../shared/icons/pms.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description:
			'Work with reservations, guests, rooms, payments and occupancy. Actions that end in "and save" change hotel data.',
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
			searchGuests: searchGuestList,
			searchPaymentSystems,
			searchProperties,
			searchReservations: searchReservationList,
			searchRooms,
			searchRoomStays,
			searchRoomTypes,
		},
		loadOptions: { getProperties: getPropertyOptions },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeOperations(this, resources);
	}
}

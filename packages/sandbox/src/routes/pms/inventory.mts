import { text } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import { ok, type ApiResponse } from '../../http/route.mts';
import { serializeRecord } from '../../serializers/pmsResponse.mts';
import { generateCompanies } from '../../world/pms/companies.mts';
import { pageResponse } from './lists.mts';
import { candidatesOf } from './paging.mts';
import type { PmsCall } from './pmsCall.mts';

export function showInventory({ sandbox, view }: PmsCall): ApiResponse {
	const { buildings } = view.pms.inventory;
	return ok(serializeRecord('accommodationInventory', { buildings }, sandbox.settings.dialect));
}

export function listRooms(call: PmsCall): ApiResponse {
	const { rooms } = call.view.pms.inventory;
	return pageResponse(call, {
		name: 'rooms',
		candidates: (query) => {
			const roomTypeId = new QueryFields(query).read('roomTypeId', text);
			const wanted = rooms.filter((room) => (roomTypeId ?? room.roomTypeId) === room.roomTypeId);
			return candidatesOf(wanted, ({ id }) => id);
		},
		serialize: (room) => room,
	});
}

export function listCompanies(call: PmsCall): ApiResponse {
	const { seed, property } = call.view;
	return pageResponse(call, {
		name: 'companies',
		candidates: () => candidatesOf(generateCompanies(seed, property.id), ({ id }) => id),
		serialize: (company) => company,
	});
}

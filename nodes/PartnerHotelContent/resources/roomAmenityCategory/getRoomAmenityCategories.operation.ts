import type { IDataObject } from 'n8n-workflow';

import { textIn } from '../../../shared/util/json';
import { recordsAt } from '../../../shared/api/response/records';
import { wholeList, type ListStrategy } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';

/**
 * The dictionary comes flat (`group`, `code`, `name`) or as groups with their amenities: either way one
 * record per amenity. A group has neither code nor group of its own.
 */
const amenities: ListStrategy = {
	...wholeList(),
	read: (body) => ({ records: wholeList().read(body).records.flatMap(amenitiesOf) }),
};

function amenitiesOf(record: IDataObject): IDataObject[] {
	if ('code' in record || 'group' in record) return [record];
	const group = textIn(record, 'name') ?? null;
	return recordsAt(record, 'amenities').map((amenity) => ({ group, ...amenity }));
}

export const getRoomAmenityCategories = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many room amenity categories',
		description: 'Get the dictionary of room amenities with groups, codes and names',
	},
	readOnly: true,
	parameters: [...paging],
	request: () => ({ area: 'content', method: 'GET', path: '/v1/room-amenity-categories' }),
	list: amenities,
});

import { wholeList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';

export const getRoomTypeCategories = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many room type categories',
		description: 'Get the dictionary of room type categories with codes and names',
	},
	readOnly: true,
	parameters: [...paging],
	request: () => ({ area: 'content', method: 'GET', path: '/v1/room-type-categories' }),
	list: wholeList(),
});

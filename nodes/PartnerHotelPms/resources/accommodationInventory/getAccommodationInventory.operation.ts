import { recordIn } from '../../../shared/answers';
import { defineOperation } from '../../../shared/operation';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/propertyRecords';
import { pmsRequest } from '../../pmsRequests';

export const getAccommodationInventory = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get accommodation inventory',
		description: 'Get the buildings of a hotel with their floors and rooms',
	},
	readOnly: true,
	parameters: [propertyId],
	request: (values) =>
		pmsRequest('GET', '/obtain-accommodation-inventory', { propertyId: values.propertyId }),
	items: (body) => [recordIn(body, 'accommodationInventory')],
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

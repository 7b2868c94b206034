import { recordIn } from '../../../shared/util/json';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { INVENTORY } from '../../../shared/pms/floors';
import { pmsRequest } from '../../../shared/pms/pmsRequests';

export const getAccommodationInventory = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get accommodation inventory',
		description: 'Get the buildings of a hotel with their floors and rooms',
	},
	readOnly: true,
	parameters: [propertyId],
	request: (values) => pmsRequest('GET', INVENTORY, { propertyId: values.propertyId }),
	items: (body) => [recordIn(body, 'accommodationInventory')],
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

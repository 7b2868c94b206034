import { pmsList } from '../../../shared/lists';
import { defineOperation } from '../../../shared/operation';
import { paging } from '../../../shared/parameters/paging';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/propertyRecords';
import { pmsRequest } from '../../pmsRequests';

export const getCompanies = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many companies',
		description: 'Get the companies in the directory of a hotel: customers and payers',
	},
	readOnly: true,
	parameters: [propertyId, ...paging],
	request: (values) => pmsRequest('GET', '/companies', { propertyId: values.propertyId }),
	list: pmsList('companies'),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

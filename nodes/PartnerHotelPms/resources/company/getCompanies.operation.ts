import { pmsList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { pmsRequest } from '../../../shared/pms/pmsRequests';

export const getCompanies = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many companies',
		description: 'Get the companies in the directory of a hotel (customers and payers)',
	},
	readOnly: true,
	parameters: [propertyId, ...paging],
	request: (values) => pmsRequest('GET', '/companies', { propertyId: values.propertyId }),
	list: pmsList('companies'),
	errors: (values) => ({ ...propertyErrors(values.propertyId) }),
});

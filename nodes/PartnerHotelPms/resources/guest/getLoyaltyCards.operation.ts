import { pmsList } from '../../../shared/api/response/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { pmsPersonId } from '../../parameters';
import { GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';

export const getLoyaltyCards = defineOperation({
	option: {
		name: 'Get Loyalty Cards',
		value: 'getLoyaltyCards',
		action: 'Get guest loyalty cards',
		description: 'Get the loyalty cards of a guest with program and card number',
	},
	readOnly: true,
	personalColumns: personalColumns.none,
	parameters: [propertyId, pmsPersonId, ...paging],
	request: (values) => pmsRequest('GET', `${GUEST}/loyalty-cards`, values),
	list: pmsList('loyaltyCards'),
	errors: guestErrors,
});

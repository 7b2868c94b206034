import { pmsList } from '../../../shared/api/lists';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { pmsPersonId } from '../../parameters';
import { GUEST, guestErrors, pmsRequest } from '../../pmsRequests';

export const getGuestStays = defineOperation({
	option: {
		name: 'Get Stays',
		value: 'getStays',
		action: 'Get guest stays',
		description: 'Get the room stays of a guest',
	},
	readOnly: true,
	parameters: [propertyId, pmsPersonId, ...paging],
	request: (values) => pmsRequest('GET', `${GUEST}/find-occupied-room-stays`, values),
	list: pmsList('roomStays'),
	errors: guestErrors,
});

import { recordIn } from '../../../shared/util/json';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { simplify } from '../../../shared/parameters/simplify';
import { pmsLanguageOptions, pmsPersonId } from '../../parameters';
import { GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';
import { guestsOut } from './simplifyGuest';

export const getGuest = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get guest',
		description: 'Get the profile of a guest with name, birth date, citizenship, contacts and status',
	},
	readOnly: true,
	personalColumns: personalColumns.guest,
	parameters: [propertyId, pmsPersonId, simplify, pmsLanguageOptions],
	request: (values) =>
		pmsRequest('GET', GUEST, values, { query: { languageCode: values.options.languageCode } }),
	items: (body) => [recordIn(body, 'guest')],
	view: guestsOut,
	errors: guestErrors,
});

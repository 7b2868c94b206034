import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { pmsPersonId } from '../../parameters';
import { sendWrite, GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';
import { countryCode, requireCountry } from './country';

const removeCountry = defineParameter({
	displayName: 'Remove Country',
	name: 'removeCountry',
	type: 'boolean',
	default: false,
	description: 'Whether to remove the country of birth instead of setting one',
});

export const updateBirthCountry = defineOperation({
	option: {
		name: 'Update Birth Country',
		value: 'updateBirthCountry',
		action: 'Update birth country of guest and save',
		description: 'Set or remove the country of birth of a guest. Changes hotel data.',
	},
	parameters: [
		propertyId,
		pmsPersonId,
		removeCountry,
		{ ...countryCode, displayOptions: { show: { removeCountry: [false] } } },
	],
	run: async ({ values, api }) => {
		const body = {
			countryCode: values.removeCountry ? null : requireCountry('countryCode', values.countryCode),
		};
		return await sendWrite(api, pmsRequest('PUT', `${GUEST}/birth-address`, values, { body }), values, {
			errors: guestErrors(values),
			howToCheck: "Look at the guest's profile in the hotel system before you repeat it.",
		});
	},
});

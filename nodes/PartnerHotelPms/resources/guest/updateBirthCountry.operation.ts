import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { pmsPersonId } from '../../parameters';
import { changed, GUEST, guestErrors, pmsRequest } from '../../../shared/pms/pmsRequests';
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
	writes: 'Change of the birth country',
	parameters: [
		propertyId,
		pmsPersonId,
		removeCountry,
		{ ...countryCode, displayOptions: { show: { removeCountry: [false] } } },
	],
	run: async ({ values, write }) => {
		const body = {
			countryCode: values.removeCountry ? null : requireCountry('countryCode', values.countryCode),
		};
		await write({
			subject: 'Change of the birth country',
			request: pmsRequest('PUT', `${GUEST}/birth-address`, values, { body }),
			errors: guestErrors(values),
			howToCheck: "look at the guest's profile in the hotel system first, because the API does not return it",
			identity: [values.propertyId, values.pmsPersonId, body],
		});
		return [changed(values)];
	},
});

import { defineOperation } from '../../../shared/operation/defineOperation';
import { output } from '../../../shared/parameters/output';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { number } from '../../parameters';
import { getOptions } from '../../../shared/pms/outputParameters';
import { fetchReservation, reservationsOut } from '../../../shared/pms/reservationOutput';

export const getReservation = defineOperation({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get reservation',
		description: 'Get a reservation with its room stays, rooms, guests, prices and amount due',
	},
	readOnly: true,
	personalColumns: personalColumns.reservation,
	parameters: [propertyId, number, output, getOptions],
	run: async ({ values, api, withoutPersonalData }) => {
		const reservation = await fetchReservation(
			api,
			values.propertyId,
			values.number,
			values.options.languageCode,
		);
		return await reservationsOut(api, values.propertyId, [{ reservation }], {
			output: values.output,
			...values.options,
			withoutPersonalData,
		});
	},
});

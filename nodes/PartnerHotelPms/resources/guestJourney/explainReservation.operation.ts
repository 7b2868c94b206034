import { journeyFilters, moments, unitKind } from '../../../shared/journey/journeyParameters';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { number } from '../../parameters';
import { reservationPlanOptions, planOfReservations } from './guestJourneyPlan';

export const explainReservation = defineOperation({
	option: {
		name: 'Explain',
		value: 'explain',
		action: 'Explain guest journey',
		description:
			'Get each moment of one reservation: when it is or was due, whether it will be sent, and why not',
	},
	readOnly: true,
	personalColumns: personalColumns.reservation,
	parameters: [propertyId, number, moments, unitKind, journeyFilters, reservationPlanOptions],
	run: async ({ values, api }) =>
		await planOfReservations(api, values.propertyId, values).explain(values.number),
});

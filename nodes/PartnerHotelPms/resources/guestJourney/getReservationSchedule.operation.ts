import { journeyFilters, moments, unitKind } from '../../../shared/journey/journeyParameters';
import { days } from '../../../shared/journey/journeyPlan';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { reservationPlanOptions, planOfReservations } from './guestJourneyPlan';

export const getReservationSchedule = defineOperation({
	option: {
		name: 'Get Schedule',
		value: 'getSchedule',
		action: 'Get schedule of guest journey',
		description:
			'Get who will be due in the next days by the moments of a Guest Journey Trigger, in order, and who will not and why',
	},
	readOnly: true,
	personalColumns: personalColumns.reservation,
	parameters: [propertyId, moments, days, unitKind, journeyFilters, reservationPlanOptions],
	run: async ({ values, api }) =>
		await planOfReservations(api, values.propertyId, values).schedule(values.days, 0),
});

import { journeyFilters, moments, unitKind } from '../../../shared/journey/journeyParameters';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { bookingNumber } from '../../../shared/parameters/bookingNumber';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { bookingPlanOptions, planOfBookings } from './guestJourneyPlan';

export const explainBooking = defineOperation({
	option: {
		name: 'Explain',
		value: 'explain',
		action: 'Explain guest journey',
		description:
			'Get each moment of one booking: when it is or was due, whether it will be sent, and why not',
	},
	readOnly: true,
	personalColumns: personalColumns.booking,
	parameters: [propertyId, bookingNumber, moments, unitKind, journeyFilters, bookingPlanOptions],
	run: async ({ values, api }) => await planOfBookings(api, values.propertyId, values).explain(values.number),
});

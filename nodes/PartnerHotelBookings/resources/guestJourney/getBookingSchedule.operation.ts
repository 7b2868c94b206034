import { journeyFilters, moments, unitKind } from '../../../shared/journey/journeyParameters';
import { days } from '../../../shared/journey/journeyPlan';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { bookingPlanOptions, planOfBookings } from './guestJourneyPlan';

const bookedWithin = defineParameter({
	displayName: 'Bookings of the Last (Days)',
	name: 'bookedWithin',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 730, numberPrecision: 0 },
	default: 60,
	description:
		'How far back bookings are read, by their last change: the feed cannot be asked for arrivals. Each takes one request.',
});

export const getBookingSchedule = defineOperation({
	option: {
		name: 'Get Schedule',
		value: 'getSchedule',
		action: 'Get schedule of guest journey',
		description:
			'Get who will be due in the next days by the moments of a Guest Journey Trigger that reads bookings, in order, and who will not and why',
	},
	readOnly: true,
	personalColumns: personalColumns.booking,
	parameters: [propertyId, moments, days, bookedWithin, unitKind, journeyFilters, bookingPlanOptions],
	run: async ({ values, api }) =>
		await planOfBookings(api, values.propertyId, values).schedule(values.days, values.bookedWithin),
});

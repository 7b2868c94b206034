import { caseOptions } from '../../../shared/journey/journeyParameters';
import { JourneyPlan, planTimeZone, type PlanValues } from '../../../shared/journey/journeyPlan';
import { defineParameter } from '../../../shared/operation/defineOperation';
import type { Api } from '../../../shared/transport/types';

/** Those of the trigger that a plan depends on. */
export const bookingPlanOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...caseOptions, planTimeZone],
});

export function planOfBookings(api: Api, propertyId: string, values: PlanValues): JourneyPlan {
	return new JourneyPlan(api, propertyId, values, { source: 'bookings' });
}

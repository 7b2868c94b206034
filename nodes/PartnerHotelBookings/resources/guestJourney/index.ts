import type { Resource } from '../../../shared/operation/defineOperation';
import { explainBooking } from './explainBooking.operation';
import { getBookingSchedule } from './getBookingSchedule.operation';

export const guestJourney: Resource = {
	option: { name: 'Guest Journey', value: 'guestJourney' },
	operations: [getBookingSchedule, explainBooking],
};

import type { Resource } from '../../../shared/operation/defineOperation';
import { explainReservation } from './explainReservation.operation';
import { getReservationSchedule } from './getReservationSchedule.operation';

export const guestJourney: Resource = {
	option: { name: 'Guest Journey', value: 'guestJourney' },
	operations: [getReservationSchedule, explainReservation],
};

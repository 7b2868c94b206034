import type { Resource } from '../../../shared/operation/defineOperation';
import { explain } from './explain.operation';
import { getSchedule } from './getSchedule.operation';

export const guestJourney: Resource = {
	option: { name: 'Guest Journey', value: 'guestJourney' },
	operations: [getSchedule, explain],
};

import type { Resource } from '../../shared/operation/defineOperation';
import { booking } from './booking';
import { guestJourney } from './guestJourney';

export const resources: readonly Resource[] = [booking, guestJourney];

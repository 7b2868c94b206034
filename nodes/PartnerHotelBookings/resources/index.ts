import type { Resource } from '../../shared/operation/defineOperation';
import { booking } from './booking';

export const resources: readonly Resource[] = [booking];

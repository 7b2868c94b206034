import type { Resource } from '../../shared/operation';
import { booking } from './booking';

export const resources: readonly Resource[] = [booking];

import type { Resource } from '../../shared/operation/defineOperation';
import { roomStay } from './roomStay';
import { extraService } from './extraService';
import { extraStay } from './extraStay';

export const resources: readonly Resource[] = [roomStay, extraService, extraStay];

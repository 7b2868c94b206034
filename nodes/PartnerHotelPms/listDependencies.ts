import type { INodeProperties } from 'n8n-workflow';

import { propertyId } from '../shared/parameters/property';
import { number, pmsRoomStayId } from './parameters';
import { roomsOverrides } from '../shared/pms/rooms';

/** Fields that lists depend on, so that errors can show their display names. */
export const dependencies: INodeProperties[] = [propertyId, number, pmsRoomStayId, ...roomsOverrides];

import type { Resource } from '../../../shared/operation/defineOperation';
import { getRoomTypes } from './getRoomTypes.operation';

export const roomType: Resource = {
	option: { name: 'Room Type', value: 'roomType' },
	operations: [getRoomTypes],
};

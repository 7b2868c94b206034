import type { Resource } from '../../../shared/operation/defineOperation';
import { getRooms } from './getRooms.operation';

export const room: Resource = {
	option: { name: 'Room', value: 'room' },
	operations: [getRooms],
};

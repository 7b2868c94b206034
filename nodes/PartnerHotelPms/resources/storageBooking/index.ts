import type { Resource } from '../../../shared/operation/defineOperation';
import { getStorageBooking } from './getStorageBooking.operation';

export const storageBooking: Resource = {
	option: { name: 'Storage Booking', value: 'storageBooking' },
	operations: [getStorageBooking],
};

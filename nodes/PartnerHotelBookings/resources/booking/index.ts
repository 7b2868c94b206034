import type { Resource } from '../../../shared/operation/defineOperation';
import { getBooking } from './getBooking.operation';
import { getBookingPage } from './getBookingPage.operation';
import { getBookings } from './getBookings.operation';
import { reconcileBookings } from './reconcileBookings.operation';

export const booking: Resource = {
	option: { name: 'Booking', value: 'booking' },
	operations: [getBooking, getBookings, getBookingPage, reconcileBookings],
	defaultOperation: 'getAll',
};

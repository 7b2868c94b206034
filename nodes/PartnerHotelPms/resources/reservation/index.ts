import type { Resource } from '../../../shared/operation/defineOperation';
import { assignRooms } from './assignRooms.operation';
import { getReservation } from './getReservation.operation';
import { getAvailableRooms } from './getAvailableRooms.operation';
import { getInvoices } from './getInvoices.operation';
import { searchReservations } from './searchReservations.operation';

export const reservation: Resource = {
	option: { name: 'Reservation', value: 'reservation' },
	operations: [assignRooms, getReservation, getAvailableRooms, getInvoices, searchReservations],
	defaultOperation: 'get',
};

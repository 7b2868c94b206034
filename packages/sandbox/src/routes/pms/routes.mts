import type { Route } from '../../http/route.mts';
import { checkIn, checkOut } from './checkInOut.mts';
import { setBirthCountry, setDocument } from './guestUpdates.mts';
import { listLoyaltyCards, listOccupiedStays, searchGuests, showGuest } from './guests.mts';
import { listCompanies, listRooms, showInventory } from './inventory.mts';
import { listPaymentSystems, processPayment, processRefund } from './payments.mts';
import { onPms } from './pmsCall.mts';
import { listAvailableRooms, listInvoices, showReservation } from './reservations.mts';
import { searchReservations } from './reservationSearch.mts';
import { assignRoom, assignRooms } from './roomAssignment.mts';
import { addScans } from './scans.mts';

const PROPERTY = '/api/pms/v2/properties/{propertyId}';
const GUEST = `${PROPERTY}/guests/{pmsPersonId}`;
const RESERVATION = `${PROPERTY}/reservations/{number}`;
const ROOM_STAY = `${RESERVATION}/room-stays/{pmsRoomStayId}`;

const AREA = { area: 'pms', scope: 'default' } as const;
const GET = { ...AREA, method: 'GET' } as const;
const POST = { ...AREA, method: 'POST' } as const;
const PUT = { ...AREA, method: 'PUT' } as const;

/** The 21 operations of the PMS area (specification, PMS). */
export const pmsRoutes: readonly Route[] = [
	{ ...GET, path: `${PROPERTY}/obtain-accommodation-inventory`, onProperty: onPms(showInventory) },
	{ ...GET, path: `${PROPERTY}/rooms`, onProperty: onPms(listRooms) },
	{ ...GET, path: `${PROPERTY}/companies`, onProperty: onPms(listCompanies) },

	{ ...GET, path: `${PROPERTY}/guests/search`, onProperty: onPms(searchGuests) },
	{ ...GET, path: GUEST, onProperty: onPms(showGuest) },
	{ ...GET, path: `${GUEST}/loyalty-cards`, onProperty: onPms(listLoyaltyCards) },
	{ ...GET, path: `${GUEST}/find-occupied-room-stays`, onProperty: onPms(listOccupiedStays) },
	{ ...PUT, path: `${GUEST}/personal-document`, onProperty: onPms(setDocument) },
	{ ...PUT, path: `${GUEST}/birth-address`, onProperty: onPms(setBirthCountry) },
	{ ...POST, path: `${GUEST}/personal-document/files`, onProperty: onPms(addScans) },

	{ ...GET, path: `${PROPERTY}/reservations/search`, onProperty: onPms(searchReservations) },
	{ ...GET, path: RESERVATION, onProperty: onPms(showReservation) },
	{ ...GET, path: `${RESERVATION}/find-available-rooms`, onProperty: onPms(listAvailableRooms) },
	{ ...GET, path: `${RESERVATION}/invoices`, onProperty: onPms(listInvoices) },
	{ ...POST, path: `${RESERVATION}/assign-rooms`, onProperty: onPms(assignRooms) },

	{ ...PUT, path: `${ROOM_STAY}/room`, onProperty: onPms(assignRoom) },
	{ ...POST, path: `${ROOM_STAY}/check-in`, onProperty: onPms(checkIn) },
	{ ...POST, path: `${ROOM_STAY}/check-out`, onProperty: onPms(checkOut) },
	{
		...GET,
		path: `${ROOM_STAY}/find-available-payment-systems`,
		onProperty: onPms(listPaymentSystems),
	},
	{ ...POST, path: `${ROOM_STAY}/process-payment`, onProperty: onPms(processPayment) },
	{ ...POST, path: `${ROOM_STAY}/process-refund`, onProperty: onPms(processRefund) },
];

import { ok, type ApiResponse } from '../../http/route.mts';
import { serializeInvoice } from '../../serializers/invoice.mts';
import { serializeRecord } from '../../serializers/pmsResponse.mts';
import { serializeReservation } from '../../serializers/reservation.mts';
import { invoicesOf } from '../../world/pms/invoices.mts';
import type { PmsView } from '../../world/pms/pmsView.mts';
import { describeReservation } from '../../world/pms/reservationRecord.mts';
import { roomsFor } from '../../world/pms/rooms.mts';
import type { Stay } from '../../world/pms/stay.mts';
import { languageOf } from './language.mts';
import { pageResponse } from './lists.mts';
import { candidatesOf, numericKey } from './paging.mts';
import { reservationOf, type PmsCall } from './pmsCall.mts';

export function showReservation(call: PmsCall): ApiResponse {
	const { dialect } = call.sandbox.settings;
	const language = languageOf(call.query);
	const reservation = describeReservation(call.view, reservationOf(call));
	return ok(serializeRecord('reservation', serializeReservation(reservation, language, dialect), dialect));
}

export function listAvailableRooms(call: PmsCall): ApiResponse {
	const stays = reservationOf(call).stays.filter(({ cancelled }) => !cancelled);
	return pageResponse(call, {
		name: 'availableRoomForRoomStays',
		candidates: () => candidatesOf(stays, ({ position }) => numericKey(position)),
		serialize: (stay) => availableRooms(call.view, stay),
	});
}

export function listInvoices(call: PmsCall): ApiResponse {
	const reservation = reservationOf(call);
	return pageResponse(call, {
		name: 'invoices',
		candidates: (query) =>
			candidatesOf(invoicesOf(call.view, reservation, languageOf(query)), ({ number }) => number),
		serialize: (invoice) => serializeInvoice(invoice, call.sandbox.settings.dialect),
	});
}

function availableRooms(view: PmsView, stay: Stay): unknown {
	return {
		pmsRoomStayId: stay.id,
		currentRoomId: view.stateOf(stay).roomId,
		roomIds: roomsFor(view, stay).map(({ id }) => id),
	};
}

import type { IDataObject } from 'n8n-workflow';

import { pmsList, readList } from '../api/response/lists';
import { recordsAt, textAt } from '../api/response/records';
import { guestIdsOf } from '../pms/stayFields';
import { GUEST, pmsRequest } from '../pms/pmsRequests';
import type { Api, SendOptions } from '../transport/types';

/** More make no difference: the guest has been here before. */
const MAX_STAYS = 100;

/**
 * How many room stays at this hotel the first guest, or else who booked, has ended before: those that are checked out and
 * no part of this reservation. Null: the reservation names nobody.
 */
export async function earlierStays(
	api: Api,
	propertyId: string,
	reservation: IDataObject,
	options?: SendOptions,
): Promise<number | null> {
	const own = recordsAt(reservation, 'roomStays');
	const pmsPersonId = own.flatMap(guestIdsOf)[0] ?? textAt(reservation, 'customer', 'pmsPersonId');
	if (pmsPersonId === undefined) return null;
	const request = pmsRequest('GET', `${GUEST}/find-occupied-room-stays`, { propertyId, pmsPersonId });
	const stays = await readList(api, request, pmsList('roomStays'), MAX_STAYS, options);
	const ownIds = new Set(own.map((one) => textAt(one, 'pmsRoomStayId')));
	return stays.filter(
		(one) =>
			textAt(one, 'status')?.toLowerCase() === 'checkedout' && !ownIds.has(textAt(one, 'pmsRoomStayId')),
	).length;
}

import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../../../shared/api/bookings/columns';
import { namesOf } from '../../../shared/api/property/names';
import { messagesOf } from '../../../shared/api/response/messages';
import type { ViewArguments } from '../../../shared/operation/defineOperation';
import { guestsIfAvailable } from '../../guestProfiles';
import { guestIdsOf } from '../../../shared/pms/stayFields';
import { roomsIfAvailable, type RoomsOverrides } from '../../../shared/pms/rooms';
import { stayFields } from '../../../shared/pms/reservationViews';

interface Chosen {
	propertyId: string;
	pmsPersonId: string;
	addGuestNames: boolean;
	options: RoomsOverrides;
}

/** The room stays of a guest as flat, named fields. Names are read once for all of them. */
export async function simplifyGuestStays(
	stays: IDataObject[],
	{ values, api, warn, withoutPersonalData }: ViewArguments<Chosen>,
): Promise<IDataObject[]> {
	if (stays.length === 0) return [];
	const { propertyId, pmsPersonId, addGuestNames, options } = values;
	const names = await namesOf(api, propertyId);
	const rooms = await roomsIfAvailable(api, propertyId, options, warn);
	const ids = stays.flatMap(guestIdsOf);
	const asksGuests = addGuestNames && !withoutPersonalData;
	const guests = asksGuests ? await guestsIfAvailable(api, propertyId, ids) : undefined;
	return stays.map((stay) =>
		inColumns({
			...stayFields(stay, {}, { names, rooms, guests }),
			propertyName: names.property ?? null,
			...messagesOf(stay),
			propertyId,
			pmsPersonId,
		}),
	);
}

import type { IDataObject } from 'n8n-workflow';

import { PATIENCE } from '../shared/api/property/names';
import { absenceOf } from '../shared/api/property/propertyCache';
import { isNotFound } from '../shared/transport/errors';
import type { Api } from '../shared/transport/types';
import { recordIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { GUEST, pmsRequest } from '../shared/pms/pmsRequests';

/** The profiles of guests by ID, each read once. Those that cannot be read are missing. */
export async function guestsIfAvailable(
	api: Api,
	propertyId: string,
	ids: readonly string[],
): Promise<ReadonlyMap<string, IDataObject>> {
	const guests = await mapConcurrently([...new Set(ids)], REQUESTS_AT_ONCE, async (pmsPersonId) => {
		const request = pmsRequest('GET', GUEST, { propertyId, pmsPersonId });
		const read = async () => recordIn((await api.send(request, PATIENCE)).body, 'guest');
		return await read().then(
			(guest): Array<[string, IDataObject]> => [[pmsPersonId, guest]],
			(error) => {
				if (absenceOf(error) === undefined && !isNotFound(error, 'pmsPersonId')) throw error;
				return [];
			},
		);
	});
	return new Map(guests.flat());
}

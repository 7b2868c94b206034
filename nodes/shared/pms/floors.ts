import { PATIENCE } from '../api/property/names';
import { PropertyCache } from '../api/property/propertyCache';
import { recordsAt, textAt } from '../api/response/records';
import type { Api } from '../transport/types';
import { recordIn } from '../util/json';
import { pmsRequest } from './pmsRequests';

export interface FloorFacts {
	name?: string;
	/** The name of its building. */
	building?: string;
}

const cache = new PropertyCache<ReadonlyMap<string, FloorFacts>>(async (api, propertyId, options) => {
	const { body } = await api.send(pmsRequest('GET', INVENTORY, { propertyId }), options);
	return floorsIn(recordIn(body, 'accommodationInventory'));
});

export const INVENTORY = '/obtain-accommodation-inventory';

const noFloors: ReadonlyMap<string, FloorFacts> = new Map();

/** The floors of a property by ID, where names only complete a record: none if they cannot be read. */
export async function floorsIfAvailable(
	api: Api,
	propertyId: string,
): Promise<ReadonlyMap<string, FloorFacts>> {
	const floors = await cache.readUnless(['forbidden', 'unavailable'], api, propertyId, PATIENCE);
	return typeof floors === 'string' ? noFloors : floors;
}

function floorsIn(inventory: unknown): Map<string, FloorFacts> {
	return new Map(
		recordsAt(inventory, 'buildings').flatMap((building) =>
			recordsAt(building, 'floors').flatMap((floor) => {
				const id = textAt(floor, 'id');
				const facts = { name: textAt(floor, 'name'), building: textAt(building, 'name') };
				return id === undefined ? [] : [[id, facts] as const];
			}),
		),
	);
}

import type { Api, SendOptions } from '../transport/types';
import { factsIfAvailable, type Named } from './propertyFacts';

/** Names beside ids, as far as this API connection may read them. */
export interface Names {
	property?: string;
	roomTypes: Map<string, string>;
	ratePlans: Map<string, string>;
	services: Map<string, string>;
}

export const noNames: Names = { roomTypes: new Map(), ratePlans: new Map(), services: new Map() };

/** No limit of a minute is missed for it, but nobody waits longer for names. */
const PATIENCE: SendOptions = { maxWaitMs: 60_000, timeoutMs: 10_000 };

/** Names are a convenience: where Content does not give them, there are none. */
export async function namesOf(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const facts = await factsIfAvailable(api, propertyId, { ...PATIENCE, ...options });
	if (facts === undefined) return noNames;
	return {
		property: facts.name,
		roomTypes: byId(facts.roomTypes),
		ratePlans: byId(facts.ratePlans),
		services: byId(facts.services),
	};
}

function byId(list: Named[]): Map<string, string> {
	return new Map(list.map(({ id, name }) => [id, name]));
}

import type { Api, SendOptions } from '../../transport/types';
import { factsIfAvailable, type Named, type PropertyFacts } from './propertyFacts';

/** Names by ID, as far as this API connection has access to them. */
export interface Names {
	property?: string;
	/** Of the property, IANA name. */
	timeZone?: string;
	roomTypes: Map<string, string>;
	ratePlans: Map<string, string>;
	services: Map<string, string>;
}

export const noNames: Names = { roomTypes: new Map(), ratePlans: new Map(), services: new Map() };

/** Long enough to wait for a per-minute limit; what only completes a record is not worth a longer wait. */
export const PATIENCE: SendOptions = { maxWaitMs: 60_000, timeoutMs: 10_000 };

/** Names are optional: without Content there are none. */
export async function namesOf(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const facts = await factsIfAvailable(api, propertyId, { ...PATIENCE, ...options });
	return facts === undefined ? noNames : namesIn(facts);
}

export function namesIn(facts: PropertyFacts): Names {
	return {
		property: facts.name,
		timeZone: facts.timeZone,
		roomTypes: byId(facts.roomTypes),
		ratePlans: byId(facts.ratePlans),
		services: byId(facts.services),
	};
}

function byId(list: Named[]): Map<string, string> {
	return new Map(list.map(({ id, name }) => [id, name]));
}

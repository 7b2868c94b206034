import type { Api, SendOptions } from '../transport/types';
import { TtlCache } from '../util/ttlCache';
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

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_PROPERTIES = 1_000;
const kept = new TtlCache<Names>((names) => (names === noNames ? MINUTE_MS : HOUR_MS), MAX_PROPERTIES);

/** For the items of triggers, kept for an hour per client: those of a chain would spend a sixth of its requests on names. */
export async function namesForItems(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const key = `${await api.client()} ${propertyId}`;
	return await kept.recall(key, async () => await namesOf(api, propertyId, options));
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

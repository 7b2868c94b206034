import { propertyFacts, type Named } from './propertyRecords';
import type { Api, SendOptions } from './transport/types';

/** Names beside ids, as far as this API connection may read them. */
export interface Names {
	property?: string;
	roomTypes: Map<string, string>;
	ratePlans: Map<string, string>;
}

export const noNames: Names = { roomTypes: new Map(), ratePlans: new Map() };

/** Names are a convenience: where Content refuses or fails to answer, there are none. */
export async function namesOf(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const facts = await propertyFacts(api, propertyId, options).catch(unlessUnavailable);
	return facts
		? { property: facts.name, roomTypes: byId(facts.roomTypes), ratePlans: byId(facts.ratePlans) }
		: noNames;
}

function byId(list: Named[]): Map<string, string> {
	return new Map(list.map(({ id, name }) => [id, name]));
}

function unlessUnavailable(error: unknown): undefined {
	const { httpCode } = error as { httpCode?: unknown };
	if (typeof httpCode === 'string') return undefined;
	throw error;
}

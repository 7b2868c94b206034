import { propertyFacts, type Named } from './propertyRecords';
import { ShortMemory } from './shortMemory';
import type { Api, SendOptions } from './transport/types';

/** Names beside ids, as far as this API connection may read them. */
export interface Names {
	property?: string;
	roomTypes: Map<string, string>;
	ratePlans: Map<string, string>;
}

export const noNames: Names = { roomTypes: new Map(), ratePlans: new Map() };

const KEPT_MS = 5 * 60_000;
/** Refused once, Content is not asked again for each item; access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MOST_KEPT = 500;
const memory = new ShortMemory<Names>((names) => (names === noNames ? ABSENCE_KEPT_MS : KEPT_MS), MOST_KEPT);

/** Names are a convenience: where Content refuses or fails to answer, there are none. */
export async function namesOf(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const read = async () => {
		const facts = await propertyFacts(api, propertyId, options).catch(unlessUnavailable);
		return facts
			? { property: facts.name, roomTypes: byId(facts.roomTypes), ratePlans: byId(facts.ratePlans) }
			: noNames;
	};
	return await memory.recall(`${await api.client()} ${propertyId}`, read);
}

function byId(list: Named[]): Map<string, string> {
	return new Map(list.map(({ id, name }) => [id, name]));
}

function unlessUnavailable(error: unknown): undefined {
	const { httpCode } = error as { httpCode?: unknown };
	if (typeof httpCode === 'string') return undefined;
	throw error;
}

import { AnswerError } from '../util/json';
import { propertyFacts, type Named } from './propertyFacts';
import { TtlCache } from '../util/ttlCache';
import { failureKind } from '../transport/errors';
import type { Api, SendOptions } from '../transport/types';

/** Names beside ids, as far as this API connection may read them. */
export interface Names {
	property?: string;
	roomTypes: Map<string, string>;
	ratePlans: Map<string, string>;
	services: Map<string, string>;
}

export const noNames: Names = { roomTypes: new Map(), ratePlans: new Map(), services: new Map() };

/** Refused once, Content is not asked again for each item; access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MOST_KEPT = 500;
/** Names themselves are kept with the facts of the property: kept again here, they would grow older than promised. */
const memory = new TtlCache<Names>((names) => (names === noNames ? ABSENCE_KEPT_MS : 0), MOST_KEPT);
/** No limit of a minute is missed for it, but nobody waits longer for names. */
const PATIENCE: SendOptions = { maxWaitMs: 60_000, timeoutMs: 10_000 };

/** Names are a convenience: where Content refuses, fails to answer or cannot be reached, there are none. */
export async function namesOf(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const read = async () => {
		const facts = await propertyFacts(api, propertyId, { ...PATIENCE, ...options }).catch(unlessUnavailable);
		return facts
			? {
					property: facts.name,
					roomTypes: byId(facts.roomTypes),
					ratePlans: byId(facts.ratePlans),
					services: byId(facts.services),
				}
			: noNames;
	};
	return await memory.recall(`${await api.client()} ${propertyId}`, read);
}

function byId(list: Named[]): Map<string, string> {
	return new Map(list.map(({ id, name }) => [id, name]));
}

/** An execution that was stopped, or an id that cannot be one, is no failure of Content. */
function unlessUnavailable(error: unknown): undefined {
	if (error instanceof AnswerError || failureKind(error) !== undefined) return undefined;
	throw error;
}

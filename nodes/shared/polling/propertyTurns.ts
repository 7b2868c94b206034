import { mapConcurrently } from '../util/mapConcurrently';
import { propertyIn, type PollState } from './pollState';
import type { RunProgress } from './runProgress';

const PROPERTIES_AT_ONCE = 3;

/**
 * Does something with each property until the poll is over. A failure of one property does not affect the others.
 * @param work returns whether the property has more
 * @returns the properties that have more
 */
export async function eachProperty<Property>(
	state: PollState<Property>,
	ids: readonly string[],
	progress: RunProgress<unknown>,
	work: (id: string, property: Property) => Promise<boolean | void>,
): Promise<string[]> {
	const more = await mapConcurrently(ids, PROPERTIES_AT_ONCE, async (id) => {
		const property = propertyIn(state, id);
		if (!property || progress.isOver()) return false;
		return await work(id, property).catch((error) => progress.fail(id, error));
	});
	return ids.filter((_, position) => more[position]);
}

/** Where a poll serves only some of them, a random start is fair to all. */
export function fromAny<T>(all: readonly T[]): T[] {
	const first = Math.floor(Math.random() * all.length);
	return [...all.slice(first), ...all.slice(0, first)];
}

import { sharesOf } from '../util/shares';

/**
 * Each property may remember its share, plus what the others leave unused.
 * @returns whether one had to forget something
 */
export function boundMemory<Property>(
	properties: Readonly<Record<string, Property>>,
	max: number,
	sizeOf: (property: Property) => number,
	keepWithin: (property: Property, max: number) => void,
): boolean {
	const all = Object.values(properties);
	let isFull = false;
	for (const [index, fairShare] of sharesOf(all.map(sizeOf), max).entries()) {
		const property = all[index] as Property;
		const share = Math.floor(fairShare);
		if (sizeOf(property) <= share) continue;
		keepWithin(property, share);
		isFull = true;
	}
	return isFull;
}

import { PLACES, type LocalText, type Place } from './places.mts';
import { Random } from './random.mts';

/** A hotel of the sandbox: its identity and place. Everything else is generated from it on demand. */
export interface Property {
	/** Digits only, within int32: the bookings feed shows it as a number. */
	id: string;
	name: LocalText;
	place: Place;
}

/** The ids of the published samples come first, so that examples work without changes. */
const SAMPLE_IDS = ['1024', '7291', '5431'];

const MIN_STEP = 13;
const MAX_STEP = 2_900;

/** @param places where they stand, in turn */
export function generateProperties(
	seed: number,
	count: number,
	places: readonly Place[] = PLACES,
): Property[] {
	const random = new Random(seed, 'property ids');
	let id = Math.max(...SAMPLE_IDS.map(Number));
	return Array.from({ length: count }, (_, index) => {
		const sampleId = SAMPLE_IDS[index];
		if (sampleId === undefined) id += random.integer(MIN_STEP, MAX_STEP);
		return describeProperty(sampleId ?? String(id), index, places);
	});
}

function describeProperty(id: string, index: number, places: readonly Place[]): Property {
	const place = places[index % places.length];
	if (place === undefined) throw new Error('The sandbox has no places');
	const round = Math.floor(index / places.length) + 1;
	const suffix = round === 1 ? '' : ` ${round}`;
	return { id, place, name: { own: place.name.own + suffix, en: place.name.en + suffix } };
}

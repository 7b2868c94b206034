import { PLACES, type LocalText, type Place } from './places.mts';

/** In this order: one hotel each in Europe's and America's time zones comes first. */
const CITIES = ['London', 'Spreestadt', 'New York', 'Lord Howe Island'];

/** Places whose hotels, rooms and guests have names that everybody can read: for worlds that people look at. */
export const READABLE_PLACES: readonly Place[] = CITIES.flatMap((city) =>
	PLACES.filter((place) => place.city.en === city).map(inEnglish),
);

function inEnglish(place: Place): Place {
	return {
		...place,
		words: 'en',
		latinNames: true,
		name: english(place.name),
		city: english(place.city),
		addressLine: english(place.addressLine),
	};
}

function english({ en }: LocalText): LocalText {
	return { own: en, en };
}

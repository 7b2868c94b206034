import type { LocalText } from '../places.mts';
import type { Property } from '../properties.mts';
import { Random } from '../random.mts';
import { ROOM_AMENITIES, ROOM_TYPE_CATEGORIES } from './dictionaries.mts';
import type { Language } from './language.mts';
import type { Address, Placement, RoomTypeRecord } from './types.mts';
import { bilingual, type Word } from './vocabulary.mts';

interface Pattern {
	word: Word;
	category: string;
	beds: number;
	extraBeds: number;
	/** Square metres. */
	size: number;
}

const PATTERNS: readonly Pattern[] = [
	{ word: 'standard', category: 'Room', beds: 2, extraBeds: 0, size: 19 },
	{ word: 'superior', category: 'Room', beds: 2, extraBeds: 1, size: 26 },
	{ word: 'family', category: 'Suite', beds: 4, extraBeds: 1, size: 42 },
	{ word: 'apartment', category: 'Apartments', beds: 3, extraBeds: 2, size: 55 },
	{ word: 'sharedPlace', category: 'PlaceInRoom', beds: 1, extraBeds: 0, size: 14 },
];

/**
 * The room types of a property, cheapest pattern first.
 * @param addresses own addresses for a property whose room types stand in different places, otherwise none
 */
export function roomTypes(
	seed: number,
	property: Property,
	language: Language,
	addresses: readonly Address[],
): RoomTypeRecord[] {
	const random = new Random(seed, property.id, 'room types');
	let id = random.integer(60_000, 400_000);
	return PATTERNS.map((pattern, index) => {
		id += random.integer(1, 900);
		const name: LocalText = bilingual(property.place.words, pattern.word);
		const address = addresses[index];
		return {
			id: String(id),
			name: name[language],
			description: index === 4 ? null : `${name[language]}, ${pattern.size} m². ${name.en}.`,
			amenities: random.some(ROOM_AMENITIES, 0.6).map(({ code, name }) => ({ code, name })),
			images: imagesOf(property.id, `room-${id}`, random.integer(0, 3)),
			...(index !== 4 && { size: { value: pattern.size, unit: 'SquareMetre' } }),
			categoryCode: pattern.category,
			categoryName: ROOM_TYPE_CATEGORIES.find(({ code }) => code === pattern.category)?.name ?? '',
			...(address !== undefined && { address }),
			occupancy: { adultBed: pattern.beds, extraBed: pattern.extraBeds, childWithoutBed: 1 },
			placements: placements(pattern),
			position: index === 4 ? null : (index + 1) * 100,
		};
	});
}

function placements({ beds, extraBeds }: Pattern): Placement[] {
	const adults: Placement[] = [{ kind: 'Adult', count: beds, minAge: null, maxAge: null }];
	const extraPlaces: Placement[] = [
		{ kind: 'ExtraAdult', count: extraBeds, minAge: null, maxAge: null },
		{ kind: 'ExtraChild', count: extraBeds, minAge: 3, maxAge: 14 },
	];
	return [
		...adults,
		{ kind: 'Child', count: beds - 1, minAge: 3, maxAge: 14 },
		...(extraBeds > 0 ? extraPlaces : []),
		{ kind: 'ChildBandWithoutBed', count: 1, minAge: 0, maxAge: 2 },
	];
}

export function imagesOf(propertyId: string, subject: string, count: number): Array<{ url: string }> {
	return Array.from({ length: count }, (_, index) => ({
		url: `https://images.example/${propertyId}/${subject}/${index + 1}.jpg`,
	}));
}

/** The dictionaries of the reference data, the same for every property. */

/** Method codes and types (provider enumerations). */
export const PAYMENT_METHODS = [
	{ code: 'AtArrival', type: 'Cash' },
	{ code: 'BankCardGuarantee', type: 'Cash' },
	{ code: 'BankCard', type: 'Prepay' },
	{ code: 'SBP', type: 'Prepay' },
] as const;

/** A name in English and other languages by ISO 639-1 code. */
export interface Names extends Readonly<Partial<Record<string, string>>> {
	en: string;
}

export interface AmenityType {
	code: string;
	names: Names;
	/** Whether it matters if the amenity is free or paid for. */
	chargeTypeApplicable: boolean;
}

/** The codes are those of the properties' amenities. */
export const AMENITY_TYPES: readonly AmenityType[] = [
	amenityType('swimming_pool', ['Swimming pool', 'Schwimmbad', 'Piscine', 'Piscina'], true),
	amenityType('restaurant', ['Restaurant', 'Restaurant', 'Restaurant', 'Restaurante'], false),
	amenityType('parking', ['Parking', 'Parkplatz', 'Parking', 'Aparcamiento'], true),
	amenityType('wifi', ['Wi-Fi in public areas', 'WLAN', 'Wi-Fi', 'Wifi'], true),
	amenityType('lift', ['Lift', 'Aufzug', 'Ascenseur', 'Ascensor'], false),
	amenityType('gym', ['Gym', 'Fitnessraum', 'Salle de sport', 'Gimnasio'], true),
	amenityType('sauna', ['Sauna', 'Sauna', 'Sauna', 'Sauna'], true),
	amenityType('laundry', ['Laundry', 'Wäscherei', 'Blanchisserie', 'Lavandería'], true),
	amenityType(
		'pets_allowed',
		['Pets allowed', 'Haustiere erlaubt', 'Animaux admis', 'Admite mascotas'],
		true,
	),
];

export interface PropertyKind {
	id: number;
	names: Names;
	propertyKindType: string;
}

/** The ids are those of the properties' `propertyKindId`. */
export const PROPERTY_KINDS: readonly PropertyKind[] = [
	propertyKind(1, 'GuestHouse', ['Guest house', 'Pension', 'Maison d’hôtes', 'Casa de huéspedes']),
	propertyKind(2, 'Hotel', ['Hotel', 'Hotel', 'Hôtel', 'Hotel']),
	propertyKind(3, 'Hostel', ['Hostel', 'Hostel', 'Auberge', 'Hostal']),
	propertyKind(4, 'Apartments', ['Apartments', 'Ferienwohnungen', 'Appartements', 'Apartamentos']),
	propertyKind(5, 'Camping', ['Camp site', 'Campingplatz', 'Camping', 'Camping']),
	propertyKind(6, 'Sanatorium', ['Health resort', 'Kurhotel', 'Station thermale', 'Balneario']),
];

/** English, German, French and Spanish. */
type FourNames = [en: string, de: string, fr: string, es: string];

function named([en, de, fr, es]: FourNames): Names {
	return { en, de, fr, es };
}

function amenityType(code: string, names: FourNames, chargeTypeApplicable: boolean): AmenityType {
	return { code, names: named(names), chargeTypeApplicable };
}

function propertyKind(id: number, propertyKindType: string, names: FourNames): PropertyKind {
	return { id, names: named(names), propertyKindType };
}

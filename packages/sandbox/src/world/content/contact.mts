import type { Property } from '../properties.mts';
import { Random } from '../random.mts';
import type { Language } from './language.mts';
import type { Address, PropertyRecord } from './types.mts';

function addressOf(property: Property, language: Language): Address {
	const { place } = property;
	return {
		postalCode: place.postalCode,
		countryCode: place.countryCode,
		region: place.region,
		regionId: place.regionId,
		cityName: place.city[language],
		cityId: place.cityId,
		addressLine: place.addressLine[language],
		latitude: place.latitude,
		longitude: place.longitude,
		remark: 'Take the second left after the bridge',
	};
}

/** Own addresses of the room types of a property with several locations. */
export function scatteredAddresses(property: Property, language: Language, count: number): Address[] {
	const main = addressOf(property, language);
	return Array.from({ length: count }, (_, index) => ({
		...main,
		addressLine: `${property.place.addressLine[language]}, ${index + 1}`,
		latitude: Number((property.place.latitude + (index + 1) / 1000).toFixed(4)),
		remark: null,
	}));
}

export function contactInfo(
	seed: number,
	property: Property,
	language: Language,
): PropertyRecord['contactInfo'] {
	const random = new Random(seed, property.id, 'contact');
	const number = () => `${property.place.phonePrefix} ${random.integer(1000, 9999)}`;
	return {
		address: addressOf(property, language),
		phones: [
			{ phoneNumber: number(), techType: 'Voice', remark: null },
			{ phoneNumber: number(), techType: 'Fax', remark: 'Reception, 24 hours' },
		],
		emails: [`reception-${property.id}@hotel.example`, `sales-${property.id}@example.com`],
	};
}

export function companyDetails(
	seed: number,
	property: Property,
	language: Language,
): PropertyRecord['companyDetails'] {
	const random = new Random(seed, property.id, 'company');
	return {
		legalEntityName: `${property.name.en} Operations Ltd`,
		taxpayerIdentificationNumber: String(random.integer(100_000_000, 999_999_999)),
		companyRegistrationNumber: random.chance(0.2) ? null : `10${random.integer(10_000_000, 99_999_999)}`,
		legalAddress: `${property.place.addressLine[language]}, ${property.place.city[language]}`,
	};
}

import type { Property } from '../properties.mts';
import { Random } from '../random.mts';
import { propertyAmenities } from './amenities.mts';
import { companyDetails, contactInfo, scatteredAddresses } from './contact.mts';
import type { Language } from './language.mts';
import { ratePlans } from './ratePlans.mts';
import { imagesOf, roomTypes } from './roomTypes.mts';
import { cancellationRules } from './cancellationRules.mts';
import { extraStayRules } from './extraStayRules.mts';
import { services } from './services.mts';
import type { PropertyRecord, PropertyRules } from './types.mts';

/** Everything in the content area about one property. */
export interface PropertyContent extends PropertyRules {
	/** The property's record in its own language and in English; ids and figures are the same in both. */
	record: Record<Language, PropertyRecord>;
}

const CHECK_IN_TIMES = ['14:00', '15:00', '13:30'];
const CHECK_OUT_TIMES = ['12:00', '11:00', '10:30'];
const MULTI_LOCATION_SHARE = 0.15;

/**
 * Generates the content of a property. The same seed and property give the same content.
 * @param year the current year, for rules that differ by season
 */
export function generateContent(seed: number, property: Property, year: number): PropertyContent {
	const random = new Random(seed, property.id, 'content');
	const times = { checkIn: random.pick(CHECK_IN_TIMES), checkOut: random.pick(CHECK_OUT_TIMES) };
	const firstRuleId = random.integer(40_000, 90_000);
	const rules = {
		cancellationRules: cancellationRules(property, firstRuleId, year),
		extraStayRules: extraStayRules(property, firstRuleId + 150_000, times),
	};
	const shared = {
		stars: random.chance(0.1) ? null : random.integer(2, 5),
		stayUnitKind: random.chance(0.8) ? 'NightRate' : 'DailyRate',
		propertyKindId: random.integer(1, 6),
		multiLocationProperty: random.chance(MULTI_LOCATION_SHARE),
		fsaCertifications: random.chance(0.5)
			? null
			: [{ certificateNumber: `FSA-${random.integer(1000, 9999)}`, validUntil: `${year + 1}-12-31` }],
	} as const;

	const inLanguage = (language: Language): PropertyRecord => {
		const addresses = shared.multiLocationProperty ? scatteredAddresses(property, language, 5) : [];
		const offer = {
			roomTypes: roomTypes(seed, property, language, addresses),
			services: services(seed, property, language),
		};
		return {
			id: property.id,
			name: property.name[language],
			description: `${property.name[language]} · ${property.place.city[language]}`,
			currency: property.place.currency,
			images: imagesOf(property.id, 'house', 3),
			stars: shared.stars,
			stayUnitKind: shared.stayUnitKind,
			propertyKindId: shared.propertyKindId,
			contactInfo: contactInfo(seed, property, language),
			policy: { checkInTime: times.checkIn, checkOutTime: times.checkOut },
			timeZone: { id: property.place.timeZone },
			ratePlans: ratePlans(seed, property, language, { ...offer, ...rules }),
			...offer,
			multiLocationProperty: shared.multiLocationProperty,
			companyDetails: companyDetails(seed, property, language),
			amenities: propertyAmenities(seed, property.id),
			fsaCertifications: shared.fsaCertifications,
		};
	};
	return { record: { own: inLanguage('own'), en: inLanguage('en') }, ...rules };
}

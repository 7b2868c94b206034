import type { RoomAmenity } from '../world/content/dictionaries.mts';
import type { CancellationRule, PropertyRecord } from '../world/content/types.mts';
import { without, type Dialect, type JsonObject } from './dialect.mts';

/** Penalty methods of the published schema that the specification does not have. */
const PUBLISHED_ONLY_METHODS = new Set(['Percent', 'Fixed']);

export function serializeProperty(property: PropertyRecord, dialect: Dialect): JsonObject {
	return dialect === 'specification' ? specifiedProperty(property) : publishedProperty(property);
}

/** Without the fields that only the published samples have. */
function specifiedProperty(property: PropertyRecord): JsonObject {
	const phones = property.contactInfo.phones.map((phone) => without({ ...phone }, 'techType'));
	return {
		...property,
		contactInfo: { ...property.contactInfo, phones },
		roomTypes: property.roomTypes.map(({ size, ...roomType }) => ({
			...roomType,
			...(size !== undefined && { size: { value: size.value } }),
		})),
	};
}

function publishedProperty(property: PropertyRecord): JsonObject {
	const serialized = {
		...property,
		roomTypes: property.roomTypes.map((roomType) => ({
			...roomType,
			amenities: roomType.amenities.map(({ code }) => ({ code })),
		})),
		ratePlans: property.ratePlans.map((plan) =>
			plan.corporateOnly ? plan : without({ ...plan }, 'corporateOnly'),
		),
		amenities: property.amenities.map((amenity) => ({
			...amenity,
			chargeType: capitalised(amenity.chargeType),
		})),
	};
	const known = without(serialized, 'fsaCertifications');
	return hasPublishedAmenities(property.id) ? known : without(known, 'amenities');
}

/** The published schema requires amenities, a published sample has none: half of the properties follow each. */
function hasPublishedAmenities(propertyId: string): boolean {
	return Number(propertyId) % 2 === 0;
}

/** A rule without terms (free cancellation) has an empty list, or null in the published form. */
export function serializeCancellationRule(rule: CancellationRule, dialect: Dialect): JsonObject {
	if (dialect === 'specification') {
		const terms = rule.cancellationTerms.map((term) =>
			PUBLISHED_ONLY_METHODS.has(term.penaltyCalculationMethod)
				? { ...term, penaltyCalculationMethod: 'FirstNightPercent' }
				: term,
		);
		return { ...rule, cancellationTerms: terms };
	}
	const terms = rule.cancellationTerms.map((term) => ({
		...term,
		arrivalDates: term.arrivalDates.map((period) => ({
			...period,
			endDate: period.isEndless ? period.startDate : period.endDate,
		})),
	}));
	return { ...rule, cancellationTerms: terms.length === 0 ? null : terms };
}

/** A flat list of group, code and name; or, as published, one entry per group. */
export function serializeRoomAmenities(amenities: readonly RoomAmenity[], dialect: Dialect): unknown[] {
	if (dialect === 'specification') return [...amenities];
	const groups = [...new Set(amenities.map(({ group }) => group))];
	return groups.map((name) => ({
		name,
		amenities: amenities
			.filter(({ group }) => group === name)
			.map(({ code, name: label }) => ({ code, name: label })),
	}));
}

function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

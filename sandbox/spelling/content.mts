import type { RoomAmenity } from '../world/content/dictionaries.mts';
import type { CancellationRule, PropertyRecord, RoomTypeRecord } from '../world/content/types.mts';
import type { Spelling } from './spelling.mts';

type Wire = Record<string, unknown>;

/** Penalty methods of the published schema that the specification does not have. */
const PUBLISHED_ONLY_METHODS = new Set(['Percent', 'Fixed']);

export function spellProperty(property: PropertyRecord, spelling: Spelling): Wire {
	if (spelling === 'specification') {
		const { contactInfo, roomTypes, ...rest } = property;
		const phones = contactInfo.phones.map(({ phoneNumber, remark }) => ({ phoneNumber, remark }));
		return {
			...rest,
			contactInfo: { ...contactInfo, phones },
			roomTypes: roomTypes.map(({ size, ...roomType }) => ({
				...roomType,
				...(size !== undefined && { size: { value: size.value } }),
			})),
		};
	}
	const { amenities, roomTypes, ratePlans, ...rest } = property;
	return {
		...without(rest, 'fsaCertifications'),
		roomTypes: roomTypes.map(publishedRoomType),
		ratePlans: ratePlans.map(({ corporateOnly, ...plan }) => ({
			...plan,
			...(corporateOnly && { corporateOnly }),
		})),
		...(hasPublishedAmenities(property.id) && {
			amenities: amenities.map((amenity) => ({ ...amenity, chargeType: capitalised(amenity.chargeType) })),
		}),
	};
}

/** The published schema requires amenities, a published sample has none: half of the properties follow each. */
function hasPublishedAmenities(propertyId: string): boolean {
	return Number(propertyId) % 2 === 0;
}

function publishedRoomType({ amenities, ...roomType }: RoomTypeRecord): Wire {
	return { ...roomType, amenities: amenities.map(({ code }) => ({ code })) };
}

/** A rule without terms (free cancellation) has an empty list, or null in the published form. */
export function spellCancellationRule(rule: CancellationRule, spelling: Spelling): Wire {
	if (spelling === 'specification') {
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
export function spellRoomAmenities(amenities: readonly RoomAmenity[], spelling: Spelling): unknown[] {
	if (spelling === 'specification') return [...amenities];
	const groups = [...new Set(amenities.map(({ group }) => group))];
	return groups.map((name) => ({
		name,
		amenities: amenities
			.filter(({ group }) => group === name)
			.map(({ code, name: label }) => ({ code, name: label })),
	}));
}

function without(record: Wire, name: string): Wire {
	return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

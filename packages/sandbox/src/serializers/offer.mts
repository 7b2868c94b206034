import type { ExtraService } from '../world/search/extraServices.mts';
import type { ExtraStays } from '../world/search/extraStays.mts';
import type { Offer } from '../world/search/offers.mts';
import type { Dialect, JsonObject } from './dialect.mts';
import { serializeExtraService, serializeExtraStays } from './extras.mts';

/** Where an offer belongs. */
export interface OfferPlace {
	propertyId: string;
	currencyCode: string;
}

/** An item of the lowest-price search. The published samples have no daily rates there. */
export function serializeShortOffer(offer: Offer, place: OfferPlace, dialect: Dialect): JsonObject {
	const { roomType, placements } = offer;
	return {
		propertyId: place.propertyId,
		roomType: { id: roomType.id, placements },
		ratePlan: serializeRatePlan(offer, dialect),
		currencyCode: place.currencyCode,
		...(dialect === 'specification' && { dailyRates: offer.dailyRates }),
		total: offer.total,
		includedServices: offer.includedServices,
		mealPlanCode: offer.mealPlanCode,
		bookingFormLink: '',
		availableDiscounts: discountsOf(offer),
		fullPlacementsName: offer.fullPlacementsName,
	};
}

/** What `include` adds to an item of the lowest-price search. Published items have no field for it. */
export function serializeShortContent(
	{ roomType, ratePlan }: Offer,
	include: ReadonlySet<string>,
	dialect: Dialect,
): JsonObject {
	if (dialect === 'published') return {};
	const { id, name, description, categoryCode, categoryName, images } = roomType;
	return {
		...(include.has('roomTypeShortContent') && {
			roomTypeShortContent: { id, name, description, categoryCode, categoryName, images },
		}),
		...(include.has('ratePlanShortContent') && {
			ratePlanShortContent: { id: ratePlan.id, name: ratePlan.name, description: ratePlan.description },
		}),
	};
}

export interface DetailedOffer extends OfferPlace {
	offer: Offer;
	guestCount: { adultCount: number; childAges: readonly number[] };
	extraServicesAvailable: boolean;
	/** undefined = not requested. */
	extraStays: ExtraStays | undefined;
	extraServices: ExtraService[] | undefined;
}

/** An item of the search of one property. */
export function serializeDetailedOffer(detailed: DetailedOffer, dialect: Dialect): JsonObject {
	const { offer, propertyId, currencyCode, guestCount } = detailed;
	const { roomType, placements } = offer;
	return {
		propertyId,
		roomType: { id: roomType.id, placements },
		ratePlan: serializeRatePlan(offer, dialect),
		guestCount,
		stayDates: offer.stayDates,
		availability: offer.availability,
		currencyCode,
		dailyRates: offer.dailyRates,
		total: offer.total,
		cancellationPolicy: offer.cancellationPolicy,
		includedServices: offer.includedServices,
		mealPlanCode: offer.mealPlanCode,
		checksum: checksumOf(detailed),
		fullPlacementsName: offer.fullPlacementsName,
		bookingFormLink: '',
		availableDiscounts: discountsOf(offer),
		extraServicesAvailable: detailed.extraServicesAvailable,
		...serializeExtras(detailed, dialect),
	};
}

/** Extras that were not requested are absent, or null as in published samples. */
function serializeExtras(
	{ extraStays, extraServices, currencyCode }: DetailedOffer,
	dialect: Dialect,
): JsonObject {
	const absent = dialect === 'published' ? null : undefined;
	const stays = extraStays === undefined ? absent : serializeExtraStays(extraStays, currencyCode);
	const services =
		extraServices?.map((service) => serializeExtraService(service, currencyCode, dialect)) ?? absent;
	return {
		...(stays !== undefined && { extraStays: stays }),
		...(services !== undefined && { extraServices: services }),
	};
}

/** Published results show the corporate clients of a rate plan, always null. */
function serializeRatePlan({ ratePlan }: Offer, dialect: Dialect): JsonObject {
	return dialect === 'published' ? { id: ratePlan.id, corporateIds: null } : { id: ratePlan.id };
}

function discountsOf({ discount }: Offer): unknown[] | null {
	return discount === null ? null : [discount];
}

/** Opaque to the client; the same offer at the same price has the same one. */
function checksumOf({ offer, propertyId, guestCount }: DetailedOffer): string {
	const content = {
		propertyId,
		roomTypeId: offer.roomType.id,
		ratePlanId: offer.ratePlan.id,
		guestCount,
		stayDates: offer.stayDates,
		total: offer.total.priceBeforeTax,
	};
	return Buffer.from(JSON.stringify(content)).toString('base64');
}

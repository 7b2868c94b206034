import type { BookingStatus, SourceType } from '../types.mts';

/**
 * The detail of a booking as the sandbox keeps it, in neutral form: `serializers/booking.mts` names its fields.
 * Amounts are in the booking's currency.
 */

export interface TaxAmount {
	amount: number;
	/** Refers to `BookingDetail.taxes[].index`. */
	index: number;
}

export interface Discount {
	amount: number;
	discountType: 'Percentage' | 'Fixed';
	name: string | null;
	percent?: number;
}

export interface ServiceTotal {
	priceBeforeTax: number;
	priceAfterTax: number;
	taxAmount: number;
	taxes: TaxAmount[] | null;
}

/** Prices are after discount. */
export interface Total extends ServiceTotal {
	discounts: Discount[] | null;
}

export interface PersonName {
	firstName: string | null;
	lastName: string | null;
}

export interface RoomStayService {
	id: string;
	name: string;
	description: string;
	total: ServiceTotal;
	/** true = part of the rate plan; false = chosen and charged on top. */
	inclusive: boolean;
	kind: 'Common' | 'Meal';
	mealPlanCode: string | null;
}

export interface BookingService {
	id: string;
	name: string;
	description: string;
	total: ServiceTotal;
}

export interface ExtraStayDetails {
	/** `YYYY-MM-DDThh:mm`, property time. */
	overriddenDateTime: string;
	total: Total;
}

export interface ExtraStayCharges {
	earlyArrival: ExtraStayDetails | null;
	lateDeparture: ExtraStayDetails | null;
}

export interface RoomStay {
	index: number;
	/** `YYYY-MM-DDThh:mm`, property time. */
	stayDates: { arrivalDateTime: string; departureDateTime: string };
	ratePlans: Array<{ id: string; name: string }>;
	roomType: { id: string; name: string };
	/** childAges null = ages unknown. */
	guestCount: { adultCount: number; childAges: number[] | null };
	/** undefined = the field is absent. */
	guests: PersonName[] | null | undefined;
	/** One per night, `YYYY-MM-DD`. */
	dailyRates: Array<{ ratePlanId: string; priceBeforeTax: number; date: string }>;
	total: Total;
	services: RoomStayService[] | null;
	extraStayCharges?: ExtraStayCharges;
}

export interface Cancellation {
	/** null = never anything. */
	penaltyAmount: number | null;
	/** `YYYY-MM-DDThh:mm:ssZ`. */
	cancelledDateTime: string;
	/** The parts of the room stays, in their order; not on the wire. */
	stayPenalties: number[];
}

export interface BookingDetail {
	propertyId: string;
	number: string;
	status: BookingStatus;
	/** `YYYY-MM-DDThh:mm:ssZ`. */
	createdDateTime: string;
	modifiedDateTime: string;
	guaranteeInfo: {
		loyalty: { cards: Array<{ cardNumber: string | null; loyaltySystemId: string | null }> | null } | null;
		totalPrepaid: number;
		guarantees: Array<{ paymentMethod: string }>;
	};
	currencyCode: string;
	roomStays: RoomStay[];
	services: BookingService[] | null;
	total: Total;
	taxes: Array<{ index: number; name: string | null; description: string | null }>;
	/** null unless cancelled. */
	cancellation: Cancellation | null;
	source: { type: SourceType; code: string | null; sourceUrl: string | null };
	customer: PersonName | null;
}

import { isRecord } from '../shared/util/json';

/** The published fields of booking details; `true` stands for a value. */
interface BookingFields {
	readonly [name: string]: true | BookingFields;
}

const TAX_AMOUNT = { amount: true, index: true } as const;
const SERVICE_TOTAL = {
	priceBeforeTax: true,
	priceAfterTax: true,
	taxAmount: true,
	taxes: TAX_AMOUNT,
} as const;
const TOTAL = {
	...SERVICE_TOTAL,
	discounts: { amount: true, discountType: true, name: true, percent: true },
} as const;
const NAMED = { id: true, name: true } as const;
const PERSON = { firstName: true, lastName: true } as const;
const EXTRA_STAY = { overriddenDateTime: true, total: TOTAL } as const;
const SERVICE = { ...NAMED, description: true, total: SERVICE_TOTAL } as const;

/** A field that the API adds later is not listed, so it does not count as a change of the booking. */
export const BOOKING_FIELDS: BookingFields = {
	propertyId: true,
	number: true,
	status: true,
	createdDateTime: true,
	modifiedDateTime: true,
	guaranteeInfo: {
		loyalty: { cards: { cardNumber: true, loyaltySystemId: true } },
		totalPrepaid: true,
		guarantees: { paymentMethod: true },
	},
	currencyCode: true,
	roomStays: {
		index: true,
		stayDates: { arrivalDateTime: true, departureDateTime: true },
		ratePlans: NAMED,
		roomType: NAMED,
		guestCount: { adultCount: true, childAges: true },
		guests: PERSON,
		dailyRates: { ratePlanId: true, RatePlanId: true, priceBeforeTax: true, date: true },
		total: TOTAL,
		services: { ...SERVICE, inclusive: true, kind: true, mealPlanCode: true },
		extraStayCharges: { earlyArrival: EXTRA_STAY, lateDeparture: EXTRA_STAY },
	},
	services: SERVICE,
	total: TOTAL,
	taxes: { index: true, name: true, description: true },
	cancellation: { penaltyAmount: true, cancelledDateTime: true },
	source: { type: true, code: true, sourceUrl: true },
	customer: PERSON,
};

/** Of a room stay, what is neither its dates, its room type, its guests' number nor a price. */
export const OTHER_OF_STAY: BookingFields = {
	ratePlans: NAMED,
	guests: PERSON,
	services: { ...NAMED, description: true, inclusive: true, kind: true, mealPlanCode: true },
};

/** The same of the booking as a whole. */
export const OTHER_OF_BOOKING: BookingFields = {
	guaranteeInfo: BOOKING_FIELDS.guaranteeInfo as BookingFields,
	currencyCode: true,
	services: { ...NAMED, description: true },
	source: BOOKING_FIELDS.source as BookingFields,
	customer: PERSON,
};

/**
 * The fields of the table, in its order, lists sorted: another order or a field that the API adds is no change, and null
 * is the same as absent.
 */
export function publishedOf(value: unknown, fields: BookingFields): string {
	return JSON.stringify(published(value, fields));
}

function published(value: unknown, fields: BookingFields | true): unknown {
	if (Array.isArray(value)) return value.map((one) => JSON.stringify(published(one, fields))).sort();
	if (fields === true || !isRecord(value)) return value;
	const present = Object.entries(fields).filter(([name]) => (value[name] ?? null) !== null);
	return Object.fromEntries(present.map(([name, below]) => [name, published(value[name], below)]));
}

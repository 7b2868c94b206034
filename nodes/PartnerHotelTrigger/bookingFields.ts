/** The published fields of booking details; `true` stands for a value. */
export interface Fields {
	readonly [name: string]: true | Fields;
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
export const BOOKING_FIELDS: Fields = {
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

import { kept, personal, type RecordFields } from './fields';

const TOTAL = {
	...kept('priceBeforeTax', 'priceAfterTax', 'taxAmount'),
	taxes: 'Booking.TaxAmount',
} as const;

/** The records of the bookings feed (provider: Bookings feed and booking detail). */
export const bookingRecords = {
	'Booking.Response': {
		...kept('continueToken', 'hasMoreData'),
		bookingSummaries: 'Booking.BookingSummary',
		booking: 'Booking.Booking',
		warnings: 'Booking.Message',
		errors: 'Booking.Message',
	},
	// The text can repeat anything.
	'Booking.Message': { ...kept('code'), ...personal('message') },
	'Booking.BookingSummary': kept('number', 'propertyId', 'status', 'createdDateTime', 'modifiedDateTime'),
	'Booking.Booking': {
		...kept('propertyId', 'number', 'status', 'createdDateTime', 'modifiedDateTime', 'currencyCode'),
		guaranteeInfo: 'Booking.GuaranteeInfo',
		roomStays: 'Booking.RoomStay',
		services: 'Booking.BookingService',
		total: 'Booking.Total',
		taxes: 'Booking.Tax',
		cancellation: 'Booking.Cancellation',
		source: 'Booking.POS',
		customer: 'Booking.Customer',
	},
	'Booking.RoomStay': {
		...kept('index'),
		stayDates: 'Booking.StayDates',
		ratePlans: 'Booking.RatePlan',
		roomType: 'Booking.RoomType',
		guestCount: 'Booking.GuestCount',
		guests: 'Booking.Guest',
		dailyRates: 'Booking.DailyRate',
		total: 'Booking.Total',
		services: 'Booking.RoomStayService',
		extraStayCharges: 'Booking.ExtraStayCharges',
	},
	'Booking.StayDates': kept('arrivalDateTime', 'departureDateTime'),
	'Booking.RatePlan': kept('id', 'name'),
	'Booking.RoomType': kept('id', 'name'),
	'Booking.GuestCount': kept('adultCount', 'childAges'),
	'Booking.Guest': personal('firstName', 'lastName'),
	'Booking.Customer': personal('firstName', 'lastName'),
	'Booking.DailyRate': kept('ratePlanId', 'RatePlanId', 'priceBeforeTax', 'date'),
	'Booking.Total': { ...TOTAL, discounts: 'Booking.Discount' },
	'Booking.ServiceTotal': TOTAL,
	'Booking.TaxAmount': kept('amount', 'index'),
	'Booking.Tax': kept('index', 'name', 'description'),
	// Hotels name discounts after those who get them.
	'Booking.Discount': { ...kept('amount', 'discountType', 'percent'), ...personal('name') },
	'Booking.RoomStayService': {
		...kept('id', 'name', 'description', 'inclusive', 'kind', 'mealPlanCode'),
		total: 'Booking.ServiceTotal',
	},
	'Booking.BookingService': { ...kept('id', 'name', 'description'), total: 'Booking.ServiceTotal' },
	'Booking.ExtraStayCharges': {
		earlyArrival: 'Booking.ExtraStayDetails',
		lateDeparture: 'Booking.ExtraStayDetails',
	},
	'Booking.ExtraStayDetails': { ...kept('overriddenDateTime'), total: 'Booking.Total' },
	'Booking.GuaranteeInfo': {
		...kept('totalPrepaid'),
		loyalty: 'Booking.Loyalty',
		guarantees: 'Booking.Guarantee',
	},
	'Booking.Guarantee': kept('paymentMethod'),
	'Booking.Loyalty': { cards: 'Booking.LoyaltyCard' },
	'Booking.LoyaltyCard': { ...kept('loyaltySystemId'), ...personal('cardNumber') },
	'Booking.Cancellation': kept('penaltyAmount', 'cancelledDateTime'),
	// The address of a booking form can carry what the guest entered, and marks of advertisers.
	'Booking.POS': { ...kept('type', 'code'), ...personal('sourceUrl') },
} as const satisfies Readonly<Record<string, RecordFields>>;

import { kept, personal, type RecordFields } from './fields';

/** The bookings of the storage (provider: PMS integration storage), which has texts of other systems. */
export const storageRecords = {
	'Storage.Response': {
		booking: 'Storage.Booking',
		warnings: 'Storage.Error',
		errors: 'Storage.Error',
	},
	// The text can repeat anything.
	'Storage.Error': { ...kept('code'), ...personal('message') },
	'Storage.Booking': {
		...kept('id', 'status', 'propertyId'),
		...kept('pmsSideUpdateDateTime', 'pmsSideCreateDateTime', 'updateDateTime'),
		uniqueIds: 'Storage.BookingUniqueId',
		bookingChannels: 'Storage.BookingChannel',
		roomStays: 'Storage.BookingRoomStay',
		total: 'Storage.BookingAmount',
		guaranteeInfo: 'Storage.BookingGuaranteeInfo',
		cancellationInfo: 'Storage.BookingCancellationInfo',
		roomRevenues: 'Storage.BookingRoomRevenue',
	},
	'Storage.BookingUniqueId': kept('id', 'idContext'),
	// The channel can be the company that booked.
	'Storage.BookingChannel': { ...kept('code', 'codeType', 'bookingChannelType'), ...personal('name') },
	'Storage.BookingRoomStay': {
		...kept('index', 'sourceOfBusiness', 'marketCode'),
		roomTypes: 'Storage.BookingRoomType',
		ratePlans: 'Storage.BookingRatePlan',
		inventoryBlocks: 'Storage.BookingInventoryBlock',
		roomRates: 'Storage.BookingRoomRate',
		services: 'Storage.BookingService',
		guestCounts: 'Storage.BookingGuestCount',
		stayDates: 'Storage.BookingStayDates',
		roomShare: 'Storage.BookingRoomShare',
	},
	'Storage.BookingRoomType': kept('index', 'pmsSideCode', 'pmsSideRoomNumber'),
	'Storage.BookingRatePlan': kept('index', 'pmsSideCode'),
	'Storage.BookingInventoryBlock': kept('index', 'pmsSideCode'),
	'Storage.BookingRoomRate': {
		...kept('stayDate', 'roomTypeIndex', 'ratePlanIndex', 'inventoryBlockIndex'),
		total: 'Storage.BookingAmount',
	},
	'Storage.BookingService': {
		...kept('quantity', 'pmsSideCode', 'name', 'startDate', 'durationStayUnits', 'inclusive'),
		total: 'Storage.BookingAmount',
	},
	'Storage.BookingGuestCount': kept('ageQualifyingCode', 'count', 'age'),
	'Storage.BookingStayDates': kept(
		'arrivalDateTime',
		'departureDateTime',
		'actualCheckInDateTime',
		'actualCheckOutDateTime',
	),
	'Storage.BookingRoomShare': kept('roomShareCode', 'isPrimaryRoomShare'),
	'Storage.BookingRoomRevenue': { ...kept('stayDate'), amount: 'Storage.BookingAmount' },
	'Storage.BookingAmount': kept('amountAfterTax', 'currencyCode'),
	'Storage.BookingGuaranteeInfo': kept('guaranteeCode'),
	'Storage.BookingCancellationInfo': { ...kept('pmsSideCancelDateTime'), ...personal('cancelReason') },
} as const satisfies Readonly<Record<string, RecordFields>>;

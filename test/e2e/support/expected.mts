/** What must come out, computed from the API's answers alone and not with the workflows' expressions. */

type Row = Record<string, unknown>;

interface Person {
	firstName?: string | null;
	lastName?: string | null;
}

export interface Booking {
	number: string;
	propertyId: string;
	status: string;
	createdDateTime: string;
	modifiedDateTime: string;
	currencyCode: string;
	customer: Person | null;
	source?: { type?: string };
	cancellation: { penaltyAmount: number | null; cancelledDateTime: string } | null;
	total: { priceBeforeTax: number };
	roomStays: Array<{
		index: number;
		stayDates: { arrivalDateTime: string; departureDateTime: string };
		ratePlans?: Array<{ id: string; name: string }>;
		roomType: { id: string; name: string };
		guestCount: { adultCount: number; childAges: number[] | null };
		guests?: Person[] | null;
		total: { priceBeforeTax: number; priceAfterTax: number };
	}>;
}

export interface OccupancyDay {
	date: string;
	closedRoomCount: number;
	occupancyRoomCount: number;
	complimentaryOccupancyRoomCount: number;
	roomRevenue: number;
	revenue: number;
	mealRevenue: number;
	arrivalCount: number;
	guestCount: number;
}

export interface Occupancy {
	currencyCode: string;
	propertyRoomCount: number;
	dailyOccupancies: OccupancyDay[];
}

const DAY_MS = 86_400_000;

export function nightsOf({ stayDates }: Booking['roomStays'][number]): number {
	const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00Z`) / DAY_MS;
	return day(stayDates.departureDateTime) - day(stayDates.arrivalDateTime);
}

/** The rows of a booking in the table `hotel_room_stays`, without `saved_at`. */
export function expectedRows(booking: Booking): Row[] {
	return booking.roomStays.map((stay) => ({
		property_id: booking.propertyId,
		booking_number: booking.number,
		stay_index: stay.index,
		status: booking.status,
		created_at: booking.createdDateTime,
		modified_at: booking.modifiedDateTime,
		cancelled_at: booking.cancellation?.cancelledDateTime ?? null,
		booking_penalty: booking.cancellation?.penaltyAmount ?? null,
		source_type: booking.source?.type ?? null,
		customer_name: nameOf(booking.customer),
		currency: booking.currencyCode,
		arrival: stay.stayDates.arrivalDateTime,
		departure: stay.stayDates.departureDateTime,
		nights: nightsOf(stay),
		room_type_id: stay.roomType.id,
		room_type: stay.roomType.name,
		rate_plan_id: stay.ratePlans?.[0]?.id ?? null,
		rate_plan: stay.ratePlans?.[0]?.name ?? null,
		adults: stay.guestCount.adultCount,
		children: stay.guestCount.childAges?.length ?? null,
		guest_names: (stay.guests ?? []).flatMap((guest) => nameOf(guest) ?? []).join(', ') || null,
		revenue_before_tax: stay.total.priceBeforeTax,
		revenue_after_tax: stay.total.priceAfterTax,
	}));
}

function nameOf(person: Person | null): string | null {
	const shown = [person?.firstName, person?.lastName].filter((part) => part && part !== '*');
	return shown.length > 0 ? shown.join(' ') : null;
}

/** The lines of the occupancy report, the totals last. */
export function expectedReport({ currencyCode, propertyRoomCount, dailyOccupancies }: Occupancy): Row[] {
	const days = dailyOccupancies.map((day) => ({ ...day, rooms: propertyRoomCount }));
	const sum = (field: Exclude<keyof (typeof days)[number], 'date'>) =>
		days.reduce((total, day) => total + day[field], 0);
	const total = {
		date: 'Total',
		rooms: sum('rooms'),
		closedRoomCount: sum('closedRoomCount'),
		occupancyRoomCount: sum('occupancyRoomCount'),
		complimentaryOccupancyRoomCount: sum('complimentaryOccupancyRoomCount'),
		roomRevenue: rounded(sum('roomRevenue'), 2),
		mealRevenue: rounded(sum('mealRevenue'), 2),
		revenue: rounded(sum('revenue'), 2),
		arrivalCount: sum('arrivalCount'),
		guestCount: sum('guestCount'),
	};
	return [...days, total].map((line) => ({
		Date: line.date,
		Rooms: line.rooms,
		'Out of service': line.closedRoomCount,
		Available: line.rooms - line.closedRoomCount,
		Sold: line.occupancyRoomCount,
		Complimentary: line.complimentaryOccupancyRoomCount,
		Occupancy: ratio(line.occupancyRoomCount, line.rooms - line.closedRoomCount, 4),
		ADR: ratio(line.roomRevenue, line.occupancyRoomCount, 2),
		RevPAR: ratio(line.roomRevenue, line.rooms - line.closedRoomCount, 2),
		'Room revenue': line.roomRevenue,
		'Meal revenue': line.mealRevenue,
		'Total revenue': line.revenue,
		Arrivals: line.arrivalCount,
		Guests: line.guestCount,
		Currency: currencyCode,
	}));
}

function ratio(above: number, below: number, digits: number): number | null {
	return below === 0 ? null : rounded(above / below, digits);
}

export function rounded(value: number, digits: number): number {
	return Math.round(value * 10 ** digits) / 10 ** digits;
}
